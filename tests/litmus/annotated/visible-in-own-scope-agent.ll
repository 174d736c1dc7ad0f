; visible-in-own-scope-agent: the same with what makes visible at the agent
; @Threads: @P0 wg 0 wave 0, @P1 wg 1 wave 0
; @Init: x = 0, f = 0
; @Exists: P1:%r0 = 1 and P1:%r1 = 0
target triple = "amdgcn-amd-amdhsa"

@x = addrspace(1) global i32 0, align 4
@f = addrspace(1) global i32 0, align 4

define void @P0() {
entry:
  store atomic i32 1, ptr addrspace(1) @x syncscope("agent") monotonic, align 4
  store atomic i32 1, ptr addrspace(1) @f syncscope("agent") release, align 4, !mmra !2
  ret void
}

define void @P1() {
entry:
  %r0 = load atomic i32, ptr addrspace(1) @f syncscope("agent") acquire, align 4, !mmra !2
  %c = icmp eq i32 %r0, 1
  br i1 %c, label %yes, label %end

yes:
  fence syncscope("agent") acquire
  %r1 = load i32, ptr addrspace(1) @x, align 4
  br label %end

end:
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!"vulkan", !"private"}
!2 = !{!"amdgcn-av", !"none"}
