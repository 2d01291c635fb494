package visited

import (
	"fmt"
	"maps"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	"exhaust/statecodec"
)

type (
	block1 = statecodec.Block[[1]uint64]
	sets   = map[[1]uint64]uint64 // of states, by the key of their block
)

func newBlock(key [1]uint64, set uint64) block1 { return block1{Key: key, Set: set} }

// insert1 enters blocks, each into its shard, and fails if one is full.
func insert1(t *testing.T, s *Set[[1]uint64], blocks ...block1) (added uint64) {
	t.Helper()
	var in Inserter[[1]uint64]
	shards := make([]uint16, len(blocks))
	s.ShardsOf(blocks, shards)
	for i, shard := range shards {
		n, left := in.Insert(s, int(shard), blocks[i:i+1])
		require.Empty(t, left)
		added += n
	}
	return added
}

// takeSets takes what is fresh. No key may come twice.
func takeSets(t *testing.T, s *Set[[1]uint64]) sets {
	t.Helper()
	got := sets{}
	var in Inserter[[1]uint64]
	for shard := range s.Shards() {
		in.TakeFresh(s, shard, func(b block1) {
			require.Zero(t, got[b.Key], "%v comes twice", b.Key)
			require.NotZero(t, b.Set)
			got[b.Key] = b.Set
		})
	}
	return got
}

// TestGrowthKeepsWhatIsFresh enters blocks whose sets grow from round to round, takes what is fresh in some of them, and grows the set while
// the rest waits: in place and elsewhere, in as many shards and in more, on one worker and several. What is
// fresh is in the end, and at each taking, the union of what was entered since, without what the set held.
func TestGrowthKeepsWhatIsFresh(t *testing.T) {
	for name, hash := range hashes[[1]uint64]() {
		for _, shards := range []int{0, 1, 16} {
			for seed := range uint64(3) {
				t.Run(fmt.Sprintf("%s/%d/%d", name, shards, seed), func(t *testing.T) {
					s := New[[1]uint64]()
					s.Hash, s.FixedShards = hash, shards
					s.Reset()
					growFresh(t, s, rand.New(rand.NewPCG(seed, 51)), 400)
				})
			}
		}
	}
	for seed := range uint64(2) { // large enough to be in many shards, outside the heap
		s := New[[1]uint64]()
		growFresh(t, s, rand.New(rand.NewPCG(seed, 52)), 30_000)
		require.Equal(t, manyShards, s.Shards())
	}
}

// growFresh does so with blocks of so many keys.
func growFresh(t *testing.T, s *Set[[1]uint64], r *rand.Rand, keys uint64) {
	all, fresh := sets{}, sets{}
	for round := range 12 {
		for range 1 + r.Uint64N(keys/4) {
			b := block1{Key: [1]uint64{r.Uint64N(keys) * 7 << statecodec.BlockBits}, Set: 1<<r.IntN(64) | r.Uint64()&r.Uint64()&r.Uint64()}
			if s.Len()+1 >= s.Capacity()/2 {
				grow(t, s, r)
			}
			var in Inserter[[1]uint64]
			shard := make([]uint16, 1)
			s.ShardsOf([]block1{b}, shard)
			added, left := in.Insert(s, int(shard[0]), []block1{b})
			for ; len(left) > 0; _, left = in.Insert(s, int(shard[0]), left) {
				grow(t, s, r)
				s.ShardsOf([]block1{b}, shard)
				added = uint64(bits.OnesCount64(b.Set &^ all[b.Key]))
			}
			require.Equal(t, bits.OnesCount64(b.Set&^all[b.Key]), int(added))
			if now := b.Set &^ all[b.Key]; now != 0 {
				fresh[b.Key] |= now
			}
			all[b.Key] |= b.Set
		}
		if r.IntN(2) == 0 {
			grow(t, s, r)
		}
		for key, set := range all { // while some is fresh
			if s.Lookup(&key) != set {
				t.Fatalf("round %d: %v: %#x, want %#x", round, key, s.Lookup(&key), set)
			}
		}
		if r.IntN(3) == 0 || round == 11 {
			require.True(t, maps.Equal(fresh, takeSets(t, s)), "round %d", round)
			require.Empty(t, takeSets(t, s))
			clear(fresh)
		}
	}
	requireSound(t, s, all)
}

// grow makes a set a little or much larger, half the time elsewhere.
func grow(t *testing.T, s *Set[[1]uint64], r *rand.Rand) {
	t.Helper()
	if r.IntN(2) == 0 {
		s.memory.Words = slices.Clip(s.memory.Words)
	}
	require.NoError(t, s.Grow(s.Capacity()+1+r.Uint64N(s.Capacity()), 1+r.IntN(3)))
}

// TestTakeFreshKeepsOrder has blocks come several times; each is taken where it first came.
func TestTakeFreshKeepsOrder(t *testing.T) {
	s := New[[1]uint64]()
	var want, got [][1]uint64
	for i := range uint64(150) {
		key := [1]uint64{i * 0x9E3779B97F4A7C15 << statecodec.BlockBits}
		want = append(want, key)
		insert1(t, s, newBlock(key, 1), newBlock(want[i/2], 2), newBlock(key, 5))
	}
	var in Inserter[[1]uint64]
	in.TakeFresh(s, 0, func(b block1) { got = append(got, b.Key) })
	require.Equal(t, want, got)
}

