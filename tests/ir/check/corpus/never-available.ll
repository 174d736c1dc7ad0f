;--- never-available-acq-rel.ll
; expect: never-available
; One read-modify-write that is both halves.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag) {
  store i32 42, ptr addrspace(1) %p, align 4, !mmra !0
  %n = atomicrmw add ptr addrspace(1) %flag, i32 1 syncscope("agent") acq_rel, align 4, !mmra !1
  %v = load i32, ptr addrspace(1) %p, align 4, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!2, !0}
!2 = !{!"amdgcn-av", !"none"}
;--- never-available-after.ll
; expect: nothing
; An operation behind the release makes it available.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(1) %out, i1 %c) {
entry:
  br i1 %c, label %send, label %receive

send:
  store i32 42, ptr addrspace(1) %p, align 4, !mmra !0
  store atomic i32 1, ptr addrspace(1) %flag syncscope("agent") release, align 4, !mmra !1
  fence syncscope("agent") release, !mmra !0
  br label %done

receive:
  %f = load atomic i32, ptr addrspace(1) %flag syncscope("agent") acquire, align 4, !mmra !0
  %v = load i32, ptr addrspace(1) %p, align 4, !mmra !0
  store i32 %v, ptr addrspace(1) %out, align 4, !mmra !3
  br label %done

done:
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!2, !0}
!2 = !{!"amdgcn-av", !"none"}
!3 = !{!"vulkan", !"private"}
;--- never-available-and-visible.ll
; expect: never-available never-visible
; The acquire is of another flag: two mistakes.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(1) %other, i1 %c) {
entry:
  br i1 %c, label %send, label %receive

send:
  store i32 42, ptr addrspace(1) %p, align 4, !mmra !0
  store atomic i32 1, ptr addrspace(1) %flag syncscope("agent") release, align 4, !mmra !1
  ret void

receive:
  %f = load atomic i32, ptr addrspace(1) %other syncscope("agent") acquire, align 4, !mmra !1
  %v = load i32, ptr addrspace(1) %p, align 4, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!2, !0}
!2 = !{!"amdgcn-av", !"none"}
;--- never-available-atomic-payload.ll
; expect: nothing
; An atomic store is available by itself.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(1) %out, i1 %c) {
entry:
  br i1 %c, label %send, label %receive

send:
  store atomic i32 42, ptr addrspace(1) %p syncscope("agent") monotonic, align 4, !mmra !0
  store atomic i32 1, ptr addrspace(1) %flag syncscope("agent") release, align 4, !mmra !1
  br label %done

receive:
  %f = load atomic i32, ptr addrspace(1) %flag syncscope("agent") acquire, align 4, !mmra !0
  %v = load i32, ptr addrspace(1) %p, align 4, !mmra !0
  store i32 %v, ptr addrspace(1) %out, align 4, !mmra !3
  br label %done

done:
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!2, !0}
!2 = !{!"amdgcn-av", !"none"}
!3 = !{!"vulkan", !"private"}
;--- never-available-both-halves.ll
; expect: never-available
; Release and acquire of one flag, both with none: one mistake, named once.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(1) %other, i1 %c) {
entry:
  br i1 %c, label %send, label %receive

send:
  store i32 42, ptr addrspace(1) %p, align 4, !mmra !0
  store atomic i32 1, ptr addrspace(1) %flag syncscope("agent") release, align 4, !mmra !1
  ret void

receive:
  %f = load atomic i32, ptr addrspace(1) %flag syncscope("agent") acquire, align 4, !mmra !1
  %v = load i32, ptr addrspace(1) %p, align 4, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!2, !0}
