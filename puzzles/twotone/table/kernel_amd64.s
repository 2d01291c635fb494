#include "go_asm.h"
#include "textflag.h"

// The matrix that reverses the bits of each byte.
DATA bitsOfByte<>+0(SB)/8, $0x8040201008040201
GLOBL bitsOfByte<>(SB), RODATA|NOPTR, $8

// func mergeAVX512(m *merger) uint32
TEXT ·mergeAVX512(SB), NOSPLIT, $0-12
	MOVQ m+0(FP), DI
	MOVQ merger_news(DI), R8
	MOVQ merger_won(DI), R9
	MOVQ merger_row(DI), R10
	SHLQ $3, R10               // bytes of a row
	LEAQ merger_beside(DI), R11
	XORL R12, R12              // the cell
	XORL R13, R13              // the cells with news

cell:
	MOVQ   0(R11), AX
	MOVQ   8(R11), BX
	MOVQ   16(R11), CX
	MOVQ   24(R11), DX
	ADDQ   $32, R11
	LEAQ   (AX)(AX*2), AX // a slice header is three words
	LEAQ   (BX)(BX*2), BX
	LEAQ   (CX)(CX*2), CX
	LEAQ   (DX)(DX*2), DX
	MOVQ   merger_src(DI)(AX*8), AX
	MOVQ   merger_src(DI)(BX*8), BX
	MOVQ   merger_src(DI)(CX*8), CX
	MOVQ   merger_src(DI)(DX*8), DX
	VPXORQ Z2, Z2, Z2
	XORL   SI, SI

vector:
	VMOVDQU64 (AX)(SI*1), Z0
	VMOVDQU64 (CX)(SI*1), Z3
	VMOVDQU64 (R9)(SI*1), Z1
	VPORQ     (BX)(SI*1), Z0, Z0
	VPORQ     (DX)(SI*1), Z3, Z3
	VPORQ     Z3, Z0, Z0
	VPANDNQ   Z0, Z1, Z0
	VMOVDQU64 Z0, (R8)(SI*1)
	VPORQ     Z0, Z2, Z2
	ADDQ      $64, SI
	CMPQ      SI, R10
	JLT       vector

	ADDQ     R10, R8
	ADDQ     R10, R9
	VPTESTMQ Z2, Z2, K1
	KMOVB    K1, AX
	XORL     BX, BX
	TESTL    AX, AX
	SETNE    BX
	MOVQ     R12, CX
	SHLQ     CX, BX
	ORQ      BX, R13
	INCQ     R12
	CMPQ     R12, merger_cells(DI)
	JLT      cell

	VZEROUPPER
	MOVL R13, ret+8(FP)
	RET

// func gatherAVX512(dst, src *uint64, index *[8]uint64, step uint64, n int)
//
// Each vector of dst is gathered from places index of src, which grow by step from
// vector to vector.
TEXT ·gatherAVX512(SB), NOSPLIT, $0-40
	MOVQ         dst+0(FP), DI
	MOVQ         src+8(FP), SI
	MOVQ         index+16(FP), AX
	MOVQ         n+32(FP), CX
	VMOVDQU64    (AX), Z1
	VPBROADCASTQ step+24(FP), Z2

gather:
	KXNORB     K1, K1, K1
	VPXORQ     Z0, Z0, Z0
	VPGATHERQQ (SI)(Z1*8), K1, Z0
	VMOVDQU64  Z0, (DI)
	VPADDQ     Z2, Z1, Z1
	ADDQ       $64, DI
	DECQ       CX
	JNZ        gather

	VZEROUPPER
	RET

// func copyAVX512(dst, src *uint64, bytes, step uint64, n int)
//
// Copies n times so many bytes, a multiple of 64; src grows by step in between.
TEXT ·copyAVX512(SB), NOSPLIT, $0-40
	MOVQ dst+0(FP), DI
	MOVQ src+8(FP), SI
	MOVQ bytes+16(FP), BX
	MOVQ step+24(FP), DX
	MOVQ n+32(FP), CX

slice:
	XORL AX, AX

copy:
	VMOVDQU64 (SI)(AX*1), Z0
	VMOVDQU64 Z0, (DI)(AX*1)
	ADDQ      $64, AX
	CMPQ      AX, BX
	JLT       copy

	ADDQ BX, DI
	ADDQ DX, SI
	DECQ CX
	JNZ  slice

	VZEROUPPER
	RET

// MAKE shifts Z(V) by the constants in Z(P), Z(M), Z(R), adds what is left to Z(ANY), and
// stores it at BASE: vector SI^FLIP, or zeros there if SI&FLIP is not WANT.
#define MAKE(V, P, M, R, FLIP, WANT, BASE, ANY) \
	VPERMQ    V, P, V;         \
	VPANDQ    M, V, V;         \
	VPROLVQ   R, V, V;         \
	MOVQ      SI, AX;          \
	ANDQ      FLIP, AX;        \
	XORL      BX, BX;          \
	CMPQ      AX, WANT;        \
	SETEQ     BX;              \
	NEGQ      BX;              \
	KMOVB     BX, K1;          \
	VMOVDQA64.Z V, K1, V;      \
	VPORQ     V, ANY, ANY;     \
	MOVQ      SI, AX;          \
	XORQ      FLIP, AX;        \
	VMOVDQU64 V, (BASE)(AX*1)

