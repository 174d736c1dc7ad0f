; mapping.md 10 with mapping.md 3: vectors and under-aligned values are loaded in naturally aligned pieces of at most 64 bits, and
; come out as they were.
; RUN: %passes workarounds | %check
; RUN: %passes workarounds > %t.ll; for c in gfx90a gfx942 gfx1030 gfx1100 gfx1201; do %llc -mcpu=$c < %t.ll >/dev/null || exit 1; done

; CHECK-LABEL: define float @scalar(
; CHECK: %x = load atomic float, ptr addrspace(1) %p syncscope("singlethread") monotonic, align 4
define float @scalar(ptr addrspace(1) %p) {
  fence syncscope("agent") acquire
  %x = load float, ptr addrspace(1) %p, align 4
  ret float %x
}

; CHECK-LABEL: define ptr addrspace(3) @pointer(
; CHECK: load atomic ptr addrspace(3), ptr addrspace(1) %p syncscope("singlethread") monotonic, align 4
define ptr addrspace(3) @pointer(ptr addrspace(1) %p) {
  fence syncscope("agent") acquire
  %x = load ptr addrspace(3), ptr addrspace(1) %p, align 4
  ret ptr addrspace(3) %x
}

; CHECK-LABEL: define <4 x float> @vector(
; CHECK: [[LOW:%[0-9]+]] = load atomic i64, ptr addrspace(1) %p syncscope("singlethread") monotonic, align 8, !nontemporal [[ONE:![0-9]+]], !mmra [[SET:![0-9]+]]
; CHECK-NEXT: [[LOW128:%[0-9]+]] = zext i64 [[LOW]] to i128
; CHECK-NEXT: [[NEXT:%[0-9]+]] = getelementptr i8, ptr addrspace(1) %p, i64 8
; CHECK-NEXT: [[HIGH:%[0-9]+]] = load atomic i64, ptr addrspace(1) [[NEXT]] syncscope("singlethread") monotonic, align 8, !nontemporal [[ONE]], !mmra [[SET]]
; CHECK-NEXT: [[HIGH128:%[0-9]+]] = zext i64 [[HIGH]] to i128
; CHECK-NEXT: [[SHIFTED:%[0-9]+]] = shl i128 [[HIGH128]], 64
; CHECK-NEXT: [[BOTH:%[0-9]+]] = or i128 [[LOW128]], [[SHIFTED]]
; CHECK-NEXT: %x = bitcast i128 [[BOTH]] to <4 x float>
; CHECK-NEXT: ret <4 x float> %x
define <4 x float> @vector(ptr addrspace(1) %p) {
  fence syncscope("agent") acquire
  %x = load <4 x float>, ptr addrspace(1) %p, align 16, !mmra !0, !nontemporal !1
  ret <4 x float> %x
}

; CHECK-LABEL: define <2 x i32> @two(
; CHECK: [[TWO:%[0-9]+]] = load atomic i64, ptr addrspace(1) %p syncscope("singlethread") monotonic, align 8
; CHECK-NEXT: %x = bitcast i64 [[TWO]] to <2 x i32>
define <2 x i32> @two(ptr addrspace(1) %p) {
  fence syncscope("agent") acquire
  %x = load <2 x i32>, ptr addrspace(1) %p, align 8
  ret <2 x i32> %x
}

; CHECK-LABEL: define <3 x i32> @three(
; CHECK: load atomic i64, {{.*}} align 8
; CHECK: load atomic i32, {{.*}} align 4
; CHECK: shl i96 {{.*}}, 64
; CHECK: bitcast i96 {{.*}} to <3 x i32>
define <3 x i32> @three(ptr addrspace(1) %p) {
  fence syncscope("agent") acquire
  %x = load <3 x i32>, ptr addrspace(1) %p, align 16
  ret <3 x i32> %x
}

; CHECK-LABEL: define <3 x half> @halves(
; CHECK: load atomic i16, {{.*}} align 2
; CHECK: i64 2
; CHECK: load atomic i16, {{.*}} align 2
; CHECK: shl i48 {{.*}}, 16
; CHECK: i64 4
; CHECK: load atomic i16, {{.*}} align 2
; CHECK: shl i48 {{.*}}, 32
; CHECK: bitcast i48 {{.*}} to <3 x half>
define <3 x half> @halves(ptr addrspace(1) %p) {
  fence syncscope("agent") acquire
  %x = load <3 x half>, ptr addrspace(1) %p, align 2
  ret <3 x half> %x
}

; CHECK-LABEL: define i64 @under_aligned(
; CHECK: load atomic i32, {{.*}} align 4
; CHECK: i64 4
; CHECK: load atomic i32, {{.*}} align 4
; CHECK: shl i64 {{.*}}, 32
; CHECK: %x = bitcast i64 {{.*}} to i64
; CHECK: ret i64 %x
define i64 @under_aligned(ptr addrspace(1) %p) {
  fence syncscope("agent") acquire
  %x = load i64, ptr addrspace(1) %p, align 4
  ret i64 %x
}

; CHECK-LABEL: define ptr addrspace(1) @under_aligned_pointer(
; CHECK-COUNT-2: load atomic i32, {{.*}} align 4
; CHECK: %x = inttoptr i64 {{.*}} to ptr addrspace(1)
define ptr addrspace(1) @under_aligned_pointer(ptr addrspace(1) %p) {
  fence syncscope("agent") acquire
  %x = load ptr addrspace(1), ptr addrspace(1) %p, align 4
  ret ptr addrspace(1) %x
}

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{i32 1}
