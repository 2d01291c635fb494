package faultfs_test

import (
	"io/fs"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/checkpoint"
	"exhaust/checkpoint/faultfs"
)

// TestSurvival crashes after a file was synced but not its name, a name but not its content,
// and a removal that was not synced.
func TestSurvival(t *testing.T) {
	for _, c := range []struct {
		survival            faultfs.Survival
		fresh, grown, older string
	}{
		{faultfs.Synced, "", "one", "old"},
		{faultfs.Names, "fresh", "one", ""},
		{faultfs.All, "fresh", "one, two", ""},
		{faultfs.Unremoved, "fresh", "one", "old"},
	} {
		s := &faultfs.FS{}
		s.Put("older", []byte("old"))
		grown, err := s.Create("grown")
		require.NoError(t, err)
		_, err = grown.Write([]byte("one"))
		require.NoError(t, err)
		require.NoError(t, grown.Sync())
		require.NoError(t, s.Sync())
		_, err = grown.Write([]byte(", two"))
		require.NoError(t, err)
		fresh, err := s.Create("fresh")
		require.NoError(t, err)
		_, err = fresh.Write([]byte("fresh"))
		require.NoError(t, err)
		require.NoError(t, fresh.Sync())
		require.NoError(t, s.Remove("older"))

		s.FailAt(0, faultfs.Crash)
		_, err = fresh.Write([]byte("never"))
		require.ErrorIs(t, err, faultfs.ErrCrashed)
		_, err = s.List()
		require.ErrorIs(t, err, faultfs.ErrCrashed)
		s.Restart(c.survival)
		require.Equal(t, c.fresh, string(s.Bytes("fresh")))
		require.Equal(t, c.grown, string(s.Bytes("grown")))
		require.Equal(t, c.older, string(s.Bytes("older")))
		_, err = grown.Write([]byte("dead"))
		require.ErrorIs(t, err, faultfs.ErrCrashed)
	}
}

// TestTwoNames gives a file a second name: its content is one, and each name is as durable as the
// syncs of the directory make it.
func TestTwoNames(t *testing.T) {
	for survival, second := range map[faultfs.Survival]string{faultfs.Synced: "",
		faultfs.Names: "after", faultfs.All: "after"} {
		s := &faultfs.FS{}
		s.Put("first", []byte("before"))
		s.Put("taken", []byte("taken"))
		require.ErrorIs(t, s.Link("absent", "second"), fs.ErrNotExist)
		require.ErrorIs(t, s.Link("first", "taken"), fs.ErrExist)
		require.NoError(t, s.Link("first", "second"))
		s.Put("first", []byte("after"))
		s.FailAt(0, faultfs.NoRoom)
		require.ErrorIs(t, s.Link("first", "third"), syscall.ENOSPC)
		s.Restart(survival)
		require.Equal(t, "after", string(s.Bytes("first")))
		require.Equal(t, second, string(s.Bytes("second")))
		require.Equal(t, "taken", string(s.Bytes("taken")))
		require.NoError(t, s.Rename("taken", "first"))
		require.Equal(t, second, string(s.Bytes("second")), "the file that had the name before")
	}
}

func TestPartOfAWrite(t *testing.T) {
	for _, c := range []struct {
		fault  faultfs.Fault
		cause  error
		holds  string
		sticky bool
	}{
		{faultfs.Error, syscall.EIO, "next", false},
		{faultfs.Short, syscall.EIO, "tenext", false},
		{faultfs.NoRoom, syscall.ENOSPC, "tenext", false},
		{faultfs.Full, syscall.ENOSPC, "tene", true},
	} {
		s := &faultfs.FS{}
		require.NoError(t, s.Make())
		w, err := s.Create("file")
		require.NoError(t, err)
		s.FailAt(0, c.fault)
		_, err = w.Write([]byte("text"))
		require.ErrorIs(t, err, c.cause)
		_, err = w.Write([]byte("next"))
		require.Equal(t, c.sticky, err != nil)
		require.Equal(t, c.holds, string(s.Bytes("file")))
		require.Equal(t, 2, s.Operations())
	}
}

// TestRoom fills a small disk, and makes room again.
func TestRoom(t *testing.T) {
	s := &faultfs.FS{}
	require.NoError(t, s.Make())
	s.SetRoom(10)
	create := func(name string) checkpoint.Writer {
		w, err := s.Create(name)
		require.NoError(t, err)
		return w
	}
	first, second := create("first"), create("second")
	_, err := first.Write([]byte("1234567"))
	require.NoError(t, err)
	n, err := second.Write([]byte("1234567"))
	require.ErrorIs(t, err, syscall.ENOSPC)
	require.Equal(t, 3, n)
	require.NoError(t, s.Link("first", "third"), "a second name of the same bytes")
	require.NoError(t, second.Close())
	require.NoError(t, s.Remove("second"))
	n, err = first.Write([]byte("1234"))
	require.ErrorIs(t, err, syscall.ENOSPC)
	require.Equal(t, 3, n)

	require.NoError(t, s.Remove("first"))
	require.NoError(t, s.Remove("third"))
	fourth := create("fourth")
	_, err = fourth.Write([]byte("1"))
	require.ErrorIs(t, err, syscall.ENOSPC, "a file that is open has its bytes still")
	require.NoError(t, first.Close())
	require.NoError(t, first.Close())
	_, err = fourth.Write([]byte("1234567890"))
	require.NoError(t, err)
	s.SetRoom(0)
	_, err = fourth.Write([]byte("1234567890"))
	require.NoError(t, err)
}
