; mapping.md 10, "Waits for data": LLVM waits for the pieces of a vector together, and stores it as a whole.
; RUN: %passes pieces | %check
; RUN: %passes pieces | llvm-as-%version -o /dev/null
; RUN: %passes pieces | llc-%version -mtriple=amdgcn-amd-amdhsa -mcpu=gfx1100 -o - | FileCheck-22 --check-prefix=ISA %s

; CHECK-LABEL: define void @copy(
; CHECK: [[JOINED:%.*]] = bitcast i128 %j to <4 x i32>
; CHECK-NEXT: %v = call <4 x i32> asm "", "=v,0"(<4 x i32> [[JOINED]])
; CHECK-NEXT: store <4 x i32> %v
; ISA-LABEL: copy:
; ISA: global_load_b64
; ISA: global_load_b64
; ISA: s_waitcnt vmcnt(0)
; ISA-NOT: s_waitcnt
; ISA: global_store_b128
; ISA-LABEL: others:
define void @copy(ptr addrspace(1) %p, ptr addrspace(1) %to) {
  %q = getelementptr i8, ptr addrspace(1) %p, i64 8
  %a = load atomic i64, ptr addrspace(1) %p syncscope("agent") monotonic, align 16
  %b = load atomic i64, ptr addrspace(1) %q syncscope("agent") monotonic, align 8
  %x = zext i64 %a to i128
  %y = zext i64 %b to i128
  %z = shl i128 %y, 64
  %j = or i128 %x, %z
  %v = bitcast i128 %j to <4 x i32>
  store <4 x i32> %v, ptr addrspace(1) %to, align 16
  ret void
}

; Other casts stay: of two dwords, of a sum, to other elements.
; CHECK-LABEL: define void @others(
; CHECK-NOT: asm
; CHECK: ret void
define void @others(i64 %a, i128 %b) {
  %c = or i64 %a, 1
  %v2 = bitcast i64 %c to <2 x i32>
  %v4h = bitcast i64 %c to <4 x i16>
  %d = add i128 %b, 1
  %v4 = bitcast i128 %d to <4 x i32>
  %e = or i128 %b, 1
  %v8 = bitcast i128 %e to <8 x i16>
  ret void
}
