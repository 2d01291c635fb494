// Package modeltest holds what a model says of whole blocks of states against what it says of each state, for the
// tests of a parallel.BlockModel.
package modeltest

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"

	"exhaust/parallel"
	"exhaust/statecodec"
)

// CheckBlocks checks some blocks, and a part of each, drawn anew in the same way each time.
func CheckBlocks[W statecodec.Words](want parallel.Model[W], got parallel.BlockModel[W], blocks []statecodec.Block[W]) error {
	random := rand.New(rand.NewPCG(2, 5))
	for _, whole := range blocks {
		part := statecodec.Block[W]{Key: whole.Key, Set: whole.Set & random.Uint64()}
		for _, b := range []statecodec.Block[W]{whole, part} {
			if b.Set == 0 {
				continue
			}
			if err := CheckBlock(want, got, &b); err != nil {
				return err
			}
		}
	}
	return nil
}

// CheckBlock checks a block with a state: that the successors that got appends for a block, its dead ends and its goals are those that want has for each of
// its states, each successor as often. The error says of which of these it is not so.
func CheckBlock[W statecodec.Words](want parallel.Model[W], got parallel.BlockModel[W], b *statecodec.Block[W]) error {
	var successors, gotSuccessors []W
	var deadEnds, goals uint64
	for set := b.Set; set != 0; set &= set - 1 {
		bit := set & -set
		w, before := b.At(bits.TrailingZeros64(set)), len(successors)
		if successors = want.Successors(&w, successors); len(successors) == before {
			deadEnds |= bit
		}
		if want.Goal(&w) {
			goals |= bit
		}
	}
	first := statecodec.Block[W]{Set: 1} // what was in dst before
	blocks, gotDeadEnds := got.BlockSuccessors(b, []statecodec.Block[W]{first})
	if len(blocks) == 0 || blocks[0] != first {
		return fmt.Errorf("block %x: what was in the slice is gone", *b)
	}
	for i := range blocks[1:] {
		next := &blocks[1+i]
		if last := next.At(0); statecodec.BlockOf(&last).Key != next.Key || next.Set == 0 {
			return fmt.Errorf("block %x: among its successors %x is no block", *b, *next)
		}
		gotSuccessors = next.Append(gotSuccessors)
	}
	slices.SortFunc(successors, statecodec.Compare[W])
	slices.SortFunc(gotSuccessors, statecodec.Compare[W])
	switch {
	case !slices.Equal(successors, gotSuccessors):
		return fmt.Errorf("block %x: successors %x, want %x", *b, gotSuccessors, successors)
	case gotDeadEnds != deadEnds:
		return fmt.Errorf("block %x: dead ends %x, want %x", *b, gotDeadEnds, deadEnds)
	case got.BlockGoals(b) != goals:
		return fmt.Errorf("block %x: goals %x, want %x", *b, got.BlockGoals(b), goals)
	}
	return nil
}
