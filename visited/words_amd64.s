#include "textflag.h"

// HASH leaves in AX the xxHash64 of the word in AX, as package statecodec computes it. It
// uses DX; R8 to R12 hold the constants.
#define CONSTANTS \
	MOVQ $0xC2B2AE3D27D4EB4F, R8  \ // prime2
	MOVQ $0x9E3779B185EBCA87, R9  \ // prime1
	MOVQ $0x27D4EB2F165667CD, R10 \ // prime5 + 8
	MOVQ $0x85EBCA77C2B2AE63, R11 \ // prime4
	MOVQ $0x165667B19E3779F9, R12    // prime3

#define HASH \
	IMULQ R8, AX  \
	ROLQ  $31, AX \
	IMULQ R9, AX  \
	XORQ  R10, AX \
	ROLQ  $27, AX \
	IMULQ R9, AX  \
	ADDQ  R11, AX \
	MOVQ  AX, DX  \
	SHRQ  $33, DX \
	XORQ  DX, AX  \
	IMULQ R8, AX  \
	MOVQ  AX, DX  \
	SHRQ  $29, DX \
	XORQ  DX, AX  \
	IMULQ R12, AX \
	MOVQ  AX, DX  \
	SHRQ  $32, DX \
	XORQ  DX, AX

// func locateWordsAsm(base unsafe.Pointer, words *uint64, places *uintptr, n int, buckets uint64, shardBits int)
//
// One word a round: its hash, its home, a prefetch. The rounds do not depend on each
// other, so they overlap.
TEXT ·locateWordsAsm(SB), NOSPLIT, $8-48
	MOVQ base+0(FP), BP
	MOVQ words+8(FP), SI
	MOVQ places+16(FP), DI
	MOVQ n+24(FP), R13
	MOVQ buckets+32(FP), BX
	MOVQ shardBits+40(FP), CX
	CONSTANTS
	LEAQ (SI)(R13*8), R13

locate:
	MOVQ (SI), AX
	HASH
	SHLQ CX, AX
	MULQ BX            // DX = bucket
	SHLQ $6, DX
	MOVQ DX, (DI)
	BYTE $0x0F; BYTE $0x0D; BYTE $0x4C; BYTE $0x15; BYTE $0x00 // PREFETCHW (BP)(DX*1)
	ADDQ $8, SI
	ADDQ $8, DI
	CMPQ SI, R13
	JLT  locate
	RET

// func shardsOfAsm(words *uint64, shards *uint16, n int, shift int)
TEXT ·shardsOfAsm(SB), NOSPLIT, $0-32
	MOVQ words+0(FP), SI
	MOVQ shards+8(FP), DI
	MOVQ n+16(FP), R13
	MOVQ shift+24(FP), CX
	CONSTANTS
	LEAQ (SI)(R13*8), R13

shard:
	MOVQ (SI), AX
	HASH
	SHRQ CX, AX
	MOVW AX, (DI)
	ADDQ $8, SI
	ADDQ $2, DI
	CMPQ SI, R13
	JLT  shard
	RET

// func enterWordsAVX2(base unsafe.Pointer, words *uint64, places *uintptr, n int, tag uint64, over *uint64, overPlaces *uintptr) (fresh, full int)
//
// One word a round, no branch but the loop's, because what is found is as good as random.
// Compare the word with the eight cells of its bucket; cells after the last taken slot and
// cell 0, the tags, do not count. Write the word and the bucket's new tags, where they
// belong if the word is new, and to the stack if not. Write the word to the front and to
// over, and step each of them on only if it belongs there.
TEXT ·enterWordsAVX2(SB), NOSPLIT, $16-72
	MOVQ words+8(FP), SI
	MOVQ places+16(FP), DI
	MOVQ n+24(FP), AX
	LEAQ (SI)(AX*8), AX
	MOVQ AX, end-16(SP)
	MOVQ over+40(FP), BX
	MOVQ overPlaces+48(FP), CX
	MOVQ SI, R13               // the front

enter:
	MOVQ         (DI), DX
	MOVQ         (SI), AX
	VPBROADCASTQ (SI), Y0
	MOVQ         base+0(FP), R14
	ADDQ         DX, R14
	VPCMPEQQ     (R14), Y0, Y1
	VPCMPEQQ     32(R14), Y0, Y2
	VMOVMSKPD    Y1, R8
	VMOVMSKPD    Y2, R9
	SHLL         $4, R9
	ORL          R9, R8        // bit i: cell i is the word
	MOVQ         (R14), R10    // the tags
	LZCNTQ       R10, R11
	SHRL         $3, R11
	MOVL         $8, R12
	SUBL         R11, R12      // slots taken; byte 7 of the tags is always 0
	LEAL         1(R12), R15
	BZHIL        R15, R8, R8
	XORL         R9, R9
	ANDL         $0xFE, R8
	SETEQ        R9            // 1: not found
	XORL         R11, R11
	CMPL         R12, $7
	SETEQ        R11           // 1: the bucket is full
	ANDL         R9, R11       // 1: it has to look further
	XORL         R11, R9       // 1: it is new
	SHLL         $3, R12
	LEAQ         8(R14)(R12*1), R15 // the cell of the first free slot
	SHLXQ        R12, tag+32(FP), R12
	ORQ          R10, R12      // the tags with its own
	LEAQ         nowhere-8(SP), R8
	TESTL        R9, R9
	CMOVQEQ      R8, R15
	CMOVQEQ      R8, R14
	MOVQ         AX, (R15)
	MOVQ         R12, (R14)
	MOVQ         AX, (R13)
	LEAQ         (R13)(R9*8), R13
	MOVQ         AX, (BX)
	MOVQ         DX, (CX)
	LEAQ         (BX)(R11*8), BX
	LEAQ         (CX)(R11*8), CX
	ADDQ         $8, SI
	ADDQ         $8, DI
	CMPQ         SI, end-16(SP)
	JLT          enter

	VZEROUPPER
	SUBQ words+8(FP), R13
	SHRQ $3, R13
	MOVQ R13, fresh+56(FP)
	SUBQ over+40(FP), BX
	SHRQ $3, BX
	MOVQ BX, full+64(FP)
	RET
