;--- never-visible-atomic-read.ll
; expect: nothing
; An atomic read is load-visible by itself.
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
  %v = load atomic i32, ptr addrspace(1) %p syncscope("agent") monotonic, align 4, !mmra !0
  store i32 %v, ptr addrspace(1) %out, align 4, !mmra !3
  br label %done

done:
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!2, !0}
!2 = !{!"amdgcn-av", !"none"}
!3 = !{!"vulkan", !"private"}
;--- never-visible-callee-acquires.ll
; expect: never-visible
; The acquire is in a function that is called, the read here.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(1) %out, i1 %c) {
entry:
  br i1 %c, label %send, label %receive

send:
  store i32 42, ptr addrspace(1) %p, align 4, !mmra !0
  store atomic i32 1, ptr addrspace(1) %flag syncscope("agent") release, align 4, !mmra !0
  br label %done

receive:
  call void @wait(ptr addrspace(1) %flag)
  %v = load i32, ptr addrspace(1) %p, align 4, !mmra !0
  store i32 %v, ptr addrspace(1) %out, align 4, !mmra !1
  br label %done

done:
  ret void
}

define internal void @wait(ptr addrspace(1) %flag) {
entry:
  %f = load atomic i32, ptr addrspace(1) %flag syncscope("agent") acquire, align 4, !mmra !2
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!"vulkan", !"private"}
!2 = !{!3, !0}
!3 = !{!"amdgcn-av", !"none"}
;--- never-visible-callee-reads.ll
; expect: never-visible
; The acquire is here, the read in a function that is called.
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
  call void @read(ptr addrspace(1) %p, ptr addrspace(1) %out)
  br label %done

done:
  ret void
}

define internal void @read(ptr addrspace(1) %q, ptr addrspace(1) %o) {
entry:
  %v = load i32, ptr addrspace(1) %q, align 4, !mmra !0
  store i32 %v, ptr addrspace(1) %o, align 4, !mmra !3
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!2, !0}
!2 = !{!"amdgcn-av", !"none"}
!3 = !{!"vulkan", !"private"}
;--- never-visible-callee-sees.ll
; expect: nothing
; The called function acquires and makes visible.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(1) %out, i1 %c) {
entry:
  br i1 %c, label %send, label %receive

send:
  store i32 42, ptr addrspace(1) %p, align 4, !mmra !0
  store atomic i32 1, ptr addrspace(1) %flag syncscope("agent") release, align 4, !mmra !0
  br label %done

receive:
  call void @wait(ptr addrspace(1) %flag)
  %v = load i32, ptr addrspace(1) %p, align 4, !mmra !0
  store i32 %v, ptr addrspace(1) %out, align 4, !mmra !1
  br label %done

done:
  ret void
}

define internal void @wait(ptr addrspace(1) %flag) {
entry:
  %f = load atomic i32, ptr addrspace(1) %flag syncscope("agent") acquire, align 4, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!"vulkan", !"private"}