!2 = !{!"amdgcn-av", !"none"}
;--- never-available-both-paths.ll
; expect: nothing
; Available on both paths.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, i1 %c, i1 %d) {
entry:
  br i1 %c, label %send, label %receive

send:
  store i32 42, ptr addrspace(1) %p, align 4, !mmra !0
  br i1 %d, label %flush, label %other

flush:
  fence syncscope("agent") release, !mmra !0
  br label %publish

other:
  fence release, !mmra !0
  br label %publish

publish:
  store atomic i32 1, ptr addrspace(1) %flag syncscope("agent") release, align 4, !mmra !1
  ret void

receive:
  %f = load atomic i32, ptr addrspace(1) %flag syncscope("agent") acquire, align 4, !mmra !0
  %v = load i32, ptr addrspace(1) %p, align 4, !mmra !0
  store i32 %v, ptr addrspace(1) %flag, align 4, !mmra !3
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!2, !0}
!2 = !{!"amdgcn-av", !"none"}
!3 = !{!"vulkan", !"private"}
;--- never-available-callee-flushes.ll
; expect: nothing
; A function that is called in between makes it available.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(1) %out, i1 %c) {
entry:
  br i1 %c, label %send, label %receive

send:
  store i32 42, ptr addrspace(1) %p, align 4, !mmra !0
  call void @flush()
  store atomic i32 1, ptr addrspace(1) %flag syncscope("agent") release, align 4, !mmra !1
  br label %done

receive:
  %f = load atomic i32, ptr addrspace(1) %flag syncscope("agent") acquire, align 4, !mmra !0
  %v = load i32, ptr addrspace(1) %p, align 4, !mmra !0
  store i32 %v, ptr addrspace(1) %out, align 4, !mmra !3
  br label %done

done:
  ret void
}

define internal void @flush() {
entry:
  fence syncscope("agent") release, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!2, !0}
!2 = !{!"amdgcn-av", !"none"}
!3 = !{!"vulkan", !"private"}
;--- never-available-callee-may-flush.ll
; expect: never-available
; The function in between makes it available on one path alone.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(1) %out, i1 %c) {
entry:
  br i1 %c, label %send, label %receive

send:
  store i32 42, ptr addrspace(1) %p, align 4, !mmra !0
  call void @flush(i1 %c)
  store atomic i32 1, ptr addrspace(1) %flag syncscope("agent") release, align 4, !mmra !1
  br label %done

receive:
  %f = load atomic i32, ptr addrspace(1) %flag syncscope("agent") acquire, align 4, !mmra !0
  %v = load i32, ptr addrspace(1) %p, align 4, !mmra !0
  store i32 %v, ptr addrspace(1) %out, align 4, !mmra !3
  br label %done

done:
  ret void
}

define internal void @flush(i1 %c) {
entry:
  br i1 %c, label %do, label %not

do:
  fence syncscope("agent") release, !mmra !0
  ret void

not:
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!2, !0}
!2 = !{!"amdgcn-av", !"none"}
!3 = !{!"vulkan", !"private"}
;--- never-available-callee-publishes-right.ll
; expect: nothing
; The called function makes available before it publishes.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(1) %out, i1 %c) {
entry:
  br i1 %c, label %send, label %receive

send:
  store i32 42, ptr addrspace(1) %p, align 4, !mmra !0
  call void @publish(ptr addrspace(1) %flag)
  br label %done

receive:
  %f = load atomic i32, ptr addrspace(1) %flag syncscope("agent") acquire, align 4, !mmra !0
  %v = load i32, ptr addrspace(1) %p, align 4, !mmra !0
  store i32 %v, ptr addrspace(1) %out, align 4, !mmra !1
  br label %done

done:
  ret void
}

define internal void @publish(ptr addrspace(1) %flag) {
entry:
  fence syncscope("agent") release, !mmra !0
  store atomic i32 1, ptr addrspace(1) %flag syncscope("agent") release, align 4, !mmra !2
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!"vulkan", !"private"}
!2 = !{!3, !0}
!3 = !{!"amdgcn-av", !"none"}
;--- never-available-callee-publishes.ll
; expect: never-available
; The write is here, the release in a function that is called.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(1) %out, i1 %c) {
entry:
  br i1 %c, label %send, label %receive

send:
  store i32 42, ptr addrspace(1) %p, align 4, !mmra !0
  call void @publish(ptr addrspace(1) %flag)
  br label %done

receive:
  %f = load atomic i32, ptr addrspace(1) %flag syncscope("agent") acquire, align 4, !mmra !0
  %v = load i32, ptr addrspace(1) %p, align 4, !mmra !0
  store i32 %v, ptr addrspace(1) %out, align 4, !mmra !1
  br label %done

done:
  ret void
}

