package frontier

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/cespare/xxhash/v2"
	"github.com/stretchr/testify/require"

	"exhaust/statecodec"
)

// TestGolden holds a whole run without compression to its bytes, so that no later version writes
// another format under this version's number.
func TestGolden(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	run := write(t, r, Options{Codec: None, BlockStates: 2}, [][1]uint64{{1}, {300}, {0x10000}})
	require.Equal(t, strings.Join([]string{
		"65786861757374 4c 0200 01 01 02000000 0000000000000000", // magic, version, codec, words, states a block
		"HEADERSUM",
		"01000000 03 01 2c", // block 0: one byte of keys; 300 is state 44 of key 4, which is 0 grown by 3 + 1
		"00000000 00",       // block 1: no key but the first one's, which is 1024, of which it is state 0
		"0100000000000000 07000000 07000000 02000000 00000000 BLOCK0SUM",
		"0000010000000000 05000000 05000000 01000000 00000000 BLOCK1SUM",
		"0000010000000000", // the last state
		"0300000000000000 0200000000000000 2c00000000000000 INDEXSUM FILESUM FOOTERSUM",
		"0d0a6c6576656c0a",
	}, " "), describe(run))
}

// describe spells out the run of TestGolden in hex, with a name for each checksum that is the
// xxhash of what it should be.
func describe(run []byte) string {
	sum := func(b []byte) []byte { return binary.LittleEndian.AppendUint64(nil, xxhash.Sum64(b)) }
	names := []struct {
		at   int
		name string
		sum  []byte
	}{
		{24, "HEADERSUM", sum(run[:24])},
		{44 + 24, "BLOCK0SUM", sum([]byte{1, 0, 0, 0, 3, 1, 44})},
		{76 + 24, "BLOCK1SUM", sum(make([]byte, 5))},
		{108 + 32, "INDEXSUM", sum(run[44:108])},
		{108 + 40, "FILESUM", sum(run[:108])},
		{108 + 48, "FOOTERSUM", sum(run[108 : 108+48])},
	}
	var words []string
	at := 0
	for _, n := range []int{7, 1, 2, 1, 1, 4, 8, 8, 4, 1, 1, 1, 4, 1, 8, 4, 4, 4, 4, 8, 8, 4, 4, 4, 4, 8, 8, 8, 8, 8, 8, 8, 8, 8} {
		word := hex.EncodeToString(run[at : at+n])
		for _, c := range names {
			if c.at == at && bytes.Equal(c.sum, run[at:at+n]) {
				word = c.name
			}
		}
		words = append(words, word)
		at += n
	}
	return strings.Join(words, " ") + hex.EncodeToString(run[at:])
}

// damaged reports whether a reader finds fault with a run, and names it.
func damaged(t *testing.T, run []byte) bool {
	t.Helper()
	_, err := Inspect(bytes.NewReader(run), int64(len(run)), "level-7", true)
	if err == nil {
		return false
	}
	require.ErrorContains(t, err, "level-7 at offset ")
	require.True(t, errors.Is(err, ErrCorrupt) || errors.Is(err, ErrUnsupported), err)
	return true
}

func smallRuns(t testing.TB) (runs [][]byte) {
	r := rand.New(rand.NewPCG(4, 2))
	for _, c := range codecs {
		runs = append(runs,
			write(t, r, Options{Codec: c, BlockStates: 20}, levelStates[[1]uint64](r, 50)),
			write(t, r, Options{Codec: c, BlockStates: 20}, levelStates[[3]uint64](r, 50)),
			write[[2]uint64](t, r, Options{Codec: c}, nil))
	}
	return runs
}

// TestEveryBit flips each bit of small runs.
func TestEveryBit(t *testing.T) {
	for _, run := range smallRuns(t) {
		require.False(t, damaged(t, run))
		for i := range 8 * len(run) {
			run[i/8] ^= 1 << (i % 8)
			require.True(t, damaged(t, run), "bit %d of byte %d of %d", i%8, i/8, len(run))
			run[i/8] ^= 1 << (i % 8)
		}
	}
}

// TestEveryBitOfABlock reads blocks without Verify, as a search does.
func TestEveryBitOfABlock(t *testing.T) {
	for _, c := range codecs {
		run := write(t, rand.New(rand.NewPCG(4, 2)), Options{Codec: c}, levelStates[[1]uint64](rand.New(rand.NewPCG(1, 1)), 50))
		f := open[[1]uint64](t, run)
		for i := 8 * headBytes; i < 8*int(f.foot.index); i++ {
			run[i/8] ^= 1 << (i % 8)
			_, err := f.Cursor(Range[[1]uint64]{}).Next()
			require.ErrorIs(t, err, ErrCorrupt)
			run[i/8] ^= 1 << (i % 8)
		}
	}
}

// TestEveryLength cuts small runs short at each byte, and makes them longer.
func TestEveryLength(t *testing.T) {
	for _, run := range smallRuns(t) {
		for n := range run {
			require.True(t, damaged(t, run[:n]), "%d of %d bytes", n, len(run))
		}
		require.True(t, damaged(t, append(slices.Clone(run), 0)))
		require.True(t, damaged(t, append(slices.Clone(run), run...)))
	}
}