;--- never-visible-fence-right.ll
; expect: nothing
; A fence that makes visible.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(1) %out, i1 %c) {
entry:
  br i1 %c, label %send, label %receive

send:
  store i32 42, ptr addrspace(1) %p, align 4, !mmra !0
  store atomic i32 1, ptr addrspace(1) %flag syncscope("agent") release, align 4, !mmra !0
  br label %done

receive:
  %f = load atomic i32, ptr addrspace(1) %flag syncscope("agent") monotonic, align 4, !mmra !0
  fence syncscope("agent") acquire, !mmra !0
  %v = load i32, ptr addrspace(1) %p, align 4, !mmra !0
  store i32 %v, ptr addrspace(1) %out, align 4, !mmra !1
  br label %done

done:
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!"vulkan", !"private"}
;--- never-visible-fence.ll
; expect: never-visible
; The acquire is a relaxed load and a fence.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(1) %out, i1 %c) {
entry:
  br i1 %c, label %send, label %receive

send:
  store i32 42, ptr addrspace(1) %p, align 4, !mmra !0
  store atomic i32 1, ptr addrspace(1) %flag syncscope("agent") release, align 4, !mmra !0
  br label %done

receive:
  %f = load atomic i32, ptr addrspace(1) %flag syncscope("agent") monotonic, align 4, !mmra !0
  fence syncscope("agent") acquire, !mmra !1
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
;--- never-visible-image-atomic.ll
; expect: nothing
; An image atomic acts where all see it.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(<8 x i32> %image, <4 x i32> %texels, ptr addrspace(1) %flag, ptr addrspace(1) %out, i1 %c) {
entry:
  br i1 %c, label %send, label %receive

send:
  call void @llvm.amdgcn.image.store.2d.f32.i32.v8i32(float 1.0, i32 1, i32 0, i32 0, <8 x i32> %image, i32 0, i32 0), !mmra !0
  store atomic i32 1, ptr addrspace(1) %flag syncscope("agent") release, align 4, !mmra !0
  br label %done

receive:
  %f = load atomic i32, ptr addrspace(1) %flag syncscope("agent") acquire, align 4, !mmra !1
  %v = call i32 @llvm.amdgcn.image.atomic.add.2d.i32.i32.v8i32(i32 1, i32 0, i32 0, <8 x i32> %image, i32 0, i32 0), !mmra !0
  store i32 %v, ptr addrspace(1) %out, align 4, !mmra !3
  br label %done

done:
  ret void
}

declare i32 @llvm.amdgcn.image.atomic.add.2d.i32.i32.v8i32(i32, i32, i32, <8 x i32>, i32 immarg, i32 immarg)
declare float @llvm.amdgcn.image.load.2d.f32.i32.v8i32(i32 immarg, i32, i32, <8 x i32>, i32 immarg, i32 immarg)
declare void @llvm.amdgcn.image.store.2d.f32.i32.v8i32(float, i32 immarg, i32, i32, <8 x i32>, i32 immarg, i32 immarg)
declare float @llvm.amdgcn.struct.buffer.load.format.f32(<4 x i32>, i32, i32, i32, i32 immarg)

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!2, !0}
!2 = !{!"amdgcn-av", !"none"}
!3 = !{!"vulkan", !"private"}
;--- never-visible-image-coherent.ll
; expect: nothing
; A read of an image that is coherent by its cache policy.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(<8 x i32> %image, <4 x i32> %texels, ptr addrspace(1) %flag, ptr addrspace(1) %out, i1 %c) {
entry:
  br i1 %c, label %send, label %receive

send:
  call void @llvm.amdgcn.image.store.2d.f32.i32.v8i32(float 1.0, i32 1, i32 0, i32 0, <8 x i32> %image, i32 0, i32 0), !mmra !0
  store atomic i32 1, ptr addrspace(1) %flag syncscope("agent") release, align 4, !mmra !0
  br label %done

receive:
  %f = load atomic i32, ptr addrspace(1) %flag syncscope("agent") acquire, align 4, !mmra !1
  %v = call float @llvm.amdgcn.image.load.2d.f32.i32.v8i32(i32 1, i32 0, i32 0, <8 x i32> %image, i32 0, i32 5), !mmra !0
  store float %v, ptr addrspace(1) %out, align 4, !mmra !3
  br label %done

done:
  ret void
}

