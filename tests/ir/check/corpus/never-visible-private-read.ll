; expect: never-acquired
; A private read has no business with the acquire: nothing orders it, though the writer takes it for shared.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(1) %out, i1 %c) {
entry:
  br i1 %c, label %send, label %receive

send:
  store i32 42, ptr addrspace(1) %p, align 4, !mmra !0
  store atomic i32 1, ptr addrspace(1) %flag syncscope("agent") release, align 4, !mmra !0
  br label %done

receive:
  %f = load atomic i32, ptr addrspace(1) %flag syncscope("agent") acquire, align 4, !mmra !1
  %v = load i32, ptr addrspace(1) %p, align 4, !mmra !3
  store i32 %v, ptr addrspace(1) %out, align 4, !mmra !3
  br label %done

done:
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!2, !0}
!2 = !{!"amdgcn-av", !"none"}
!3 = !{!"vulkan", !"private"}
