; fence-flag-incompatible-before: a release fence does not order a flag behind it whose tags are not compatible
; @Threads: @P0 wg 0 wave 0, @P1 wg 1 wave 0
; @Init: x = 0, f = 0
; @Exists: P1:%r0 = 1
target triple = "amdgcn-amd-amdhsa"

@x = addrspace(1) global i32 0, align 4
@f = addrspace(1) global i32 0, align 4

define void @P0() {
entry:
  store i32 1, ptr addrspace(1) @x, align 4, !mmra !0
  fence syncscope("agent") release, !mmra !0
  store atomic i32 1, ptr addrspace(1) @f syncscope("agent") monotonic, align 4, !mmra !1
  ret void
}

define void @P1() {
entry:
  %r0 = load atomic i32, ptr addrspace(1) @f syncscope("agent") acquire, align 4
  %c = icmp eq i32 %r0, 1
  br i1 %c, label %yes, label %end

yes:
  %r1 = load i32, ptr addrspace(1) @x, align 4, !mmra !0
  br label %end

end:
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!"vulkan", !"private"}
!2 = !{!"amdgcn-av", !"none"}
