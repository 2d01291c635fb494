package atlas

import (
	"encoding/json"

	"exhaust/enumerate"
)

// TallyVersion changes whenever the tally of the same classes, or the report of their verification,
// comes out otherwise or is written otherwise, so that what an earlier program has kept is not taken for
// what this one would find.
const TallyVersion = 1

// Finished returns how many cases are done of a run over the atlas, or of a verification, by what its
// keeper was given.
func (a *Atlas) Finished(kept json.RawMessage) (cases uint64, err error) {
	classes := a.Classes()
	err = enumerate.Finished(kept, func(from, to uint64) {
		for ; from < min(to, uint64(len(classes))); from++ {
			cases += classes[from].cases(len(a.Rules))
		}
	})
	return cases, err
}

// cases returns how many cases a class has under so many rules, symmetric ones counted.
func (c *Class) cases(rules int) uint64 { return c.Boards() * c.Orbit * uint64(rules) }
