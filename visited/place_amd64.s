#include "textflag.h"

// func placeWordsAsm(base unsafe.Pointer, words *uint64, places *uintptr, n int, buckets uint64)
//
// One word a round: its xxHash64 as in package statecodec, its home, a prefetch. The
// rounds do not depend on each other, so they overlap, and the prefetches come spread
// out rather than in a burst that the processor would have to queue.
TEXT ·placeWordsAsm(SB), NOSPLIT, $8-40
	MOVQ base+0(FP), BP
	MOVQ words+8(FP), SI
	MOVQ places+16(FP), DI
	MOVQ n+24(FP), CX
	MOVQ buckets+32(FP), BX
	MOVQ $0xC2B2AE3D27D4EB4F, R8  // prime2
	MOVQ $0x9E3779B185EBCA87, R9  // prime1
	MOVQ $0x27D4EB2F165667CD, R10 // prime5 + 8
	MOVQ $0x85EBCA77C2B2AE63, R11 // prime4
	MOVQ $0x165667B19E3779F9, R12 // prime3
	LEAQ (SI)(CX*8), R13
	CMPQ SI, R13
	JGE  done

loop:
	MOVQ  (SI), AX
	IMULQ R8, AX
	ROLQ  $31, AX
	IMULQ R9, AX
	XORQ  R10, AX
	ROLQ  $27, AX
	IMULQ R9, AX
	ADDQ  R11, AX
	MOVQ  AX, DX
	SHRQ  $33, DX
	XORQ  DX, AX
	IMULQ R8, AX
	MOVQ  AX, DX
	SHRQ  $29, DX
	XORQ  DX, AX
	IMULQ R12, AX
	MOVQ  AX, DX
	SHRQ  $32, DX
	XORQ  DX, AX
	MULQ  BX           // DX = hash * buckets / 2^64
	SHLQ  $6, DX
	MOVQ  DX, (DI)
	BYTE $0x0F; BYTE $0x0D; BYTE $0x4C; BYTE $0x15; BYTE $0x00 // PREFETCHW (BP)(DX*1)
	ADDQ  $8, SI
	ADDQ  $8, DI
	CMPQ  SI, R13
	JLT   loop

done:
	RET
