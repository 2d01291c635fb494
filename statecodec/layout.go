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

// A Layout gives out the bits of a state field by field, from bit 0 of word 0
// up. A field that would straddle two words begins in the next one, so fields
// are best asked for wide ones first. The zero Layout is empty.
type Layout struct {
	bits int
}

// Field returns the next field of the given width, 0 to 64 bits. A field without
// bits takes no place; it lies in word 0 and always holds 0.
func (l *Layout) Field(width int) Field {
	if width == 0 {
		return Field{}
	}
	if l.bits%64+width > 64 {
		l.bits += 64 - l.bits%64
	}
	f := Field{Word: l.bits / 64, Shift: uint(l.bits % 64), Width: uint(width)}
	l.bits += width
	return f
}

// Bits returns the number of bits given out, gaps included. Width turns it into
// a number of words.
func (l *Layout) Bits() int { return l.bits }
