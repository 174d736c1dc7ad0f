; load-visible-then-private-load: a load-visible without a vulkan tag does nothing for a load with one
; @Threads: @P0 wg 0 wave 0, @P1 wg 1 wave 0
; @Init: x = 0, y = 0
; @Exists: P1:%r2 = 1
target triple = "amdgcn-amd-amdhsa"

@x = addrspace(1) global i32 0, align 4
@y = addrspace(1) global i32 0, align 4

declare void @llvm.amdgcn.av.store.b32.p1(ptr addrspace(1), i32, metadata)
declare i32 @llvm.amdgcn.av.load.b32.p1(ptr addrspace(1), metadata)

define void @P0() {
entry:
  call void @llvm.amdgcn.av.store.b32.p1(ptr addrspace(1) @x, i32 1, metadata !{!"agent"}), !mmra !0
  store atomic i32 1, ptr addrspace(1) @y syncscope("agent") release, align 4, !mmra !1
  ret void
}

define void @P1() {
entry:
  %r0 = load atomic i32, ptr addrspace(1) @y syncscope("agent") acquire, align 4, !mmra !1
  %c0 = icmp eq i32 %r0, 1
  br i1 %c0, label %then0, label %end
then0:
  %r1 = call i32 @llvm.amdgcn.av.load.b32.p1(ptr addrspace(1) @x, metadata !{!"agent"}), !mmra !0
  %r2 = load i32, ptr addrspace(1) @x, align 4, !mmra !2
  br label %end
end:
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!{!"vulkan", !"nonprivate"}, !{!"amdgcn-av", !"none"}}
!2 = !{!"vulkan", !"private"}
