package levels

import (
	"cmp"
	"io/fs"
	"path"
	"slices"
	"strings"

	"exhaust/family"
)

// Read reads the level files of a folder. Each level has the name of its file.
func (k *Keeper[C]) Read(folder fs.FS) ([]family.Level, error) {
	names, err := fs.Glob(folder, "*"+family.LevelExtension)
	if err != nil {
		return nil, err
	}
	if len(names) == 0 {
		return nil, family.ErrNoLevels
	}
	var all []*Level[C]
	for _, name := range names {
		l, err := k.readFile(folder, name)
		if err != nil {
			return nil, err
		}
		l.Name = strings.TrimSuffix(path.Base(name), family.LevelExtension)
		all = append(all, l)
	}
	slices.SortFunc(all, func(a, b *Level[C]) int {
		return cmp.Or(
			cmp.Compare(a.Score, b.Score),
			cmp.Compare(len(a.Name), len(b.Name)),
			strings.Compare(a.Name, b.Name),
		)
	})
	out := make([]family.Level, len(all))
	for i, l := range all {
		out[i] = &kept[C]{k, l}
	}
	return out, nil
}

// readFile reads a level file of a folder.
func (k *Keeper[C]) readFile(folder fs.FS, name string) (*Level[C], error) {
	f, err := folder.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return k.Parse(name, f)
}