define internal void @publish(ptr addrspace(1) %flag) {
entry:
  store atomic i32 1, ptr addrspace(1) %flag syncscope("agent") release, align 4, !mmra !2
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!"vulkan", !"private"}
!2 = !{!3, !0}
!3 = !{!"amdgcn-av", !"none"}
;--- never-available-callee-writes.ll
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
;--- never-available-draft.ll
; expect: never-available
; options: revision=draft
; Nothing makes the write available.
target triple = "amdgcn-amd-amdhsa"

declare target("amdgcn.scope") @llvm.amdgcn.scope.agent()
declare void @llvm.amdgcn.make.available(target("amdgcn.scope"))
declare void @llvm.amdgcn.make.ptr.visible(ptr addrspace(1), target("amdgcn.scope"))
declare <4 x i32> @llvm.amdgcn.global.load.visible.b128(ptr addrspace(1), target("amdgcn.scope"))

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %q, ptr addrspace(1) %flag) {
  store i32 42, ptr addrspace(1) %p, align 4, !mmra !0
  %n = atomicrmw add ptr addrspace(1) %flag, i32 1 syncscope("agent") acq_rel, align 4, !mmra !1
  %v = load volatile i32, ptr addrspace(1) %p, align 4, !mmra !0
  ret void
}


!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!2, !0}
!2 = !{!"amdgcn-av", !"none"}
;--- never-available-fence-right.ll
; expect: nothing
; A fence that makes available.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(1) %out, i1 %c) {
entry:
  br i1 %c, label %send, label %receive

send:
  store i32 42, ptr addrspace(1) %p, align 4, !mmra !0
  fence syncscope("agent") release, !mmra !0
  store atomic i32 1, ptr addrspace(1) %flag syncscope("agent") monotonic, align 4, !mmra !0
  br label %done

receive:
  %f = load atomic i32, ptr addrspace(1) %flag syncscope("agent") acquire, align 4, !mmra !0
  %v = load i32, ptr addrspace(1) %p, align 4, !mmra !0
  store i32 %v, ptr addrspace(1) %out, align 4, !mmra !1
  br label %done

done:
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!"vulkan", !"private"}
;--- never-available-fence.ll
; expect: never-available
; The release is a fence and a relaxed store.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(1) %out, i1 %c) {
entry:
  br i1 %c, label %send, label %receive

send:
  store i32 42, ptr addrspace(1) %p, align 4, !mmra !0
  fence syncscope("agent") release, !mmra !1
  store atomic i32 1, ptr addrspace(1) %flag syncscope("agent") monotonic, align 4, !mmra !0
  br label %done

receive:
  %f = load atomic i32, ptr addrspace(1) %flag syncscope("agent") acquire, align 4, !mmra !0
  %v = load i32, ptr addrspace(1) %p, align 4, !mmra !0
  store i32 %v, ptr addrspace(1) %out, align 4, !mmra !3
  br label %done

done:
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!2, !0}
!2 = !{!"amdgcn-av", !"none"}
!3 = !{!"vulkan", !"private"}
;--- never-available-intrinsic-payload.ll
; expect: nothing
; A store-available is available by itself.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(1) %out, i1 %c) {
entry:
  br i1 %c, label %send, label %receive

send:
  call void @llvm.amdgcn.av.global.store.b128(ptr addrspace(1) %p, <4 x i32> zeroinitializer, metadata !{!"agent"}), !mmra !0
  store atomic i32 1, ptr addrspace(1) %flag syncscope("agent") release, align 4, !mmra !1
  br label %done

receive:
  %f = load atomic i32, ptr addrspace(1) %flag syncscope("agent") acquire, align 4, !mmra !0
  %v = load i32, ptr addrspace(1) %p, align 4, !mmra !0
  store i32 %v, ptr addrspace(1) %out, align 4, !mmra !3
  br label %done

done:
  ret void
}

declare void @llvm.amdgcn.av.global.store.b128(ptr addrspace(1), <4 x i32>, metadata) #3

attributes #3 = { nounwind }

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!2, !0}
!2 = !{!"amdgcn-av", !"none"}
!3 = !{!"vulkan", !"private"}
;--- never-available-local-24.ll
; expect: nothing
; options: revision=24
; From LLVM 24 on, local memory is available and visible by itself.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  store i32 1, ptr addrspace(3) %l, align 4, !mmra !0
  fence syncscope("workgroup") release, !mmra !1
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire, !mmra !0
  %v = load i32, ptr addrspace(3) %l, align 4, !mmra !0
  store i32 %v, ptr addrspace(1) %p, align 4, !mmra !3
  ret void
}