// func settleAVX512(c *cell, r *reversal) (count int, enters, leaves bool)
TEXT ·settleAVX512(SB), NOSPLIT, $0-26
	MOVQ c+0(FP), DX
	MOVQ cell_enter(DX), AX
	MOVQ cell_out(DX), BX
	VMOVDQU64 shift_perm(AX), Z16
	VMOVDQU64 shift_mask(AX), Z17
	VMOVDQU64 shift_rot(AX), Z18
	VMOVDQU64 shift_perm(BX), Z19
	VMOVDQU64 shift_mask(BX), Z20
	VMOVDQU64 shift_rot(BX), Z21
	MOVQ shift_flip(AX), R8
	MOVQ shift_want(AX), R9
	MOVQ shift_flip(BX), R10
	MOVQ shift_want(BX), R11
	VPXORQ Z10, Z10, Z10 // the count
	VPXORQ Z11, Z11, Z11 // any entry
	VPXORQ Z12, Z12, Z12 // any entry that leaves
	MOVQ cell_news(DX), DI
	MOVQ cell_won(DX), R12
	MOVQ cell_entry(DX), R13
	MOVQ cell_leave(DX), R15
	XORL SI, SI
	CMPB cell_handover(DX), $0
	JEQ  strict

	MOVQ         r+8(FP), AX
	VMOVDQU64    reversal_perm(AX), Z22
	VMOVDQU64    reversal_right(AX), Z23
	VPBROADCASTQ bitsOfByte<>(SB), Z24

handover:
	MOVQ           r+8(FP), AX
	MOVQ           reversal_flip(AX), AX
	XORQ           SI, AX
	MOVQ           cell_col(DX), BX
	VMOVDQU64      (BX)(AX*1), Z1
	VMOVDQU64      (DI)(AX*1), Z2
	VPERMB         Z1, Z22, Z1
	VPERMB         Z2, Z22, Z2
	VGF2P8AFFINEQB $0, Z24, Z1, Z1
	VGF2P8AFFINEQB $0, Z24, Z2, Z2
	VPSRLVQ        Z23, Z1, Z1
	VPSRLVQ        Z23, Z2, Z2
	MOVQ           cell_stuck(DX), CX
	VPANDQ         (CX)(SI*1), Z1, Z1
	MOVQ           cell_stuckCol(DX), CX
	VPANDQ         (CX)(SI*1), Z2, Z2
	VPORQ          (DI)(SI*1), Z1, Z1
	VPORQ          (BX)(SI*1), Z2, Z2
	VMOVDQU64      Z1, (DI)(SI*1)
	VPORQ          (R12)(SI*1), Z1, Z3
	VMOVDQU64      Z3, (R12)(SI*1)
	VPOPCNTQ       Z1, Z4
	VPADDQ         Z4, Z10, Z10
	MAKE(Z1, Z16, Z17, Z18, R8, R9, R13, Z11)
	MAKE(Z2, Z19, Z20, Z21, R10, R11, R15, Z12)
	ADDQ           $64, SI
	MOVQ           cell_news+8(DX), AX
	SHLQ           $3, AX
	CMPQ           SI, AX
	JLT            handover
	JMP            done

strict:
	MOVQ      cell_col(DX), BX
	VMOVDQU64 (DI)(SI*1), Z1
	VMOVDQU64 (BX)(SI*1), Z2
	VPORQ     (R12)(SI*1), Z1, Z3
	VMOVDQU64 Z3, (R12)(SI*1)
	VPOPCNTQ  Z1, Z4
	VPADDQ    Z4, Z10, Z10
	MAKE(Z1, Z16, Z17, Z18, R8, R9, R13, Z11)
	MAKE(Z2, Z19, Z20, Z21, R10, R11, R15, Z12)
	ADDQ      $64, SI
	MOVQ      cell_news+8(DX), AX
	SHLQ      $3, AX
	CMPQ      SI, AX
	JLT       strict

done:
	VEXTRACTI64X4 $1, Z10, Y1
	VPADDQ        Y1, Y10, Y10
	VEXTRACTI128  $1, Y10, X1
	VPADDQ        X1, X10, X10
	VPSRLDQ       $8, X10, X1
	VPADDQ        X1, X10, X10
	VMOVQ         X10, AX
	MOVQ          AX, count+16(FP)
	VPTESTMQ      Z11, Z11, K1
	KMOVB         K1, AX
	TESTL         AX, AX
	SETNE         enters+24(FP)
	VPTESTMQ      Z12, Z12, K1
	KMOVB         K1, AX
	TESTL         AX, AX
	SETNE         leaves+25(FP)
	VZEROUPPER
	RET

// func bothAVX512(strict, handover, won *uint64, n int) (same int, beyond bool)
TEXT ·bothAVX512(SB), NOSPLIT, $0-41
	MOVQ   strict+0(FP), AX
	MOVQ   handover+8(FP), BX
	MOVQ   won+16(FP), CX
	MOVQ   n+24(FP), DX
	VPXORQ Z10, Z10, Z10
	VPXORQ Z11, Z11, Z11
	XORL   SI, SI

compare:
	VMOVDQU64 (AX)(SI*8), Z0
	VMOVDQU64 (CX)(SI*8), Z2
	VPANDQ    (BX)(SI*8), Z0, Z1
	VPANDNQ   Z0, Z2, Z2
	VPOPCNTQ  Z1, Z1
	VPADDQ    Z1, Z10, Z10
	VPORQ     Z2, Z11, Z11
	ADDQ      $8, SI
	CMPQ      SI, DX
	JLT       compare

	VEXTRACTI64X4 $1, Z10, Y1
	VPADDQ        Y1, Y10, Y10
	VEXTRACTI128  $1, Y10, X1
	VPADDQ        X1, X10, X10
	VPSRLDQ       $8, X10, X1
	VPADDQ        X1, X10, X10
	VMOVQ         X10, AX
	MOVQ          AX, same+32(FP)
	VPTESTMQ      Z11, Z11, K1
	KMOVB         K1, AX
	TESTL         AX, AX
	SETNE         beyond+40(FP)
	VZEROUPPER
	RET