declare i32 @llvm.amdgcn.image.atomic.add.2d.i32.i32.v8i32(i32, i32, i32, <8 x i32>, i32 immarg, i32 immarg)
declare float @llvm.amdgcn.image.load.2d.f32.i32.v8i32(i32 immarg, i32, i32, <8 x i32>, i32 immarg, i32 immarg)
declare void @llvm.amdgcn.image.store.2d.f32.i32.v8i32(float, i32 immarg, i32, i32, <8 x i32>, i32 immarg, i32 immarg)
declare float @llvm.amdgcn.struct.buffer.load.format.f32(<4 x i32>, i32, i32, i32, i32 immarg)

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!2, !0}
!2 = !{!"amdgcn-av", !"none"}
!3 = !{!"vulkan", !"private"}
;--- never-visible-image-hint.ll
; expect: never-visible
; A read of an image that is only said to be made once (slc).
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(<8 x i32> %image, <4 x i32> %texels, ptr addrspace(1) %flag, ptr addrspace(1) %out, i1 %c) {
entry:
  br i1 %c, label %send, label %receive

send:
  call void @llvm.amdgcn.image.store.2d.f32.i32.v8i32(float 1.0, i32 1, i32 0, i32 0, <8 x i32> %image, i32 0, i32 0), !mmra !0
  store atomic i32 1, ptr addrspace(1) %flag syncscope("agent") release, align 4, !mmra !0
  br label %done

receive:
  %f = load atomic i32, ptr addrspace(1) %flag syncscope("agent") acquire, align 4, !mmra !1
  %v = call float @llvm.amdgcn.image.load.2d.f32.i32.v8i32(i32 1, i32 0, i32 0, <8 x i32> %image, i32 0, i32 2), !mmra !0
  store float %v, ptr addrspace(1) %out, align 4, !mmra !3
  br label %done

done:
  ret void
}

declare i32 @llvm.amdgcn.image.atomic.add.2d.i32.i32.v8i32(i32, i32, i32, <8 x i32>, i32 immarg, i32 immarg)
declare float @llvm.amdgcn.image.load.2d.f32.i32.v8i32(i32 immarg, i32, i32, <8 x i32>, i32 immarg, i32 immarg)
declare void @llvm.amdgcn.image.store.2d.f32.i32.v8i32(float, i32 immarg, i32, i32, <8 x i32>, i32 immarg, i32 immarg)
declare float @llvm.amdgcn.struct.buffer.load.format.f32(<4 x i32>, i32, i32, i32, i32 immarg)

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!2, !0}
!2 = !{!"amdgcn-av", !"none"}
!3 = !{!"vulkan", !"private"}
;--- never-visible-image.ll
; expect: never-visible
; A plain read of an image.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(<8 x i32> %image, <4 x i32> %texels, ptr addrspace(1) %flag, ptr addrspace(1) %out, i1 %c) {
entry:
  br i1 %c, label %send, label %receive

send:
  call void @llvm.amdgcn.image.store.2d.f32.i32.v8i32(float 1.0, i32 1, i32 0, i32 0, <8 x i32> %image, i32 0, i32 0), !mmra !0
  store atomic i32 1, ptr addrspace(1) %flag syncscope("agent") release, align 4, !mmra !0
  br label %done

receive:
  %f = load atomic i32, ptr addrspace(1) %flag syncscope("agent") acquire, align 4, !mmra !1
  %v = call float @llvm.amdgcn.image.load.2d.f32.i32.v8i32(i32 1, i32 0, i32 0, <8 x i32> %image, i32 0, i32 0), !mmra !0
  store float %v, ptr addrspace(1) %out, align 4, !mmra !3
  br label %done

done:
  ret void
}

declare i32 @llvm.amdgcn.image.atomic.add.2d.i32.i32.v8i32(i32, i32, i32, <8 x i32>, i32 immarg, i32 immarg)
declare float @llvm.amdgcn.image.load.2d.f32.i32.v8i32(i32 immarg, i32, i32, <8 x i32>, i32 immarg, i32 immarg)
declare void @llvm.amdgcn.image.store.2d.f32.i32.v8i32(float, i32 immarg, i32, i32, <8 x i32>, i32 immarg, i32 immarg)
declare float @llvm.amdgcn.struct.buffer.load.format.f32(<4 x i32>, i32, i32, i32, i32 immarg)

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!2, !0}
!2 = !{!"amdgcn-av", !"none"}
!3 = !{!"vulkan", !"private"}
;--- never-visible-intrinsic-read.ll
; expect: nothing
; A load-visible is visible by itself.
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
  %v = call <4 x i32> @llvm.amdgcn.av.global.load.b128(ptr addrspace(1) %p, metadata !{!"agent"}), !mmra !0
  store <4 x i32> %v, ptr addrspace(1) %out, align 16, !mmra !3
  br label %done