declare void @llvm.amdgcn.s.barrier() #0

attributes #0 = { convergent nounwind }

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!2, !0}
!2 = !{!"amdgcn-av", !"none"}
!3 = !{!"vulkan", !"private"}
;--- never-available-local-tagged.ll
; expect: never-available
; In local memory, by a release of local memory alone.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(3) %l) {
entry:
  store i32 1, ptr addrspace(3) %l, align 4, !mmra !0
  fence syncscope("workgroup") release, !mmra !1
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire, !mmra !0
  %v = load i32, ptr addrspace(3) %l, align 4, !mmra !0
  store i32 %v, ptr addrspace(1) %p, align 4, !mmra !4
  ret void
}

declare void @llvm.amdgcn.s.barrier() #0

attributes #0 = { convergent nounwind }

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!2, !3, !0}
!2 = !{!"amdgcn-av", !"none"}
!3 = !{!"amdgpu-synchronize-as", !"local"}
!4 = !{!"vulkan", !"private"}
;--- never-available-local.ll
; expect: never-available
; The same in local memory.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  store i32 1, ptr addrspace(3) %l, align 4, !mmra !0
  fence syncscope("workgroup") release, !mmra !1
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire, !mmra !0
  %v = load i32, ptr addrspace(3) %l, align 4, !mmra !0
  store i32 %v, ptr addrspace(1) %p, align 4, !mmra !3
  ret void
}

declare void @llvm.amdgcn.s.barrier() #0

attributes #0 = { convergent nounwind }

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!2, !0}
!2 = !{!"amdgcn-av", !"none"}
!3 = !{!"vulkan", !"private"}
;--- never-available-loop-right.ll
; expect: nothing
; Each round makes its write available.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, i32 %n) {
entry:
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  store atomic i32 1, ptr addrspace(1) %flag syncscope("agent") release, align 4, !mmra !0
  %v = load i32, ptr addrspace(1) %p, align 4, !mmra !2
  %w = add i32 %v, %i
  store i32 %w, ptr addrspace(1) %p, align 4, !mmra !2
  fence syncscope("agent") release, !mmra !2
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %done

done:
  ret void
}

!0 = !{!1, !2}
!1 = !{!"amdgcn-av", !"none"}
!2 = !{!"vulkan", !"nonprivate"}
;--- never-available-loop.ll
; expect: never-available
; The write of one round is published by the release of the next.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, i32 %n) {
entry:
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  store atomic i32 1, ptr addrspace(1) %flag syncscope("agent") release, align 4, !mmra !0
  %v = load i32, ptr addrspace(1) %p, align 4, !mmra !2
  %w = add i32 %v, %i
  store i32 %w, ptr addrspace(1) %p, align 4, !mmra !2
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %done

done:
  ret void
}

