package levels

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	shipped "exhaust/testdata/levels"
)

// ErrNoLevels says that there is no level file where levels were looked for.
var ErrNoLevels = errors.New("no level file, whose name would end in " + Extension)

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
		return nil, ErrNoLevels
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

// Find returns the level of a name.
func Find(all []*Level, name string) (*Level, error) {
	for _, l := range all {
		if l.Name == name {
			return l, nil
		}
	}
	return nil, fmt.Errorf("no level %q: want one of those that \"exhaust levels\" lists, such as %s", name, all[0].Name)
}