done:
  ret void
}

declare <4 x i32> @llvm.amdgcn.av.global.load.b128(ptr addrspace(1), metadata) #3

attributes #3 = { nounwind }

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!2, !0}
!2 = !{!"amdgcn-av", !"none"}
!3 = !{!"vulkan", !"private"}
;--- never-visible-load-right.ll
; expect: nothing
; The acquire makes the payload visible.
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
;--- never-visible-load.ll
; expect: never-visible
; The reader may find an old payload in its cache.
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
;--- never-visible-narrow-read-right.ll
; expect: nothing
; The acquire makes it visible.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(1) %out, i1 %sends) {
entry:
  br i1 %sends, label %send, label %receive
send:
  store atomic i32 42, ptr addrspace(1) %p syncscope("agent") monotonic, align 4, !mmra !0
  fence syncscope("agent") release, !mmra !0
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
;--- never-visible-narrow-read.ll
; expect: never-visible
; The read is visible to what its workgroup writes alone, and the acquire adds nothing.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(1) %out, i1 %sends) {
entry:
  br i1 %sends, label %send, label %receive
send:
  store atomic i32 42, ptr addrspace(1) %p syncscope("agent") monotonic, align 4, !mmra !0
  fence syncscope("agent") release, !mmra !0
  store atomic i32 1, ptr addrspace(1) %flag syncscope("agent") monotonic, align 4, !mmra !0
  br label %end
receive:
  %f = load atomic i32, ptr addrspace(1) %flag syncscope("agent") monotonic, align 4, !mmra !0
  fence syncscope("agent") acquire, !mmra !6
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
;--- never-visible-narrow.ll
; expect: never-visible
; Made visible within the workgroup, acquired from the agent.
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
  fence syncscope("workgroup") acquire, !mmra !0
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
;--- never-visible-one-path.ll
; expect: never-visible
; Visible on one path, not on the other.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, i1 %c) {
entry:
  %f = load atomic i32, ptr addrspace(1) %flag syncscope("agent") acquire, align 4, !mmra !0
  br i1 %c, label %see, label %read

see:
  fence syncscope("agent") acquire, !mmra !2
  br label %read

read:
  %v = load i32, ptr addrspace(1) %p, align 4, !mmra !2
  %w = add i32 %v, 1
  store i32 %w, ptr addrspace(1) %p, align 4, !mmra !2
  store atomic i32 1, ptr addrspace(1) %flag syncscope("agent") release, align 4, !mmra !2
  ret void
}

!0 = !{!1, !2}
!1 = !{!"amdgcn-av", !"none"}
!2 = !{!"vulkan", !"nonprivate"}
;--- never-visible-own-thread.ll
; expect: never-visible
; An atomic read for its own thread alone is visible to nobody: it may be in the cache, as a plain one may.
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
  %v = load atomic i32, ptr addrspace(1) %p syncscope("singlethread") monotonic, align 4, !mmra !0
  store i32 %v, ptr addrspace(1) %out, align 4, !mmra !3
  br label %done

done:
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!2, !0}
!2 = !{!"amdgcn-av", !"none"}
!3 = !{!"vulkan", !"private"}
;--- never-visible-private-read.ll
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
;--- never-visible-read-only.ll
; expect: nothing
; Nobody in the module writes what is read: it is input.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(1) %out, i1 %c) {
entry:
  br i1 %c, label %send, label %receive

send:
  store i32 1, ptr addrspace(1) %out, align 4, !mmra !0
  store atomic i32 1, ptr addrspace(1) %flag syncscope("agent") release, align 4, !mmra !1
  br label %done

receive:
  %f = load atomic i32, ptr addrspace(1) %flag syncscope("agent") acquire, align 4, !mmra !2
  %v = load i32, ptr addrspace(1) %p, align 4, !mmra !1
  store i32 %v, ptr addrspace(1) %out, align 4, !mmra !0
  br label %done

done:
  ret void
}