!0 = !{!1, !2}
!1 = !{!"amdgcn-av", !"none"}
!2 = !{!"vulkan", !"nonprivate"}
;--- never-available-narrow-payload-right.ll
; expect: nothing
; The release makes it available.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(1) %out, i1 %sends) {
entry:
  br i1 %sends, label %send, label %receive
send:
  store atomic i32 42, ptr addrspace(1) %p syncscope("workgroup") monotonic, align 4, !mmra !0
  fence syncscope("agent") release, !mmra !0
  store atomic i32 1, ptr addrspace(1) %flag syncscope("agent") monotonic, align 4, !mmra !0
  br label %end
receive:
  %f = load atomic i32, ptr addrspace(1) %flag syncscope("agent") monotonic, align 4, !mmra !0
  fence syncscope("agent") acquire, !mmra !0
  %c = icmp eq i32 %f, 1
  br i1 %c, label %read, label %end
read:
  %v = load atomic i32, ptr addrspace(1) %p syncscope("agent") monotonic, align 4, !mmra !0
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
;--- never-available-narrow-payload.ll
; expect: never-available
; The payload is available to its workgroup alone, and the release adds nothing.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(1) %out, i1 %sends) {
entry:
  br i1 %sends, label %send, label %receive
send:
  store atomic i32 42, ptr addrspace(1) %p syncscope("workgroup") monotonic, align 4, !mmra !0
  fence syncscope("agent") release, !mmra !6
  store atomic i32 1, ptr addrspace(1) %flag syncscope("agent") monotonic, align 4, !mmra !0
  br label %end
receive:
  %f = load atomic i32, ptr addrspace(1) %flag syncscope("agent") monotonic, align 4, !mmra !0
  fence syncscope("agent") acquire, !mmra !0
  %c = icmp eq i32 %f, 1
  br i1 %c, label %read, label %end
read:
  %v = load atomic i32, ptr addrspace(1) %p syncscope("agent") monotonic, align 4, !mmra !0
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
;--- never-available-narrow-reader.ll
; expect: nothing
; Nobody outside the workgroup reads it.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(1) %out, i1 %sends) {
entry:
  br i1 %sends, label %send, label %receive
send:
  store atomic i32 42, ptr addrspace(1) %p syncscope("workgroup") monotonic, align 4, !mmra !0
  fence syncscope("agent") release, !mmra !6
  store atomic i32 1, ptr addrspace(1) %flag syncscope("agent") monotonic, align 4, !mmra !0
  br label %end
receive:
  %f = load atomic i32, ptr addrspace(1) %flag syncscope("agent") monotonic, align 4, !mmra !0
  fence syncscope("agent") acquire, !mmra !0
  %c = icmp eq i32 %f, 1
  br i1 %c, label %read, label %end
read:
  %v = load atomic i32, ptr addrspace(1) %p syncscope("workgroup") monotonic, align 4, !mmra !0
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
;--- never-available-narrow.ll
; expect: never-available
; Made available to the workgroup, published to the agent.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(1) %out, i1 %c) {
entry:
  br i1 %c, label %send, label %receive

send:
  store i32 42, ptr addrspace(1) %p, align 4, !mmra !0
  fence syncscope("workgroup") release, !mmra !0
  store atomic i32 1, ptr addrspace(1) %flag syncscope("agent") release, align 4, !mmra !1
  br label %done

receive:
  %f = load atomic i32, ptr addrspace(1) %flag syncscope("agent") acquire, align 4, !mmra !0
  %v = load i32, ptr addrspace(1) %p, align 4, !mmra !0
  store i32 %v, ptr addrspace(1) %out, align 4, !mmra !3
  br label %done

done:
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!2, !0}
!2 = !{!"amdgcn-av", !"none"}
!3 = !{!"vulkan", !"private"}
;--- never-available-no-reader.ll
; expect: nothing
; Nobody in the module reads the memory: it is for the host, behind the end of the kernel.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(1) %out, i1 %c) {
entry:
  store i32 42, ptr addrspace(1) %out, align 4, !mmra !0
  store atomic i32 1, ptr addrspace(1) %flag syncscope("agent") release, align 4, !mmra !1
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!2, !0}
!2 = !{!"amdgcn-av", !"none"}
;--- never-available-one-path.ll
; expect: never-available
; Available on one path, not on the other.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, i1 %c, i1 %d) {
entry:
  br i1 %c, label %send, label %receive

send:
  store i32 42, ptr addrspace(1) %p, align 4, !mmra !0
  br i1 %d, label %flush, label %publish

flush:
  fence syncscope("agent") release, !mmra !0
  br label %publish

publish:
  store atomic i32 1, ptr addrspace(1) %flag syncscope("agent") release, align 4, !mmra !1
  ret void

receive:
  %f = load atomic i32, ptr addrspace(1) %flag syncscope("agent") acquire, align 4, !mmra !0
  %v = load i32, ptr addrspace(1) %p, align 4, !mmra !0
  store i32 %v, ptr addrspace(1) %flag, align 4, !mmra !3
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!2, !0}
!2 = !{!"amdgcn-av", !"none"}
!3 = !{!"vulkan", !"private"}
;--- never-available-other-space.ll
; expect: never-available
; The fence that makes available covers local memory alone.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(1) %out, i1 %c) {
entry:
  br i1 %c, label %send, label %receive

send:
  store i32 1, ptr addrspace(3) @shared, align 4, !mmra !0
  store i32 42, ptr addrspace(1) %p, align 4, !mmra !0
  fence syncscope("agent") release, !mmra !1
  store atomic i32 1, ptr addrspace(1) %flag syncscope("agent") release, align 4, !mmra !3
  br label %done

receive:
  %f = load atomic i32, ptr addrspace(1) %flag syncscope("agent") acquire, align 4, !mmra !0
  %v = load i32, ptr addrspace(1) %p, align 4, !mmra !0
  store i32 %v, ptr addrspace(1) %out, align 4, !mmra !5
  br label %done

done:
  ret void
}

