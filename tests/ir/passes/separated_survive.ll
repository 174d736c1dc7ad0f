; What the separators are for: without them opt -O2 loses the release of global memory, with them it stays.
; RUN: %opt -O2 %s | %llc -mcpu=gfx942 | %check --check-prefix=LOST
; RUN: %passes merge separate > %t.ll; %opt -O2 %t.ll | %llc -mcpu=gfx942 | %check
; RUN: %opt -O2 %t.ll | llc-%version -mtriple=amdgcn-amd-amdhsa -mcpu=gfx1201 -o /dev/null

; LOST-LABEL: neighbours:
; LOST-NOT: buffer_wbl2
; LOST: s_endpgm
; CHECK-LABEL: neighbours:
; CHECK: buffer_wbl2 sc1
; CHECK: s_endpgm
define amdgpu_kernel void @neighbours() {
  fence syncscope("agent") release, !mmra !0
  fence syncscope("agent") release, !mmra !1
  ret void
}

; LOST-LABEL: neighbours_after_dead_code:
; LOST-NOT: buffer_wbl2
; LOST: s_endpgm
; CHECK-LABEL: neighbours_after_dead_code:
; CHECK: buffer_wbl2 sc1
; CHECK: s_endpgm
define amdgpu_kernel void @neighbours_after_dead_code(ptr addrspace(1) %p, i1 %c) {
  %a = alloca i32, align 4, addrspace(5)
  fence syncscope("agent") release, !mmra !0
  %x = load i32, ptr addrspace(1) %p, align 4
  store i32 %x, ptr addrspace(5) %a, align 4
  br i1 %c, label %then, label %done

then:
  br label %done

done:
  fence syncscope("agent") release, !mmra !1
  ret void
}

; LOST-LABEL: neighbours_after_inlining:
; LOST-NOT: buffer_wbl2
; LOST: s_endpgm
; CHECK-LABEL: neighbours_after_inlining:
; CHECK: buffer_wbl2 sc1
; CHECK: s_endpgm
define amdgpu_kernel void @neighbours_after_inlining() {
  call void @global()
  call void @local()
  ret void
}

define internal void @global() {
  fence syncscope("agent") release, !mmra !0
  ret void
}

define internal void @local() {
  fence syncscope("agent") release, !mmra !1
  ret void
}

!0 = !{!"amdgpu-synchronize-as", !"global"}
!1 = !{!"amdgpu-synchronize-as", !"local"}
