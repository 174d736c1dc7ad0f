;--- never-acquired-flag-none.ll
; expect: never-released
; Neither side has a fence, and the reader goes by the flag.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(1) %out, i1 %sends) {
entry:
  br i1 %sends, label %send, label %receive
send:
  store i32 42, ptr addrspace(1) %p, align 4, !mmra !0
  store atomic i32 1, ptr addrspace(1) %flag syncscope("agent") monotonic, align 4, !mmra !0
  br label %end
receive:
  %f = load atomic i32, ptr addrspace(1) %flag syncscope("agent") monotonic, align 4, !mmra !0
  %c = icmp eq i32 %f, 1
  br i1 %c, label %read, label %end
read:
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
;--- never-acquired-flag.ll
; expect: never-acquired
; The reader goes by the flag, and does not acquire.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(1) %out, i1 %sends) {
entry:
  br i1 %sends, label %send, label %receive
send:
  store i32 42, ptr addrspace(1) %p, align 4, !mmra !0
  fence syncscope("agent") release, !mmra !0
  store atomic i32 1, ptr addrspace(1) %flag syncscope("agent") monotonic, align 4, !mmra !0
  br label %end
receive:
  %f = load atomic i32, ptr addrspace(1) %flag syncscope("agent") monotonic, align 4, !mmra !0
  %c = icmp eq i32 %f, 1
  br i1 %c, label %read, label %end
read:
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
;--- never-acquired-other-memory.ll
; expect: never-acquired
; The acquire orders another memory than the release.
target triple = "amdgcn-amd-amdhsa"

@tile = internal addrspace(3) global [64 x i32] poison
declare void @llvm.amdgcn.s.barrier() convergent nounwind
declare i32 @llvm.amdgcn.workitem.id.x()

define amdgpu_kernel void @main(ptr addrspace(1) %out) convergent {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %a = getelementptr [64 x i32], ptr addrspace(3) @tile, i32 0, i32 %t
  store i32 %t, ptr addrspace(3) %a, align 4, !mmra !0
  fence syncscope("workgroup") release, !mmra !3
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire, !mmra !2
  %other = xor i32 %t, 1
  %b = getelementptr [64 x i32], ptr addrspace(3) @tile, i32 0, i32 %other
  %v = load i32, ptr addrspace(3) %b, align 4, !mmra !0
  store i32 %v, ptr addrspace(1) %out, align 4, !mmra !1
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
;--- never-acquired-private.ll
; expect: never-acquired
; The read is tagged private, which no fence orders.
target triple = "amdgcn-amd-amdhsa"

@tile = internal addrspace(3) global [64 x i32] poison
declare void @llvm.amdgcn.s.barrier() convergent nounwind
declare i32 @llvm.amdgcn.workitem.id.x()

define amdgpu_kernel void @main(ptr addrspace(1) %out) convergent {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %a = getelementptr [64 x i32], ptr addrspace(3) @tile, i32 0, i32 %t
  store i32 %t, ptr addrspace(3) %a, align 4, !mmra !0
  fence syncscope("workgroup") release, !mmra !0
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire, !mmra !0
  %other = xor i32 %t, 1
  %b = getelementptr [64 x i32], ptr addrspace(3) @tile, i32 0, i32 %other
  %v = load i32, ptr addrspace(3) %b, align 4, !mmra !1
  store i32 %v, ptr addrspace(1) %out, align 4, !mmra !1
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