@shared = internal addrspace(3) global i32 poison, align 4

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!2, !0}
!2 = !{!"amdgpu-synchronize-as", !"local"}
!3 = !{!4, !0}
!4 = !{!"amdgcn-av", !"none"}
!5 = !{!"vulkan", !"private"}
;--- never-available-private-payload.ll
; expect: never-released
; A private store has no business with the release: nothing orders it, though the reader takes it for shared.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(1) %out, i1 %c) {
entry:
  br i1 %c, label %send, label %receive

send:
  store i32 42, ptr addrspace(1) %p, align 4, !mmra !0
  store atomic i32 1, ptr addrspace(1) %flag syncscope("agent") release, align 4, !mmra !1
  br label %done

receive:
  %f = load atomic i32, ptr addrspace(1) %flag syncscope("agent") acquire, align 4, !mmra !3
  %v = load i32, ptr addrspace(1) %p, align 4, !mmra !3
  store i32 %v, ptr addrspace(1) %out, align 4, !mmra !0
  br label %done

done:
  ret void
}

!0 = !{!"vulkan", !"private"}
!1 = !{!2, !3}
!2 = !{!"amdgcn-av", !"none"}
!3 = !{!"vulkan", !"nonprivate"}
;--- never-available-read-modify-write.ll
; expect: never-available
; A ticket is handed on by an increment that makes nothing available.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(1) %out, i1 %c) {
entry:
  br i1 %c, label %send, label %receive

send:
  store i32 42, ptr addrspace(1) %p, align 4, !mmra !0
  %t = atomicrmw add ptr addrspace(1) %flag, i32 1 syncscope("agent") release, align 4, !mmra !1
  br label %done

receive:
  %f = load atomic i32, ptr addrspace(1) %flag syncscope("agent") acquire, align 4, !mmra !0
  %v = load i32, ptr addrspace(1) %p, align 4, !mmra !0
  store i32 %v, ptr addrspace(1) %out, align 4, !mmra !3
  br label %done

done:
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!2, !0}
!2 = !{!"amdgcn-av", !"none"}
!3 = !{!"vulkan", !"private"}
;--- never-available-same-space.ll
; expect: nothing
; The fence that makes available covers global memory.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(1) %out, i1 %c) {
entry:
  br i1 %c, label %send, label %receive

send:
  store i32 42, ptr addrspace(1) %p, align 4, !mmra !0
  fence syncscope("agent") release, !mmra !1
  store atomic i32 1, ptr addrspace(1) %flag syncscope("agent") release, align 4, !mmra !3
  br label %done

receive:
  %f = load atomic i32, ptr addrspace(1) %flag syncscope("agent") acquire, align 4, !mmra !0
  %v = load i32, ptr addrspace(1) %p, align 4, !mmra !0
  store i32 %v, ptr addrspace(1) %out, align 4, !mmra !5
  br label %done

done:
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!2, !0}
!2 = !{!"amdgpu-synchronize-as", !"global"}
!3 = !{!4, !0}
!4 = !{!"amdgcn-av", !"none"}
!5 = !{!"vulkan", !"private"}
;--- never-available-store-right.ll
; expect: nothing
; The release makes the payload available.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(1) %out, i1 %c) {
entry:
  br i1 %c, label %send, label %receive

send:
  store i32 42, ptr addrspace(1) %p, align 4, !mmra !0
  store atomic i32 1, ptr addrspace(1) %flag syncscope("agent") release, align 4, !mmra !0
  br label %done

receive:
  %f = load atomic i32, ptr addrspace(1) %flag syncscope("agent") acquire, align 4, !mmra !0
  %v = load i32, ptr addrspace(1) %p, align 4, !mmra !0
  store i32 %v, ptr addrspace(1) %out, align 4, !mmra !1
  br label %done

done:
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!"vulkan", !"private"}
;--- never-available-store.ll
; expect: never-available
; The payload stays in a near cache, the flag does not.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(1) %out, i1 %c) {
entry:
  br i1 %c, label %send, label %receive

send:
  store i32 42, ptr addrspace(1) %p, align 4, !mmra !0
  store atomic i32 1, ptr addrspace(1) %flag syncscope("agent") release, align 4, !mmra !1
  br label %done

receive:
  %f = load atomic i32, ptr addrspace(1) %flag syncscope("agent") acquire, align 4, !mmra !0
  %v = load i32, ptr addrspace(1) %p, align 4, !mmra !0
  store i32 %v, ptr addrspace(1) %out, align 4, !mmra !3
  br label %done

done:
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!2, !0}
!2 = !{!"amdgcn-av", !"none"}
!3 = !{!"vulkan", !"private"}
;--- never-available-unknown-reader.ll
; expect: never-available
; Nobody knows where the pointer comes from that is read through.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(4) %table, ptr addrspace(1) %flag) {
entry:
  %q = load ptr addrspace(1), ptr addrspace(4) %table, align 8, !mmra !2
  %v = load i32, ptr addrspace(1) %q, align 4, !mmra !0
  store i32 %v, ptr addrspace(1) %p, align 4, !mmra !0
  store atomic i32 1, ptr addrspace(1) %flag syncscope("agent") release, align 4, !mmra !1
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!3, !0}
!2 = !{!"vulkan", !"private"}
!3 = !{!"amdgcn-av", !"none"}
;--- never-available-volatile-23.ll
; expect: never-available
; options: revision=23
; Until LLVM 23 a volatile write is no more available than others.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %q, ptr addrspace(1) %flag) {
  store volatile i32 42, ptr addrspace(1) %p, align 4, !mmra !0
  %n = atomicrmw add ptr addrspace(1) %flag, i32 1 syncscope("agent") acq_rel, align 4, !mmra !1
  %v = load volatile i32, ptr addrspace(1) %p, align 4, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!2, !0}