!0 = !{!"vulkan", !"private"}
!1 = !{!"vulkan", !"nonprivate"}
!2 = !{!3, !1}
!3 = !{!"amdgcn-av", !"none"}
;--- never-visible-spin-right.ll
; expect: nothing
; A lock as it should be.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %lock) {
entry:
  br label %spin

spin:
  %r = cmpxchg ptr addrspace(1) %lock, i32 0, i32 1 syncscope("agent") acquire monotonic, align 4, !mmra !0
  %ok = extractvalue { i32, i1 } %r, 1
  br i1 %ok, label %critical, label %spin

critical:
  %v = load i32, ptr addrspace(1) %p, align 4, !mmra !0
  %w = add i32 %v, 1
  store i32 %w, ptr addrspace(1) %p, align 4, !mmra !0
  store atomic i32 0, ptr addrspace(1) %lock syncscope("agent") release, align 4, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
;--- never-visible-spin.ll
; expect: never-visible
; A lock whose acquire makes nothing visible.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %lock) {
entry:
  br label %spin

spin:
  %r = cmpxchg ptr addrspace(1) %lock, i32 0, i32 1 syncscope("agent") acquire monotonic, align 4, !mmra !0
  %ok = extractvalue { i32, i1 } %r, 1
  br i1 %ok, label %critical, label %spin

critical:
  %v = load i32, ptr addrspace(1) %p, align 4, !mmra !2
  %w = add i32 %v, 1
  store i32 %w, ptr addrspace(1) %p, align 4, !mmra !2
  store atomic i32 0, ptr addrspace(1) %lock syncscope("agent") release, align 4, !mmra !2
  ret void
}

!0 = !{!1, !2}
!1 = !{!"amdgcn-av", !"none"}
!2 = !{!"vulkan", !"nonprivate"}
;--- never-visible-texel-buffer.ll
; expect: never-visible
; A plain read of a texel buffer.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(<8 x i32> %image, <4 x i32> %texels, ptr addrspace(1) %flag, ptr addrspace(1) %out, i1 %c) {
entry:
  br i1 %c, label %send, label %receive

send:
  call void @llvm.amdgcn.image.store.2d.f32.i32.v8i32(float 1.0, i32 1, i32 0, i32 0, <8 x i32> %image, i32 0, i32 0), !mmra !0
  store atomic i32 1, ptr addrspace(1) %flag syncscope("agent") release, align 4, !mmra !0
  br label %done

receive:
  %f = load atomic i32, ptr addrspace(1) %flag syncscope("agent") acquire, align 4, !mmra !1
  %v = call float @llvm.amdgcn.struct.buffer.load.format.f32(<4 x i32> %texels, i32 0, i32 0, i32 0, i32 0), !mmra !0
  store float %v, ptr addrspace(1) %out, align 4, !mmra !3
  br label %done

done:
  ret void
}

declare i32 @llvm.amdgcn.image.atomic.add.2d.i32.i32.v8i32(i32, i32, i32, <8 x i32>, i32 immarg, i32 immarg)
declare float @llvm.amdgcn.image.load.2d.f32.i32.v8i32(i32 immarg, i32, i32, <8 x i32>, i32 immarg, i32 immarg)
declare void @llvm.amdgcn.image.store.2d.f32.i32.v8i32(float, i32 immarg, i32, i32, <8 x i32>, i32 immarg, i32 immarg)
declare float @llvm.amdgcn.struct.buffer.load.format.f32(<4 x i32>, i32, i32, i32, i32 immarg)

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!2, !0}
!2 = !{!"amdgcn-av", !"none"}
!3 = !{!"vulkan", !"private"}
;--- never-visible-wide.ll
; expect: nothing
; A wide enough acquire comes between.
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
  fence syncscope("agent") acquire, !mmra !0
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
