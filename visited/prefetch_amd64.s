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
	BYTE $0x0F; BYTE $0x0D; BYTE $0x0C; BYTE $0x30 // PREFETCHW (AX)(SI*1)
	BYTE $0x0F; BYTE $0x0D; BYTE $0x4C; BYTE $0x30; BYTE $0x40 // PREFETCHW 64(AX)(SI*1)
	ADDQ $8, BX
	CMPQ BX, DX
	JLT  loop
done:
	RET
