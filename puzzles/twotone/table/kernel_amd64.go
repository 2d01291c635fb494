package table

import "golang.org/x/sys/cpu"

// hasVectors tells whether the machine has the instructions that the vector kernels need.
var hasVectors = cpu.X86.HasAVX512F && cpu.X86.HasAVX512DQ && cpu.X86.HasAVX512BW && cpu.X86.HasAVX512VBMI &&
	cpu.X86.HasAVX512VPOPCNTDQ && cpu.X86.HasAVX512GFNI

// vector holds the kernels in vector instructions.
var vector = kernels{mergeAVX512, columnVector, settleVector, bothVector}

// fastest returns the kernels to use on this machine.
func fastest() *kernels {
	if hasVectors {
		return &vector
	}
	return &plain
}

func columnVector(dst, src []uint64, i int, l *layout) {
	if l.words < lanes {
		gatherAVX512(&dst[0], &src[i*l.words], &l.gather, uint64(lanes/l.words*l.row), l.row/lanes)
		return
	}
	copyAVX512(&dst[0], &src[i*l.words], uint64(8*l.words), uint64(8*l.row), l.cells)
}

func settleVector(c *cell) (count int, enters, leaves bool) { return settleAVX512(c, c.reversal) }

func bothVector(strict, handover, won []uint64) (same int, beyond bool) {
	return bothAVX512(&strict[0], &handover[0], &won[0], len(strict))
}

//go:noescape
func mergeAVX512(m *merger) uint32

//go:noescape
func gatherAVX512(dst, src *uint64, index *[lanes]uint64, step uint64, n int)

//go:noescape
func copyAVX512(dst, src *uint64, bytes, step uint64, n int)

//go:noescape
func settleAVX512(c *cell, r *reversal) (count int, enters, leaves bool)

//go:noescape
func bothAVX512(strict, handover, won *uint64, n int) (same int, beyond bool)
