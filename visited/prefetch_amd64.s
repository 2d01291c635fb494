#include "textflag.h"

// func prefetchLines(base unsafe.Pointer, offsets *uintptr, n int)
TEXT ·prefetchLines(SB), NOSPLIT, $0-24
	MOVQ base+0(FP), AX
	MOVQ offsets+8(FP), BX
	MOVQ n+16(FP), CX
	LEAQ (BX)(CX*8), DX
	CMPQ BX, DX
	JGE  done
loop:
	MOVQ (BX), SI
	PREFETCHT0 (AX)(SI*1)
	ADDQ $8, BX
	CMPQ BX, DX
	JLT  loop
done:
	RET

// func prefetchPairs(base unsafe.Pointer, offsets *uintptr, n int)
TEXT ·prefetchPairs(SB), NOSPLIT, $0-24
	MOVQ base+0(FP), AX
	MOVQ offsets+8(FP), BX
	MOVQ n+16(FP), CX
	LEAQ (BX)(CX*8), DX
	CMPQ BX, DX
	JGE  done
loop:
	MOVQ (BX), SI
	PREFETCHT0 (AX)(SI*1)
	PREFETCHT0 64(AX)(SI*1)
	ADDQ $8, BX
	CMPQ BX, DX
	JLT  loop
done:
	RET