// TestFullSets has blocks of all 64 states, of one, and of none that is new, and keys of all ones and of zeros.
func TestFullSets(t *testing.T) {
	const mask = 1<<statecodec.BlockBits - 1
	all := ^uint64(0)
	for _, hash := range hashes[[1]uint64]() {
		s := New[[1]uint64]()
		s.Hash = hash
		keys := [][1]uint64{{0}, {all &^ mask}, {1 << 63}, {mask + 1}}
		want := sets{}
		for i, key := range keys {
			require.Zero(t, s.Lookup(&key))
			require.Equal(t, uint64(1), insert1(t, s, newBlock(key, 1<<63)))
			require.Zero(t, insert1(t, s, newBlock(key, 1<<63)))
			require.Equal(t, uint64(1+i), s.Len())
			want[key] = all
		}
		require.Len(t, takeSets(t, s), len(keys))
		for _, key := range keys {
			require.Equal(t, uint64(63), insert1(t, s, newBlock(key, all)))
			require.Zero(t, insert1(t, s, newBlock(key, all)))
			require.Equal(t, all, s.Lookup(&key))
		}
		for _, set := range takeSets(t, s) {
			require.Equal(t, all>>1, set)
		}
		requireSound(t, s, want)
	}
}

// TestFullShard fills one shard of many, to which the set then gives room. What did not fit is what is left, in order, whatever of it
// the set holds already.
func TestFullShard(t *testing.T) {
	s := New[[1]uint64]()
	s.FixedShards = 4
	s.Hash = func(w *[1]uint64) uint64 { return statecodec.Hash(w)>>2 | 2<<62 } // all into shard 2
	s.Reset()
	var blocks []block1
	want := sets{}
	for i := range uint64(1000) {
		blocks = append(blocks, newBlock([1]uint64{i << statecodec.BlockBits}, 3))
		want[blocks[i].Key] = 3
	}
	var in Inserter[[1]uint64]
	added, left := in.Insert(s, 2, blocks)
	require.Equal(t, s.Capacity()/4, s.Len())
	require.Equal(t, 2*s.Len(), added)
	require.Equal(t, blocks[s.Len():], left)
	_, left = in.Insert(s, 2, blocks[:100])
	require.Equal(t, blocks[:100], left)
	for left = blocks; len(left) > 0; _, left = in.Insert(s, 2, left) {
		require.NoError(t, s.Grow(2*s.Capacity(), 3))
	}
	require.Equal(t, 1000, int(s.Len()))
	require.Equal(t, want, takeSets(t, s))
	requireSound(t, s, want)
}

// requireSound requires a set to hold these blocks and no others, by what lies in the table.
func requireSound(t *testing.T, s *Set[[1]uint64], want sets) {
	t.Helper()
	require.NoError(t, sound(s, want))
}

// sound returns what is wrong with a set that should hold these blocks: blocks that it lacks or has too much, look-ups that
// fail, slots behind a free one, shards that count wrongly, and lists of what is fresh that are not what the slots say.
func sound(s *Set[[1]uint64], want sets) error {
	found := 0
	slot := int(s.slotBytes() / 8)
	for shard := range s.shards {
		held, fresh := uint64(0), []uint32{}
		for i := range uint32(s.slots) {
			e := s.entryAt(shard, i)
			if e.set == 0 {
				continue
			}
			held++
			if want[e.key] != e.set {
				return fmt.Errorf("shard %d, slot %d: %v: %#x, want %#x", shard, i, e.key, e.set, want[e.key])
			}
			if e.fresh&^e.set != 0 {
				return fmt.Errorf("shard %d, slot %d: %#x of %#x is fresh", shard, i, e.fresh, e.set)
			}
			if e.fresh != 0 {
				fresh = append(fresh, i)
			}
			of, at := s.home(s.hash(&e.key))
			if int(of) != shard {
				return fmt.Errorf("%v of shard %d is in shard %d", e.key, of, shard)
			}
			for at := uint32(at / s.slotBytes()); at != i; at = (at + 1) % uint32(s.slots) {
				if s.entryAt(shard, at).set == 0 {
					return fmt.Errorf("shard %d: slot %d is free, between the home of %v and slot %d", shard, at, e.key, i)
				}
			}
		}
		if held != s.shards[shard].held {
			return fmt.Errorf("shard %d: %d blocks, and it counts %d", shard, held, s.shards[shard].held)
		}
		if listed := slices.Sorted(slices.Values(s.shards[shard].fresh)); !slices.Equal(listed, fresh) {
			return fmt.Errorf("shard %d: fresh slots %v, and it lists %v", shard, fresh, listed)
		}
		found += int(held)
	}
	if found != len(want) || len(s.memory.Words) != slot*int(s.slots)*len(s.shards) {
		return fmt.Errorf("%d blocks in %d words, want %d", found, len(s.memory.Words), len(want))
	}
	for key, set := range want {
		if got := s.Lookup(&key); got != set {
			return fmt.Errorf("%v: %#x, want %#x", key, got, set)
		}
	}
	return nil
}

