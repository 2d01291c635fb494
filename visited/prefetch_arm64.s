#include "textflag.h"

// func prefetchLines(base unsafe.Pointer, offsets *uintptr, n int)
TEXT ·prefetchLines(SB), NOSPLIT, $0-24
	MOVD base+0(FP), R0
	MOVD offsets+8(FP), R1
	MOVD n+16(FP), R2
	CBZ  R2, done
loop:
	MOVD.P 8(R1), R3
	ADD  R0, R3, R3
	PRFM (R3), PLDL1KEEP
	ADD  $64, R3, R3
	PRFM (R3), PLDL1KEEP
	SUBS $1, R2, R2
	BNE  loop
done:
	RET
