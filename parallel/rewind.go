package parallel

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"exhaust/checkpoint"
	"exhaust/frontier"
)

// LastWhole reads all files of a search, in the order of the levels, and returns the last level
// before the first one that is damaged, -1 if there is none, and what is damaged; nil if nothing
// is. A file that is damaged may have levels that are whole: some, or all if the damage is beside
// them.
func LastWhole(dir checkpoint.Opener, m *checkpoint.Manifest) (level int, damage error) {
	k, err := ReadKept(m)
	if err != nil || k == nil {
		return -1, err
	}
	file, whole := "", false
	for level := range k.Levels {
		l := &k.Levels[level]
		if l.File != file {
			err := checkpoint.Verify(dir, entryOf(m, l.File))
			file, whole = l.File, err == nil
			if damage == nil {
				damage = err
			}
		}
		if whole {
			continue
		}
		if err := checkLevel(dir, l); err != nil {
			return level - 1, err
		}
	}
	return len(k.Levels) - 1, damage
}

// entryOf returns what a manifest says of a file that it names.
func entryOf(m *checkpoint.Manifest, name string) checkpoint.Entry {
	i := slices.IndexFunc(m.Files, func(e checkpoint.Entry) bool { return e.Name == name })
	return m.Files[i]
}

// checkLevel reads every byte of a level and holds it to its own checksums.
func checkLevel(dir checkpoint.Opener, l *KeptLevel) error {
	f, err := dir.Open(l.File)
	if err != nil {
		return err
	}
	defer f.Close()
	found, err := frontier.InspectAt(f, l.At, l.Bytes, l.File, true)
	if err == nil && found.States != l.States {
		err = l.wrongStates(found.States)
	}
	return err
}

// wrongStates says that a level is whole, and another than the manifest says.
func (l *KeptLevel) wrongStates(states uint64) error {
	return fmt.Errorf("%s at offset %d: %w: %d states: want %d", l.File, l.At, frontier.ErrCorrupt,
		states, l.States)
}

// Rewind makes a level the last one of a search that is kept in a directory: those after it are
// forgotten, and the files that held no others removed. It reads all other files. The levels of one
// that is damaged are written to another file, if they are whole, so that what is left is whole to
// the last byte. The errors are those of checkpoint.Amend, ErrNoLevel if there is no such level,
// and, with nothing changed, one that names the damage if a level to be kept is not whole.
func Rewind(dir checkpoint.FS, tool string, identity map[string]string, level int) error {
	return checkpoint.Amend(dir, tool, identity, func(d *checkpoint.Dir) (c checkpoint.Change,
		err error) {
		k, err := ReadKept(d.Manifest())
		if err != nil {
			return c, err
		}
		if k == nil || level < 0 || level >= len(k.Levels) {
			return c, ErrNoLevel
		}
		k = k.upTo(level)
		c.Progress = k
		for _, e := range d.Manifest().Files {
			levels := k.of(e.Name)
			if len(levels) > 0 && checkpoint.Verify(dir, e) == nil {
				continue
			}
			c.Remove = append(c.Remove, e.Name)
			if len(levels) == 0 {
				continue
			}
			again, err := writeAgain(dir, d, levels)
			if err != nil {
				return c, err
			}
			c.Add = append(c.Add, again)
		}
		return c, nil
	})
}

// of returns the levels that lie in a file.
func (k *Kept) of(file string) (levels []*KeptLevel) {
	for i := range k.Levels {
		if k.Levels[i].File == file {
			levels = append(levels, &k.Levels[i])
		}
	}
	return levels
}

// writeAgain writes levels of a damaged file to a new one, and changes where they are said to lie.
func writeAgain(dir checkpoint.Opener, d *checkpoint.Dir, levels []*KeptLevel) (e checkpoint.Entry,
	err error) {
	for _, l := range levels {
		if err := checkLevel(dir, l); err != nil {
			return e, err
		}
	}
	file, err := d.New(freeName(d.Manifest(), levels[0].File))
	if err != nil {
		return e, err
	}
	defer file.Discard()
	states := uint64(0)
	for _, l := range levels {
		at := file.Bytes()
		if err := copyLevel(file, dir, l); err != nil {
			return e, err
		}
		l.File, l.At = file.Name(), at
		states += l.States
	}
	if e, err = file.Finish(states); err != nil {
		return e, err
	}
	for _, l := range levels { // what was read twice need not be the same
		if err := checkLevel(dir, l); err != nil {
			return e, err
		}
	}
	return e, nil
}

// freeName returns a name for a file that takes the place of another: one that the manifest does
// not have.
func freeName(m *checkpoint.Manifest, name string) string {
	words := strings.Split(strings.TrimSuffix(name, checkpoint.Suffix), "-")
	stem := strings.Join(words[:min(2, len(words))], "-") // levels-N of levels-N-M
	for number := 1; ; number++ {
		free := fmt.Sprintf("%s-%d%s", stem, number, checkpoint.Suffix)
		if !slices.ContainsFunc(m.Files, func(e checkpoint.Entry) bool { return e.Name == free }) {
			return free
		}
	}
}

// copyLevel copies the bytes of a level.
func copyLevel(to io.Writer, dir checkpoint.Opener, l *KeptLevel) error {
	f, err := dir.Open(l.File)
	if err != nil {
		return err
	}
	defer f.Close()
	n, err := io.Copy(to, io.NewSectionReader(f, l.At, l.Bytes))
	if err == nil && n < l.Bytes {
		err = fmt.Errorf("%s at offset %d: %w: the file ends", l.File, l.At+n, frontier.ErrCorrupt)
	}
	return err
}