// entryAt returns a slot of a shard.
func (s *Set[W]) entryAt(shard int, slot uint32) *entry[W] {
	return (*entry[W])(unsafe.Add(s.shardBase(uint64(shard)), uintptr(slot)*s.slotBytes()))
}

// mutants are what bugs would make of a set: of the first shard that has a block in another slot than its home, this block and the slot before, which
// is taken, are given.
var mutants = map[string]func(s *Set[[1]uint64], shard int, e, before *entry[[1]uint64]){
	"growth drops what is fresh": func(s *Set[[1]uint64], shard int, e, _ *entry[[1]uint64]) {
		s.shards[shard].fresh = slices.DeleteFunc(s.shards[shard].fresh, func(slot uint32) bool { return s.entryAt(shard, slot) == e })
		e.fresh = 0
	},
	"growth drops a list": func(s *Set[[1]uint64], shard int, _, _ *entry[[1]uint64]) {
		s.shards[shard].fresh = s.shards[shard].fresh[:0]
	},
	"growth lists a slot twice": func(s *Set[[1]uint64], shard int, _, _ *entry[[1]uint64]) {
		s.shards[shard].fresh = append(s.shards[shard].fresh, s.shards[shard].fresh[0])
	},
	"what is taken stays fresh": func(_ *Set[[1]uint64], _ int, e, _ *entry[[1]uint64]) { e.fresh |= e.set },
	"a wrong home": func(s *Set[[1]uint64], shard int, e, _ *entry[[1]uint64]) {
		for slot := range uint32(s.slots) {
			if to := s.entryAt(shard, slot); to.set == 0 {
				*to, *e = *e, *to
				return
			}
		}
	},
	"a wrong shard": func(s *Set[[1]uint64], shard int, e, _ *entry[[1]uint64]) {
		other := (shard + 1) % len(s.shards)
		_, at := s.home(s.hash(&e.key))
		*find(s.shardBase(uint64(other)), at, s.shardBytes(), &e.key) = *e
		s.shards[shard].held--
		s.shards[other].held++
		*e = entry[[1]uint64]{}
	},
	"a probe that stops early": func(s *Set[[1]uint64], shard int, e, before *entry[[1]uint64]) {
		for slot := range uint32(s.slots) { // the slot before is free now, so that probes stop there
			if to := s.entryAt(shard, slot); to.set == 0 {
				*to, *before = *before, *to
				return
			}
		}
	},
	"a block twice": func(s *Set[[1]uint64], shard int, e, _ *entry[[1]uint64]) {
		for slot := range uint32(s.slots) {
			if to := s.entryAt(shard, slot); to.set == 0 {
				*to = *e
				return
			}
		}
	},
	"a state less":  func(_ *Set[[1]uint64], _ int, e, _ *entry[[1]uint64]) { e.set &= e.set - 1; e.fresh &= e.set },
	"a state more":  func(_ *Set[[1]uint64], _ int, e, _ *entry[[1]uint64]) { e.set |= 1 << 40 },
	"a block less":  func(_ *Set[[1]uint64], _ int, e, _ *entry[[1]uint64]) { *e = entry[[1]uint64]{} },
	"a wrong count": func(s *Set[[1]uint64], shard int, _, _ *entry[[1]uint64]) { s.shards[shard].held++ },
	"another key":   func(_ *Set[[1]uint64], _ int, e, _ *entry[[1]uint64]) { e.key[0] ^= 1 << 20 },
}

// TestMutants plants in a set what bugs of the table would leave there: the checks of the tests above find each.
func TestMutants(t *testing.T) {
	for name, mutate := range mutants {
		s := New[[1]uint64]()
		s.FixedShards = 4
		s.Reset()
		want, fresh := sets{}, sets{}
		for i := range uint64(130) {
			b := newBlock([1]uint64{i << statecodec.BlockBits}, 7<<(i%8))
			insert1(t, s, b)
			want[b.Key] = b.Set
		}
		takeSets(t, s)
		for key := range want {
			insert1(t, s, newBlock(key, 3<<30))
			want[key] |= 3 << 30
			fresh[key] = 3 << 30
		}
		require.NoError(t, sound(s, want))
		shard, e, before := behind(s)
		mutate(s, shard, e, before)
		if sound(s, want) == nil && maps.Equal(fresh, takeSets(t, s)) {
			t.Errorf("%s: not found", name)
		}
	}
}

// behind returns a shard, a block that lies behind its home, and the slot before.
func behind(s *Set[[1]uint64]) (shard int, e, before *entry[[1]uint64]) {
	for shard := range s.shards {
		for slot := uint32(1); slot < uint32(s.slots); slot++ {
			e := s.entryAt(shard, slot)
			if _, at := s.home(s.hash(&e.key)); e.set != 0 && uint32(at/s.slotBytes()) != slot {
				return shard, e, s.entryAt(shard, slot-1)
			}
		}
	}
	panic("no block is behind its home")
}
