// Package parallel searches the whole reachable space of a model, breadth
// first, level by level, on all cores, exactly.
//
// A level is the set of states first met at one distance from the initial
// states. Workers expand a level together; none begins the next before all have
// ended this one. Hence nothing that a search reports depends on how many workers
// there were, on the memory it had, or on who came first: the number of states of
// each level, edges, goals, dead ends, the depth of the nearest goal and the path
// to it are properties of the model. Only where a limit ends a search, and what it
// had counted by then, is a matter of chance.
//
// Two states are one if and only if all their words are equal. "Exhausted"
// means that every reachable state was met and expanded. A search that ended
// earlier says what stopped it and claims nothing about the rest.
//
// Write a Model for a puzzle, and Search does the rest; the example shows one
// whole.
//
// States that agree in all but the lowest six bits of their last word share memory and work (statecodec.Block). So a
// state is best laid out with what varies most, and independently, in these bits: a board with twenty reachable
// states in each block takes two or three bytes a state and the path to a goal as many again, where one state in each takes sixty. A
// BlockModel is faster still, because it takes such states at once.
package parallel

import "exhaust/statecodec"

// A Model is a state space: where it begins, one step of it, and what is looked
// for. Its methods are called by many workers at once.
type Model[W statecodec.Words] interface {
	// Initial appends the initial states to dst and returns it.
	Initial(dst []W) []W

	// Successors appends the successors of a state to dst and returns it, each as
	// often as there are edges to it. Every edge costs one. A state without
	// successors is a dead end. Goals are never expanded.
	Successors(state *W, dst []W) []W

	// Goal reports whether a state is a goal.
	Goal(state *W) bool
}

// A Reverser is a model that can step backwards. It makes walking a path back
// cost a pass over each level, where other models are asked for the successors of all its states.
type Reverser[W statecodec.Words] interface {
	// Predecessors appends to dst every state of which the given state is a
	// successor, and returns it. It may append others: they are sorted out.
	Predecessors(state *W, dst []W) []W
}

// A BlockModel is a model that takes the states of a block at once, which is several times as fast where blocks hold many
// states. What it says must be what Successors and Goal say of each state, which package modeltest checks: mind a type that embeds a
// BlockModel and changes one of these.
type BlockModel[W statecodec.Words] interface {
	Model[W]

	// BlockSuccessors appends to dst the successors of the states of a block, in blocks that may have the same key: each state of
	// them is one edge. It returns dst, and the states of the block that have no successor.
	BlockSuccessors(b *statecodec.Block[W], dst []statecodec.Block[W]) (successors []statecodec.Block[W], deadEnds uint64)

	// BlockGoals returns the states of a block that are goals.
	BlockGoals(b *statecodec.Block[W]) uint64
}
