; expect: never-released
; The payload is private on one side.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(1) %out, i1 %sends) {
entry:
  br i1 %sends, label %send, label %receive
send:
  store i32 42, ptr addrspace(1) %p, align 4, !mmra !1
  fence syncscope("agent") release, !mmra !0
  store atomic i32 1, ptr addrspace(1) %flag syncscope("agent") monotonic, align 4, !mmra !0
  br label %end
receive:
  %f = load atomic i32, ptr addrspace(1) %flag syncscope("agent") monotonic, align 4, !mmra !0
  br label %read
read:
  fence syncscope("agent") acquire, !mmra !0
  %v = load i32, ptr addrspace(1) %p, align 4, !mmra !0
  store i32 %v, ptr addrspace(1) %out, align 4, !mmra !1
  br label %end
end:
  ret void
}
!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!"vulkan", !"private"}
!2 = !{!0, !4}
!3 = !{!0, !5}
!4 = !{!"amdgpu-synchronize-as", !"global"}
!5 = !{!"amdgpu-synchronize-as", !"local"}
!6 = !{!0, !7}
!7 = !{!"amdgcn-av", !"none"}
