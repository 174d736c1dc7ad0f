; fence-and-flag-apart: a fence for local memory and a flag whose atomic is tagged for global are not compatible: nothing synchronizes
; @Threads: @P0 wg 0 wave 0, @P1 wg 0 wave 1
; @Init: l = 0, y = 0
; @Exists: P1:%r0 = 1
target triple = "amdgcn-amd-amdhsa"

@l = addrspace(3) global i32 0, align 4
@y = addrspace(1) global i32 0, align 4

define void @P0() {
entry:
  store i32 1, ptr addrspace(3) @l, align 4
  fence syncscope("workgroup") release, !mmra !0
  store atomic i32 1, ptr addrspace(1) @y syncscope("workgroup") monotonic, align 4, !mmra !1
  ret void
}

define void @P1() {
entry:
  %r0 = load atomic i32, ptr addrspace(1) @y syncscope("workgroup") monotonic, align 4
  fence syncscope("workgroup") acquire
  %c0 = icmp eq i32 %r0, 1
  br i1 %c0, label %then0, label %end
then0:
  %r1 = load i32, ptr addrspace(3) @l, align 4
  br label %end
end:
  ret void
}

!0 = !{!"amdgpu-synchronize-as", !"local"}
!1 = !{!"amdgpu-synchronize-as", !"global"}
