package levels

import (
	"cmp"
	"io/fs"
	"path"
	"slices"
	"strings"

	"exhaust/family"
	shipped "exhaust/testdata/levels"
)

// Shipped returns the levels that ship with the program, easy ones first.
func Shipped() ([]*Level, error) { return Read(shipped.Files) }

// Read reads all level files of a folder, the name of each of which ends in Extension and is the name of its level. Those with short solutions come
// first. The header of a level is taken at its word.
func Read(folder fs.FS) ([]*Level, error) {
	names, err := fs.Glob(folder, "*"+Extension)
	if err != nil {
		return nil, err
	}
	var all []*Level
	for _, name := range names {
		l, err := readFile(folder, name)
		if err != nil {
			return nil, err
		}
		all = append(all, l)
	}
	if len(all) == 0 {
		return nil, family.ErrNoLevels
	}
	slices.SortFunc(all, func(a, b *Level) int {
		return cmp.Or(cmp.Compare(a.moves(), b.moves()), cmp.Compare(len(a.Name), len(b.Name)), strings.Compare(a.Name, b.Name))
	})
	return all, nil
}

// readFile reads a level file.
func readFile(folder fs.FS, name string) (*Level, error) {
	f, err := folder.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	l, err := Parse(name, f)
	if err != nil {
		return nil, err
	}
	l.Name = strings.TrimSuffix(path.Base(name), Extension)
	return l, nil
}

// moves returns the length of a shortest solution under the rule to play the level by.
func (l *Level) moves() int { return l.Answers[l.Case().Rule].Length }
