;--- never-released-apart.ll
; expect: nothing
; Even words are written, and odd ones read.
target triple = "amdgcn-amd-amdhsa"

@tile = internal addrspace(3) global [64 x i32] poison
declare void @llvm.amdgcn.s.barrier() convergent nounwind
declare i32 @llvm.amdgcn.workitem.id.x()

define amdgpu_kernel void @main(ptr addrspace(1) %out) convergent {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %twice = shl i32 %t, 1
  %a = getelementptr [64 x i32], ptr addrspace(3) @tile, i32 0, i32 %twice
  store i32 %t, ptr addrspace(3) %a, align 4, !mmra !0
  call void @llvm.amdgcn.s.barrier()
  %other = add i32 %t, 1
  %odd = shl i32 %other, 1
  %next = add i32 %odd, 1
  %b = getelementptr [64 x i32], ptr addrspace(3) @tile, i32 0, i32 %next
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
;--- never-released-assembly.ll
; expect: nothing
; Nobody knows what the assembly does.
target triple = "amdgcn-amd-amdhsa"

@tile = internal addrspace(3) global [64 x i32] poison
declare void @llvm.amdgcn.s.barrier() convergent nounwind
declare i32 @llvm.amdgcn.workitem.id.x()

define amdgpu_kernel void @main(ptr addrspace(1) %out) convergent {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %a = getelementptr [64 x i32], ptr addrspace(3) @tile, i32 0, i32 %t
  store i32 %t, ptr addrspace(3) %a, align 4, !mmra !0
  call void asm sideeffect "s_waitcnt lgkmcnt(0)", "~{memory}"()
  call void @llvm.amdgcn.s.barrier()
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
;--- never-released-barrier-own.ll
; expect: nothing
; Each invocation reads what it wrote itself: the barrier is for something else.
target triple = "amdgcn-amd-amdhsa"

@tile = internal addrspace(3) global [64 x i32] poison
declare void @llvm.amdgcn.s.barrier() convergent nounwind
declare i32 @llvm.amdgcn.workitem.id.x()

define amdgpu_kernel void @main(ptr addrspace(1) %out) convergent {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %a = getelementptr [64 x i32], ptr addrspace(3) @tile, i32 0, i32 %t
  store i32 %t, ptr addrspace(3) %a, align 4, !mmra !0
  call void @llvm.amdgcn.s.barrier()
  %other = add i32 %t, 0
  %b = getelementptr [64 x i32], ptr addrspace(3) @tile, i32 0, i32 %t
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
;--- never-released-barrier-right.ll
; expect: nothing
; The fences stand around it.
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
;--- never-released-barrier.ll
; expect: never-released
; A barrier of the machine without any fence.
target triple = "amdgcn-amd-amdhsa"

@tile = internal addrspace(3) global [64 x i32] poison
declare void @llvm.amdgcn.s.barrier() convergent nounwind
declare i32 @llvm.amdgcn.workitem.id.x()

define amdgpu_kernel void @main(ptr addrspace(1) %out) convergent {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %a = getelementptr [64 x i32], ptr addrspace(3) @tile, i32 0, i32 %t
  store i32 %t, ptr addrspace(3) %a, align 4, !mmra !0
  call void @llvm.amdgcn.s.barrier()
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
;--- never-released-both-private.ll
; expect: nothing
; Private accesses share nothing.
target triple = "amdgcn-amd-amdhsa"

@tile = internal addrspace(3) global [64 x i32] poison
declare void @llvm.amdgcn.s.barrier() convergent nounwind
declare i32 @llvm.amdgcn.workitem.id.x()

define amdgpu_kernel void @main(ptr addrspace(1) %out) convergent {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %a = getelementptr [64 x i32], ptr addrspace(3) @tile, i32 0, i32 %t
  store i32 %t, ptr addrspace(3) %a, align 4, !mmra !1
  call void @llvm.amdgcn.s.barrier()
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
;--- never-released-callee.ll
; expect: nothing
; The callee has the fences.
target triple = "amdgcn-amd-amdhsa"

@tile = internal addrspace(3) global [64 x i32] poison
declare void @llvm.amdgcn.s.barrier() convergent nounwind
declare i32 @llvm.amdgcn.workitem.id.x()

define amdgpu_kernel void @main(ptr addrspace(1) %out) convergent {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %a = getelementptr [64 x i32], ptr addrspace(3) @tile, i32 0, i32 %t
  store i32 %t, ptr addrspace(3) %a, align 4, !mmra !0
  call void @order()
  call void @llvm.amdgcn.s.barrier()
  %other = xor i32 %t, 1
  %b = getelementptr [64 x i32], ptr addrspace(3) @tile, i32 0, i32 %other
  %v = load i32, ptr addrspace(3) %b, align 4, !mmra !0
  store i32 %v, ptr addrspace(1) %out, align 4, !mmra !1
  ret void
}
define internal void @order() {
  fence syncscope("workgroup") acq_rel, !mmra !0
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
;--- never-released-counter.ll
; expect: nothing
; Nobody goes by the atomic, which no fence is near: it is a counter.
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
  br label %read
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
;--- never-released-flag-atomic.ll
; expect: nothing
; The flag itself releases and acquires.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(1) %out, i1 %sends) {
entry:
  br i1 %sends, label %send, label %receive
send:
  store i32 42, ptr addrspace(1) %p, align 4, !mmra !0
  store atomic i32 1, ptr addrspace(1) %flag syncscope("agent") release, align 4, !mmra !0
  br label %end
receive:
  %f = load atomic i32, ptr addrspace(1) %flag syncscope("agent") acquire, align 4, !mmra !0
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
;--- never-released-flag-private.ll
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
;--- never-released-flag-right.ll
; expect: nothing
; A release before the flag, an acquire after it.
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
  fence syncscope("agent") acquire, !mmra !0
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
;--- never-released-flag.ll
; expect: never-released
; The flag goes out without a release.
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
  fence syncscope("agent") acquire, !mmra !0
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
;--- never-released-global-tile.ll
; expect: never-released
; The fences order local memory, and the tile is global.
target triple = "amdgcn-amd-amdhsa"

@tile = addrspace(1) global [64 x i32] zeroinitializer
declare void @llvm.amdgcn.s.barrier() convergent nounwind
declare i32 @llvm.amdgcn.workitem.id.x()

define amdgpu_kernel void @main(ptr addrspace(1) %out) convergent {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %a = getelementptr [64 x i32], ptr addrspace(1) @tile, i32 0, i32 %t
  store i32 %t, ptr addrspace(1) %a, align 4, !mmra !0
  fence syncscope("workgroup") release, !mmra !3
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire, !mmra !3
  %other = xor i32 %t, 1
  %b = getelementptr [64 x i32], ptr addrspace(1) @tile, i32 0, i32 %other
  %v = load i32, ptr addrspace(1) %b, align 4, !mmra !0
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
;--- never-released-late.ll
; expect: never-released
; The release comes after the barrier.
target triple = "amdgcn-amd-amdhsa"

@tile = internal addrspace(3) global [64 x i32] poison
declare void @llvm.amdgcn.s.barrier() convergent nounwind
declare i32 @llvm.amdgcn.workitem.id.x()

define amdgpu_kernel void @main(ptr addrspace(1) %out) convergent {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %a = getelementptr [64 x i32], ptr addrspace(3) @tile, i32 0, i32 %t
  store i32 %t, ptr addrspace(3) %a, align 4, !mmra !0
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") release, !mmra !0
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
;--- never-released-one-path.ll
; expect: never-released
; Only one of two ways to the barrier has the release.
target triple = "amdgcn-amd-amdhsa"

@tile = internal addrspace(3) global [64 x i32] poison
declare void @llvm.amdgcn.s.barrier() convergent nounwind
declare i32 @llvm.amdgcn.workitem.id.x()

define amdgpu_kernel void @main(ptr addrspace(1) %out) convergent {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %a = getelementptr [64 x i32], ptr addrspace(3) @tile, i32 0, i32 %t
  store i32 %t, ptr addrspace(3) %a, align 4, !mmra !0
  %c = icmp eq ptr addrspace(1) %out, null
  br i1 %c, label %with, label %without
with:
  fence syncscope("workgroup") release, !mmra !0
  br label %meet
without:
  br label %meet
meet:
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire, !mmra !0
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
;--- never-released-other-memory.ll
; expect: never-released
; The fences order global memory, and the tile is local.
target triple = "amdgcn-amd-amdhsa"

@tile = internal addrspace(3) global [64 x i32] poison
declare void @llvm.amdgcn.s.barrier() convergent nounwind
declare i32 @llvm.amdgcn.workitem.id.x()

define amdgpu_kernel void @main(ptr addrspace(1) %out) convergent {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %a = getelementptr [64 x i32], ptr addrspace(3) @tile, i32 0, i32 %t
  store i32 %t, ptr addrspace(3) %a, align 4, !mmra !0
  fence syncscope("workgroup") release, !mmra !2
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
;--- never-released-private.ll
; expect: never-released
; The write is tagged private, which no fence orders.
target triple = "amdgcn-amd-amdhsa"

@tile = internal addrspace(3) global [64 x i32] poison
declare void @llvm.amdgcn.s.barrier() convergent nounwind
declare i32 @llvm.amdgcn.workitem.id.x()

define amdgpu_kernel void @main(ptr addrspace(1) %out) convergent {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %a = getelementptr [64 x i32], ptr addrspace(3) @tile, i32 0, i32 %t
  store i32 %t, ptr addrspace(3) %a, align 4, !mmra !1
  fence syncscope("workgroup") release, !mmra !0
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire, !mmra !0
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
;--- never-released-same-memory.ll
; expect: nothing
; The fences order local memory.
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
  fence syncscope("workgroup") acquire, !mmra !3
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
