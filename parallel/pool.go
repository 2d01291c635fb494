package parallel

import (
	"exhaust/statecodec"
	"exhaust/visited/memory"
)

// keptPages is the number of pages on the heap, which a search keeps for the next one.
const keptPages = 256

// A pool keeps pages that are not in use. Its methods may be called by many
// workers at once.
type pool[W statecodec.Words] struct{ memory.Pool }

// pageWords returns the size of a page.
func pageWords[W statecodec.Words]() int { return pageBlocks * int(blockBytes[W]()) / 8 }

func newPool[W statecodec.Words]() *pool[W] {
	return &pool[W]{memory.Pool{Words: pageWords[W](), Heap: keptPages}}
}

// get returns an empty page.
func (p *pool[W]) get() page[W] {
	return memory.As[statecodec.Block[W]](p.Get())[:0]
}

// put gives a page back.
func (p *pool[W]) put(back page[W]) {
	if cap(back) == 0 {
		return
	}
	p.Put(memory.As[uint64](back[:pageBlocks]))
}
