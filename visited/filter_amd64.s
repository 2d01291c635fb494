#include "textflag.h"

// func filterAVX2(base unsafe.Pointer, words *uint64, homes *uintptr, n int) int
//
// One word a round, no branch but the loop's: compare the word with the eight cells of its
// bucket, and zero with them; write the word and its place to the front; step the front on
// unless the word was found. Cell 0 holds tags and does not count. A free cell equals the
// word 0, which must not count as found.
TEXT ·filterAVX2(SB), NOSPLIT, $0-40
	MOVQ  base+0(FP), BX
	MOVQ  words+8(FP), SI
	MOVQ  homes+16(FP), DI
	MOVQ  n+24(FP), CX
	VPXOR Y15, Y15, Y15
	XORQ  R12, R12 // the front
	XORQ  R13, R13 // the round

loop:
	MOVQ         (DI)(R13*8), DX
	MOVQ         (SI)(R13*8), AX
	VPBROADCASTQ (SI)(R13*8), Y0
	VMOVDQU      (BX)(DX*1), Y1
	VMOVDQU      32(BX)(DX*1), Y2
	VPCMPEQQ     Y1, Y0, Y3
	VPCMPEQQ     Y2, Y0, Y4
	VPCMPEQQ     Y1, Y15, Y5
	VPCMPEQQ     Y2, Y15, Y6
	VMOVMSKPD    Y3, R8
	VMOVMSKPD    Y4, R9
	VMOVMSKPD    Y5, R10
	VMOVMSKPD    Y6, R11
	SHLL         $4, R9
	SHLL         $4, R11
	ORL          R9, R8
	ORL          R11, R10
	ANDL         $0xFE, R8
	ANDL         $0xFE, R10
	ORL          $0x100, R10 // no free cell: 8
	ANDNL        R8, R10, R8 // found, and not free
	BSFL         R10, R10
	ADDQ         R10, DX
	MOVQ         AX, (SI)(R12*8)
	MOVQ         DX, (DI)(R12*8)
	XORL         R9, R9
	TESTL        R8, R8
	SETEQ        R9
	ADDQ         R9, R12
	INCQ         R13
	CMPQ         R13, CX
	JLT          loop

	VZEROUPPER
	MOVQ R12, ret+32(FP)
	RET
