; mapping.md 10: LLVM 22 divides numbers of 24 bits through floats, LLVM 23 by integers. llvm.amdgcn.softwqm hides the dividend:
; then both divide by integers, and it costs no instruction.
; RUN: for c in gfx942 gfx1030 gfx1100 gfx1201; do %llc -mcpu=$c < %s | %check --check-prefix=LLVM%version || exit 1; done
; LLVM22-LABEL: plain:
; LLVM22: v_trunc_f32
; LLVM22-NOT: v_mul_hi_u32
; LLVM22-LABEL: hidden:
; LLVM22-NOT: v_trunc_f32
; LLVM22: v_mul_hi_u32
; LLVM22-LABEL: copied:
; LLVM22-NOT: {{[vs]_(mov|read)}}
; LLVM22: v_add
; LLVM22-NEXT: s_setpc_b64
; LLVM23-LABEL: plain:
; LLVM23-NOT: v_trunc_f32
; LLVM23: v_mul_hi_u32
define i32 @plain(i32 %x, i32 %y) {
  %a = and i32 %x, 16777215
  %b = and i32 %y, 16777215
  %q = udiv i32 %a, %b
  ret i32 %q
}

define i32 @hidden(i32 %x, i32 %y) {
  %a = and i32 %x, 16777215
  %b = and i32 %y, 16777215
  %c = call i32 @llvm.amdgcn.softwqm.i32(i32 %a)
  %q = udiv i32 %c, %b
  ret i32 %q
}

define i32 @copied(i32 %x, i32 %y) {
  %c = call i32 @llvm.amdgcn.softwqm.i32(i32 %x)
  %s = add i32 %c, %y
  ret i32 %s
}

declare i32 @llvm.amdgcn.softwqm.i32(i32)
