package statecodec

// A Field is a place in a state: Width bits of word Word, from bit Shift up.
// A field lies within one word.
type Field struct {
	Word  int
	Shift uint
	Width uint
}

// Mask returns the bits of the field within its word.
func (f Field) Mask() uint64 { return (1<<f.Width - 1) << f.Shift }

// Get returns the field's value in w.
func Get[W Words](w *W, f Field) uint64 {
	return (*w)[f.Word] >> f.Shift & (1<<f.Width - 1)
}

// Set changes the field's value in w to v, of which the low Width bits count.
func Set[W Words](w *W, f Field, v uint64) {
	(*w)[f.Word] = (*w)[f.Word]&^f.Mask() | v<<f.Shift&f.Mask()
}

// A Layout gives out the bits of states field by field, from both ends of the order of
// Compare: low fields from bit 0 of the last word up, and on in the word before it; high fields
// from bit 63 of word 0 down, and on in word 1. A field that would straddle two words
// begins in the next one, so fields are best asked for wide ones first, unless their order counts:
// sorted states pack best if what takes many values beside the same rest is lowest.
type Layout struct {
	words     int
	low, high int // bits given out at each end, gaps included
}

// NewLayout returns a layout of states of the given number of words, with nothing given out.
func NewLayout(words int) Layout { return Layout{words: words} }

// Low returns the next field from the low end, of the given width, 0 to 64 bits. A field
// without bits takes no place; it lies in word 0 and always holds 0.
func (l *Layout) Low(width int) Field {
	if width == 0 {
		return Field{}
	}
	at := next(&l.low, width)
	return Field{Word: l.words - 1 - at/64, Shift: uint(at % 64), Width: uint(width)}
}

// High returns the next field from the high end, likewise.
func (l *Layout) High(width int) Field {
	if width == 0 {
		return Field{}
	}
	at := next(&l.high, width)
	return Field{Word: at / 64, Shift: uint(64 - width - at%64), Width: uint(width)}
}

// next takes the given number of bits within one word from those after used, and returns where they begin.
func next(used *int, width int) int {
	if *used%64+width > 64 {
		*used += 64 - *used%64
	}
	at := *used
	*used += width
	return at
}

// Bits returns the number of bits given out, gaps included. Fields of the two ends overlap, or do not lie
// within the words, if it is more than these have.
func (l *Layout) Bits() int { return l.low + l.high }