!2 = !{!"amdgcn-av", !"none"}
;--- never-available-volatile-beside.ll
; expect: never-available
; options: revision=24
; A volatile write of the same kind stands before the plain one.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %q, ptr addrspace(1) %flag) {
  store volatile i32 42, ptr addrspace(1) %q, align 4, !mmra !0
  store i32 42, ptr addrspace(1) %p, align 4, !mmra !0
  %n = atomicrmw add ptr addrspace(1) %flag, i32 1 syncscope("agent") acq_rel, align 4, !mmra !1
  %v = load volatile i32, ptr addrspace(1) %p, align 4, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!2, !0}
!2 = !{!"amdgcn-av", !"none"}
;--- never-available-wide-before.ll
; expect: nothing
; Made available to the agent first, then published.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(1) %out, i1 %c) {
entry:
  br i1 %c, label %send, label %receive

send:
  store i32 42, ptr addrspace(1) %p, align 4, !mmra !0
  fence syncscope("agent") release, !mmra !0
  store atomic i32 1, ptr addrspace(1) %flag syncscope("agent") release, align 4, !mmra !1
  br label %done

receive:
  %f = load atomic i32, ptr addrspace(1) %flag syncscope("agent") acquire, align 4, !mmra !0
  %v = load i32, ptr addrspace(1) %p, align 4, !mmra !0
  store i32 %v, ptr addrspace(1) %out, align 4, !mmra !3
  br label %done

done:
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!2, !0}
!2 = !{!"amdgcn-av", !"none"}
!3 = !{!"vulkan", !"private"}
;--- never-available-wider-before.ll
; expect: nothing
; Made available to the system, published to the agent.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(1) %out, i1 %c) {
entry:
  br i1 %c, label %send, label %receive

send:
  store i32 42, ptr addrspace(1) %p, align 4, !mmra !0
  fence release, !mmra !0
  store atomic i32 1, ptr addrspace(1) %flag syncscope("agent") release, align 4, !mmra !1
  br label %done

receive:
  %f = load atomic i32, ptr addrspace(1) %flag syncscope("agent") acquire, align 4, !mmra !0
  %v = load i32, ptr addrspace(1) %p, align 4, !mmra !0
  store i32 %v, ptr addrspace(1) %out, align 4, !mmra !3
  br label %done

done:
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!2, !0}
!2 = !{!"amdgcn-av", !"none"}
!3 = !{!"vulkan", !"private"}
