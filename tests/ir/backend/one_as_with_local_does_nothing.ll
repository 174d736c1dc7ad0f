; mapping.md 1: a `-one-as` fence tagged `local`, or around local memory, does nothing: it does not even wait for the store to
; local memory, which the same fence without the suffix does.
; RUN: for c in gfx90a gfx942 gfx1030 gfx1100 gfx1201; do %llc -mcpu=$c < %s | %check || exit 1; done

; CHECK-LABEL: one_as_tagged:
; CHECK: ds_{{write|store}}_b32
; CHECK-NOT: s_wait
; CHECK: ds_{{write|store}}_b32
define amdgpu_kernel void @one_as_tagged(ptr addrspace(3) %l) {
  store i32 0, ptr addrspace(3) %l
  fence syncscope("workgroup-one-as") release, !mmra !0
  store i32 1, ptr addrspace(3) %l
  ret void
}

; CHECK-LABEL: one_as:
; CHECK: ds_{{write|store}}_b32
; CHECK-NOT: {{lgkmcnt|dscnt}}
; CHECK: ds_{{write|store}}_b32
define amdgpu_kernel void @one_as(ptr addrspace(3) %l) {
  store i32 0, ptr addrspace(3) %l
  fence syncscope("workgroup-one-as") release
  store i32 1, ptr addrspace(3) %l
  ret void
}

; CHECK-LABEL: without:
; CHECK: ds_{{write|store}}_b32
; CHECK: s_wait{{cnt lgkmcnt\(0\)|_dscnt 0x0}}
; CHECK: ds_{{write|store}}_b32
define amdgpu_kernel void @without(ptr addrspace(3) %l) {
  store i32 0, ptr addrspace(3) %l
  fence syncscope("workgroup") release, !mmra !0
  store i32 1, ptr addrspace(3) %l
  ret void
}

!0 = !{!"amdgpu-synchronize-as", !"local"}