// TestErrorsSayWhat reads the messages for a few kinds of damage.
func TestErrorsSayWhat(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 2))
	run := write(t, r, Options{BlockStates: 20}, levelStates[[1]uint64](r, 50))
	for _, c := range []struct {
		at      int
		message string
		is      error
	}{
		{0, `level-7 at offset 0: corrupt level file: it begins with "dxhaustL": want "exhaustL"`, ErrCorrupt},
		{9, "level-7 at offset 8: unsupported level file: version 258: want 1 to 2", ErrUnsupported},
		{10, "level-7 at offset 10: unsupported level file: codec 2", nil},
		{11, "level-7 at offset 11: unsupported level file: states of 0 words: want 1, 2, 3, 4 or 8", ErrUnsupported},
		{12, "level-7 at offset 24: corrupt level file: header checksum", ErrCorrupt},
		{headBytes, "level-7 at offset 32: corrupt level file: block 0 has checksum", ErrCorrupt},
	} {
		run[c.at] ^= 1
		_, err := Inspect(bytes.NewReader(run), int64(len(run)), "level-7", true)
		if c.is == nil { // another codec is known, so that the checksum must tell
			require.ErrorContains(t, err, "header checksum")
		} else {
			require.ErrorIs(t, err, c.is)
			require.ErrorContains(t, err, c.message)
		}
		run[c.at] ^= 1
	}
	_, err := Open[[2]uint64](bytes.NewReader(run), int64(len(run)), "level-7")
	require.EqualError(t, err, "level-7 at offset 11: unsupported level file: states of 1 words: want 2")
	require.ErrorIs(t, err, ErrUnsupported)
}

// brokenDisk fails reads from an offset on.
type brokenDisk struct {
	*bytes.Reader
	from int64
}

var errDisk = errors.New("input/output error")

func (d brokenDisk) ReadAt(b []byte, at int64) (int, error) {
	if at+int64(len(b)) > d.from {
		return 0, errDisk
	}
	return d.Reader.ReadAt(b, at)
}

// TestReadErrors tells a disk that fails from bytes that are wrong.
func TestReadErrors(t *testing.T) {
	run := smallRuns(t)[0]
	for from := range len(run) {
		_, err := Inspect(brokenDisk{bytes.NewReader(run), int64(from)}, int64(len(run)), "level-7", true)
		require.ErrorIs(t, err, errDisk)
		require.NotErrorIs(t, err, ErrCorrupt)
		require.ErrorContains(t, err, "level-7 at offset ")
	}
	f := open[[1]uint64](t, run)
	f.r = brokenDisk{bytes.NewReader(run), headBytes}
	_, err := f.Cursor(Range[[1]uint64]{}).Next()
	require.ErrorIs(t, err, errDisk)
	_, err = f.Subtract(statecodec.AppendBlocks(nil, [][1]uint64{f.First(1)}), &Buffer[[1]uint64]{})
	require.ErrorIs(t, err, errDisk)
	require.ErrorIs(t, pass(context.Background(), f.Cursor(Range[[1]uint64]{}), func([]statecodec.Block[[1]uint64]) error { return nil }), errDisk)
}

// FuzzOpen reads arbitrary runs whose checksums are put right first, so that what lies behind
// them is reached. What is read without complaint can be written and read again.
func FuzzOpen(f *testing.F) {
	for _, run := range smallRuns(f) {
		f.Add(run)
	}
	f.Fuzz(func(t *testing.T, run []byte) {
		run = slices.Clone(run)
		reseal(run)
		s, err := Inspect(bytes.NewReader(run), int64(len(run)), "run", true)
		if err != nil || s.Words != 1 {
			return
		}
		states := all(t, open[[1]uint64](t, run).Cursor(Range[[1]uint64]{}))
		require.Equal(t, s.States, uint64(len(states)))
		again := write(t, rand.New(rand.NewPCG(0, 0)), Options{}, states)
		require.True(t, slices.Equal(states, all(t, open[[1]uint64](t, again).Cursor(Range[[1]uint64]{}))))
	})
}

// reseal puts all checksums of a run right, as far as its parts can be found.
func reseal(run []byte) {
	if len(run) < headBytes {
		return
	}
	words := int(run[11])
	put := func(at int, b []byte) { binary.LittleEndian.PutUint64(run[at:], xxhash.Sum64(b)) }
	put(24, run[:24])
	foot := len(run) - footBytes(words)
	if foot < headBytes {
		return
	}
	fields := run[foot+8*words:]
	blocks, index := binary.LittleEndian.Uint64(fields[8:]), binary.LittleEndian.Uint64(fields[16:])
	if size := uint64(entryBytes(words)); index < uint64(foot) && blocks <= (uint64(foot)-index)/size {
		at := headBytes
		for i := range int(blocks) {
			entry := int(index) + i*int(size)
			stored := int(binary.LittleEndian.Uint32(run[entry+8*words:]))
			if at+stored > int(index) {
				break
			}
			put(entry+int(size)-8, run[at:at+stored])
			at += stored
		}
		put(foot+8*words+24, run[index:foot])
	}
	put(foot+8*words+32, run[:foot])
	put(foot+8*words+40, run[foot:foot+8*words+40])
}

// TestResealedDamage flips each bit of small runs and puts the checksums right: nothing panics,
// and whatever is accepted is a run of increasing states.
func TestResealedDamage(t *testing.T) {
	accepted := 0
	for _, run := range smallRuns(t) {
		for i := range 8 * len(run) {
			flipped := slices.Clone(run)
			flipped[i/8] ^= 1 << (i % 8)
			reseal(flipped)
			if s, err := Inspect(bytes.NewReader(flipped), int64(len(flipped)), "run", true); err == nil {
				accepted++
				require.LessOrEqual(t, s.States, uint64(60))
			}
		}
	}
	require.NotZero(t, accepted, "the checksums are not put right")
}
