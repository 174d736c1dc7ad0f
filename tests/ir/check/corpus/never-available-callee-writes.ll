; expect: never-available
; The write is in a function that is called, the release here.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(1) %out, i1 %c) {
entry:
  br i1 %c, label %send, label %receive

send:
  call void @write(ptr addrspace(1) %p)
  store atomic i32 1, ptr addrspace(1) %flag syncscope("agent") release, align 4, !mmra !0
  br label %done

receive:
  %f = load atomic i32, ptr addrspace(1) %flag syncscope("agent") acquire, align 4, !mmra !2
  %v = load i32, ptr addrspace(1) %p, align 4, !mmra !2
  store i32 %v, ptr addrspace(1) %out, align 4, !mmra !3
  br label %done

done:
  ret void
}

define internal void @write(ptr addrspace(1) %q) {
entry:
  store i32 42, ptr addrspace(1) %q, align 4, !mmra !2
  ret void
}

!0 = !{!1, !2}
!1 = !{!"amdgcn-av", !"none"}
!2 = !{!"vulkan", !"nonprivate"}
!3 = !{!"vulkan", !"private"}
