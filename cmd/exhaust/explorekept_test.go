package main

import (
	"context"
	"encoding/json"
	"maps"
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/checkpoint"
	"exhaust/command"
	"exhaust/parallel"
)

// A run that has the colours in the order of the cells, as those of older versions have, is gone on with in that order, though
// a new run of the board has another one. A run in an order that this version does not choose is refused.
func TestResumeInAnotherOrder(t *testing.T) {
	const id, inOrder = "4x4:BBBBWBBBBBWBWBBB:13:0:8,9,10,11,15:handover", "twotone 1"
	fresh, err := openSpace(&input{ctx: t.Context()}, id, "")
	require.NoError(t, err)
	require.NotEqual(t, inOrder, fresh.States())
	s, err := openSpace(&input{ctx: t.Context()}, id, inOrder)
	require.NoError(t, err)
	require.Equal(t, inOrder, s.States())

	path := t.TempDir()
	dir, err := checkpoint.Create(checkpoint.OS(path), checkpoint.Run{Tool: command.Tool(), Identity: exploreIdentity(&s)}, false)
	require.NoError(t, err)
	found, _, err := s.Run(context.Background(), parallel.Options{States: 50_000, Checkpoint: &parallel.Checkpoint{Dir: dir}})
	require.NoError(t, err)
	require.Equal(t, parallel.ErrStates, found.Limit)
	require.NoError(t, dir.Close())

	resumed, explored := exploreJSON{}, exploreJSON{}
	code, stdout, stderr := inside(t, "resume", path, "--json")
	require.Equal(t, command.ExitYes, code, stderr)
	require.NoError(t, json.Unmarshal([]byte(stdout), &resumed))
	code, stdout, _ = inside(t, "explore", id, "--json")
	require.Equal(t, command.ExitYes, code)
	require.NoError(t, json.Unmarshal([]byte(stdout), &explored))
	require.Equal(t, explored.Levels, resumed.Levels)
	require.Equal(t, explored.Shortest, resumed.Shortest)
	require.Equal(t, explored.DeadEnds, resumed.DeadEnds)
	m, err := checkpoint.Read(checkpoint.OS(path))
	require.NoError(t, err)
	require.Equal(t, inOrder, m.Identity["states"])

	other := maps.Clone(m.Identity)
	other["states"] = "twotone 1, lowest cells 0 1 2 3 4 6"
	code, _, stderr = inside(t, "resume", aRun(t, other, nil))
	require.Equal(t, command.ExitUsage, code)
	require.Contains(t, stderr, "states: twotone 1, lowest cells 0 1 2 3 4 6 -> "+fresh.States())
}
