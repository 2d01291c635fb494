package parallel

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/checkpoint"
	"exhaust/checkpoint/faultfs"
	"exhaust/statecodec"
	"exhaust/visited/memory"
)

// A fan is two states, of which one has very many successors, each in a block of its own. It notes how much memory was mapped at most.
type fan struct {
	leaves uint64
	most   *int64
}

func (m fan) Initial(dst [][1]uint64) [][1]uint64 { return append(dst, [1]uint64{}, [1]uint64{1}) }
func (m fan) Goal(*[1]uint64) bool                { *m.most = max(*m.most, memory.Held()); return false }
func (m fan) Successors(w *[1]uint64, dst [][1]uint64) [][1]uint64 {
	leaf := uint64(1)
	for i := uint64(0); w[0] == 1 && i < m.leaves; i++ {
		leaf = leaf*6364136223846793005 + 1442695040888963407 // so that a run of them takes some bytes for each
		dst = append(dst, [1]uint64{leaf&^(1<<statecodec.BlockBits-1) | 1})
	}
	return dst
}

// TestMappedMemoryIsGivenBack searches with tables, sorters, packers and runs that are large enough to be mapped, to the end and up
// to a limit, and has none left.
func TestMappedMemoryIsGivenBack(t *testing.T) {
	const leaves = 150_000
	for _, kept := range []bool{false, true} {
		for _, table := range []uint64{0, 1} { // states beyond which there is none
			for _, states := range []uint64{0, 1} { // a limit of states
				var s Search[[1]uint64]
				s.TableStates, s.SorterBlocks = table, 2*leaves
				most := int64(0)
				o := Options{Workers: 1, States: states}
				if kept {
					dir, err := checkpoint.Create(&faultfs.FS{}, checkpoint.Run{Tool: "test"}, false)
					require.NoError(t, err)
					o.Checkpoint = &Checkpoint{Dir: dir}
				}
				got, err := s.Run(context.Background(), fan{leaves, &most}, o)
				require.NoError(t, err)
				if states == 0 {
					require.Equal(t, uint64(leaves+2), got.States)
					require.Positive(t, most)
				}
				require.Zero(t, memory.Held(), "kept %v, table %d, limit %d", kept, table, states)
			}
		}
	}
}
