;--- av-name-22.ll
; expect: av-name
; options: revision=22
; LLVM 22 has no av intrinsics.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  call void @llvm.amdgcn.av.store.b128.p1(ptr addrspace(1) %p, <4 x i32> zeroinitializer, metadata !{!"agent"}), !mmra !0
  ret void
}

declare void @llvm.amdgcn.av.store.b128.p1(ptr addrspace(1), <4 x i32>, metadata) #3

attributes #3 = { nounwind }

!0 = !{!"vulkan", !"nonprivate"}
;--- av-name-23-in-document.ll
; expect: av-name
; options: revision=document
; LLVM 23's name, in IR for the document.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  %v = call <4 x i32> @llvm.amdgcn.av.load.b128.p1(ptr addrspace(1) %p, metadata !{!"agent"}), !mmra !0
  store <4 x i32> %v, ptr addrspace(1) %flag, align 16, !mmra !1
  ret void
}

declare <4 x i32> @llvm.amdgcn.av.load.b128.p1(ptr addrspace(1), metadata) #3

attributes #3 = { nounwind }

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!"vulkan", !"private"}
;--- av-name-23.ll
; expect: nothing
; options: revision=23
; LLVM 23's name where it belongs.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  %v = call <4 x i32> @llvm.amdgcn.av.load.b128.p1(ptr addrspace(1) %p, metadata !{!"agent"}), !mmra !0
  store <4 x i32> %v, ptr addrspace(1) %flag, align 16, !mmra !1
  ret void
}

declare <4 x i32> @llvm.amdgcn.av.load.b128.p1(ptr addrspace(1), metadata) #3

attributes #3 = { nounwind }

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!"vulkan", !"private"}
;--- av-name-24-in-23.ll
; expect: av-name
; options: revision=23
; The narrow intrinsics came after LLVM 23.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  %v = call i32 @llvm.amdgcn.av.load.b32.p1(ptr addrspace(1) %p, metadata !{!"agent"}), !mmra !0
  store i32 %v, ptr addrspace(1) %flag, align 4, !mmra !1
  ret void
}

declare i32 @llvm.amdgcn.av.load.b32.p1(ptr addrspace(1), metadata) #3

attributes #3 = { nounwind }

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!"vulkan", !"private"}
;--- av-name-24.ll
; expect: nothing
; options: revision=24
; The narrow intrinsics where they belong.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  %v = call i32 @llvm.amdgcn.av.load.b32.p1(ptr addrspace(1) %p, metadata !{!"agent"}), !mmra !0
  store i32 %v, ptr addrspace(1) %flag, align 4, !mmra !1
  ret void
}

declare i32 @llvm.amdgcn.av.load.b32.p1(ptr addrspace(1), metadata) #3

attributes #3 = { nounwind }

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!"vulkan", !"private"}
;--- av-name-document-in-23.ll
; expect: av-name
; options: revision=23
; The document's name, in IR for LLVM 23.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  %v = call <4 x i32> @llvm.amdgcn.av.global.load.b128(ptr addrspace(1) %p, metadata !{!"agent"}), !mmra !0
  store <4 x i32> %v, ptr addrspace(1) %flag, align 16, !mmra !1
  ret void
}

declare <4 x i32> @llvm.amdgcn.av.global.load.b128(ptr addrspace(1), metadata) #3

attributes #3 = { nounwind }

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!"vulkan", !"private"}
;--- av-name-document.ll
; expect: nothing
; options: revision=document
; The document's name where it belongs.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  %v = call <4 x i32> @llvm.amdgcn.av.global.load.b128(ptr addrspace(1) %p, metadata !{!"agent"}), !mmra !0
  store <4 x i32> %v, ptr addrspace(1) %flag, align 16, !mmra !1
  ret void
}

declare <4 x i32> @llvm.amdgcn.av.global.load.b128(ptr addrspace(1), metadata) #3

attributes #3 = { nounwind }

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!"vulkan", !"private"}
;--- av-name-draft-in-24.ll
; expect: av-name
; options: revision=24
; Operations that only make available are no more than proposed.
target triple = "amdgcn-amd-amdhsa"

declare target("amdgcn.scope") @llvm.amdgcn.scope.agent()
declare void @llvm.amdgcn.make.available(target("amdgcn.scope"))
declare void @llvm.amdgcn.make.ptr.visible(ptr addrspace(1), target("amdgcn.scope"))
declare <4 x i32> @llvm.amdgcn.global.load.visible.b128(ptr addrspace(1), target("amdgcn.scope"))

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %q, ptr addrspace(1) %flag) {
  %s = call target("amdgcn.scope") @llvm.amdgcn.scope.agent()
  call void @llvm.amdgcn.make.available(target("amdgcn.scope") %s)
  ret void
}

;--- av-name-unknown.ll
; expect: av-name
; No revision has such an intrinsic.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  %v = call i32 @llvm.amdgcn.av.fetch.b32(ptr addrspace(1) %p, metadata !{!"agent"}), !mmra !0
  store i32 %v, ptr addrspace(1) %flag, align 4, !mmra !1
  ret void
}

declare i32 @llvm.amdgcn.av.fetch.b32(ptr addrspace(1), metadata) #3

attributes #3 = { nounwind }

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!"vulkan", !"private"}
;--- av-pointer-constant.ll
; expect: av-pointer
; The av intrinsics access global and generic memory alone.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr %q, ptr addrspace(3) %l, ptr addrspace(4) %c, ptr addrspace(5) %s) {
entry:
  %v = call <4 x i32> @llvm.amdgcn.av.load.b128.p4(ptr addrspace(4) %c, metadata !{!"agent"}), !mmra !0
  store <4 x i32> %v, ptr addrspace(1) %p, align 16, !mmra !1
  ret void
}

declare <4 x i32> @llvm.amdgcn.av.load.b128.p4(ptr addrspace(4), metadata) #3

attributes #3 = { nounwind }

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!"vulkan", !"private"}
;--- av-pointer-generic.ll
; expect: nothing
; Generic memory.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr %q, ptr addrspace(3) %l, ptr addrspace(4) %c, ptr addrspace(5) %s) {
entry:
  %v = call <4 x i32> @llvm.amdgcn.av.load.b128.p0(ptr %q, metadata !{!"agent"}), !mmra !0
  store <4 x i32> %v, ptr addrspace(1) %p, align 16, !mmra !1
  ret void
}

declare <4 x i32> @llvm.amdgcn.av.load.b128.p0(ptr, metadata) #3

attributes #3 = { nounwind }

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!"vulkan", !"private"}
;--- av-pointer-global.ll
; expect: nothing
; Global memory.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr %q, ptr addrspace(3) %l, ptr addrspace(4) %c, ptr addrspace(5) %s) {
entry:
  %v = call <4 x i32> @llvm.amdgcn.av.load.b128.p1(ptr addrspace(1) %p, metadata !{!"agent"}), !mmra !0
  call void @llvm.amdgcn.av.store.b128.p1(ptr addrspace(1) %p, <4 x i32> %v, metadata !{!"agent"}), !mmra !0
  ret void
}

declare <4 x i32> @llvm.amdgcn.av.load.b128.p1(ptr addrspace(1), metadata) #3

declare void @llvm.amdgcn.av.store.b128.p1(ptr addrspace(1), <4 x i32>, metadata) #3

attributes #3 = { nounwind }

!0 = !{!"vulkan", !"nonprivate"}
;--- av-pointer-local.ll
; expect: av-pointer
; The av intrinsics access global and generic memory alone.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr %q, ptr addrspace(3) %l, ptr addrspace(4) %c, ptr addrspace(5) %s) {
entry:
  %v = call <4 x i32> @llvm.amdgcn.av.load.b128.p3(ptr addrspace(3) %l, metadata !{!"agent"}), !mmra !0
  store <4 x i32> %v, ptr addrspace(1) %p, align 16, !mmra !1
  ret void
}

declare <4 x i32> @llvm.amdgcn.av.load.b128.p3(ptr addrspace(3), metadata) #3

attributes #3 = { nounwind }

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!"vulkan", !"private"}
;--- av-pointer-private.ll
; expect: av-pointer
; The av intrinsics access global and generic memory alone.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr %q, ptr addrspace(3) %l, ptr addrspace(4) %c, ptr addrspace(5) %s) {
entry:
  %v = call <4 x i32> @llvm.amdgcn.av.load.b128.p5(ptr addrspace(5) %s, metadata !{!"agent"}), !mmra !0
  store <4 x i32> %v, ptr addrspace(1) %p, align 16, !mmra !1
  ret void
}

declare <4 x i32> @llvm.amdgcn.av.load.b128.p5(ptr addrspace(5), metadata) #3

attributes #3 = { nounwind }

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!"vulkan", !"private"}
;--- av-pointer-store-local.ll
; expect: av-pointer
; There is no av form for local memory: use a relaxed atomic.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr %q, ptr addrspace(3) %l, ptr addrspace(4) %c, ptr addrspace(5) %s) {
entry:
  call void @llvm.amdgcn.av.store.b128.p3(ptr addrspace(3) %l, <4 x i32> zeroinitializer, metadata !{!"workgroup"}), !mmra !0
  ret void
}

declare void @llvm.amdgcn.av.store.b128.p3(ptr addrspace(3), <4 x i32>, metadata) #3

attributes #3 = { nounwind }

!0 = !{!"vulkan", !"nonprivate"}
;--- av-scope-agent.ll
; expect: nothing
; A scope of the target.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  %v = call <4 x i32> @llvm.amdgcn.av.global.load.b128(ptr addrspace(1) %p, metadata !{!"agent"}), !mmra !0
  store <4 x i32> %v, ptr addrspace(1) %flag, align 16, !mmra !1
  ret void
}

declare <4 x i32> @llvm.amdgcn.av.global.load.b128(ptr addrspace(1), metadata) #3

attributes #3 = { nounwind }

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!"vulkan", !"private"}
;--- av-scope-bare.ll
; expect: av-scope
; The string stands in a tuple.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  %v = call <4 x i32> @llvm.amdgcn.av.global.load.b128(ptr addrspace(1) %p, metadata !"agent"), !mmra !0
  store <4 x i32> %v, ptr addrspace(1) %flag, align 16, !mmra !1
  ret void
}

declare <4 x i32> @llvm.amdgcn.av.global.load.b128(ptr addrspace(1), metadata) #3

attributes #3 = { nounwind }

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!"vulkan", !"private"}
;--- av-scope-cluster.ll
; expect: nothing
; A scope of the target.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  %v = call <4 x i32> @llvm.amdgcn.av.global.load.b128(ptr addrspace(1) %p, metadata !{!"cluster"}), !mmra !0
  store <4 x i32> %v, ptr addrspace(1) %flag, align 16, !mmra !1
  ret void
}

declare <4 x i32> @llvm.amdgcn.av.global.load.b128(ptr addrspace(1), metadata) #3

attributes #3 = { nounwind }

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!"vulkan", !"private"}
;--- av-scope-empty.ll
; expect: av-scope
; The tuple is empty.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  %v = call <4 x i32> @llvm.amdgcn.av.global.load.b128(ptr addrspace(1) %p, metadata !{}), !mmra !0
  store <4 x i32> %v, ptr addrspace(1) %flag, align 16, !mmra !1
  ret void
}

declare <4 x i32> @llvm.amdgcn.av.global.load.b128(ptr addrspace(1), metadata) #3

attributes #3 = { nounwind }

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!"vulkan", !"private"}
;--- av-scope-missing.ll
; expect: av-scope
; The scope operand is missing.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  %v = call <4 x i32> @llvm.amdgcn.av.global.load.b128(ptr addrspace(1) %p), !mmra !0
  store <4 x i32> %v, ptr addrspace(1) %flag, align 16, !mmra !1
  ret void
}

declare <4 x i32> @llvm.amdgcn.av.global.load.b128(ptr addrspace(1)) #3

attributes #3 = { nounwind }

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!"vulkan", !"private"}
;--- av-scope-number.ll
; expect: av-scope
; The scope is a string, not SPIR-V's number.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  %v = call <4 x i32> @llvm.amdgcn.av.global.load.b128(ptr addrspace(1) %p, metadata !{i32 1}), !mmra !0
  store <4 x i32> %v, ptr addrspace(1) %flag, align 16, !mmra !1
  ret void
}

declare <4 x i32> @llvm.amdgcn.av.global.load.b128(ptr addrspace(1), metadata) #3

attributes #3 = { nounwind }

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!"vulkan", !"private"}
;--- av-scope-right.ll
; expect: nothing
; The scope stands in the operation itself.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  store atomic i32 1, ptr addrspace(1) %p syncscope("workgroup") monotonic, align 4, !mmra !0
  fence syncscope("workgroup") release, !mmra !1
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!2, !0}
!2 = !{!"amdgcn-av", !"none"}
;--- av-scope-system.ll
; expect: nothing
; A scope of the target.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  %v = call <4 x i32> @llvm.amdgcn.av.global.load.b128(ptr addrspace(1) %p, metadata !{!""}), !mmra !0
  store <4 x i32> %v, ptr addrspace(1) %flag, align 16, !mmra !1
  ret void
}

declare <4 x i32> @llvm.amdgcn.av.global.load.b128(ptr addrspace(1), metadata) #3

attributes #3 = { nounwind }

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!"vulkan", !"private"}
;--- av-scope-two.ll
; expect: av-scope
; One scope, not two.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  %v = call <4 x i32> @llvm.amdgcn.av.global.load.b128(ptr addrspace(1) %p, metadata !{!"agent", !"workgroup"}), !mmra !0
  store <4 x i32> %v, ptr addrspace(1) %flag, align 16, !mmra !1
  ret void
}

declare <4 x i32> @llvm.amdgcn.av.global.load.b128(ptr addrspace(1), metadata) #3

attributes #3 = { nounwind }

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!"vulkan", !"private"}
;--- av-scope-unknown.ll
; expect: av-scope
; The target has no scope of that name.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  %v = call <4 x i32> @llvm.amdgcn.av.global.load.b128(ptr addrspace(1) %p, metadata !{!"device"}), !mmra !0
  store <4 x i32> %v, ptr addrspace(1) %flag, align 16, !mmra !1
  ret void
}

declare <4 x i32> @llvm.amdgcn.av.global.load.b128(ptr addrspace(1), metadata) #3

attributes #3 = { nounwind }

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!"vulkan", !"private"}
;--- av-scope-value-agent.ll
; expect: av-scope-value
; If the metadata is dropped, nothing says how far the store goes.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  store i32 1, ptr addrspace(1) %p, align 4, !mmra !0
  fence syncscope("agent") release, !mmra !2
  ret void
}

!0 = !{!1, !2}
!1 = !{!"amdgcn-av", !"agent"}
!2 = !{!"vulkan", !"nonprivate"}
;--- av-scope-value-one-as.ll
; expect: av-scope-value
; If the metadata is dropped, nothing says how far the store goes.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  store i32 1, ptr addrspace(1) %p, align 4, !mmra !0
  fence syncscope("agent") release, !mmra !2
  ret void
}

!0 = !{!1, !2}
!1 = !{!"amdgcn-av", !"one-as"}
!2 = !{!"vulkan", !"nonprivate"}
;--- av-scope-value-system.ll
; expect: av-scope-value
; If the metadata is dropped, nothing says how far the store goes.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  store i32 1, ptr addrspace(1) %p, align 4, !mmra !0
  fence syncscope("agent") release, !mmra !2
  ret void
}

!0 = !{!1, !2}
!1 = !{!"amdgcn-av", !"system"}
!2 = !{!"vulkan", !"nonprivate"}
;--- av-scope-value-workgroup.ll
; expect: av-scope-value
; If the metadata is dropped, nothing says how far the store goes.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  store i32 1, ptr addrspace(1) %p, align 4, !mmra !0
  fence syncscope("agent") release, !mmra !2
  ret void
}

!0 = !{!1, !2}
!1 = !{!"amdgcn-av", !"workgroup"}
!2 = !{!"vulkan", !"nonprivate"}
;--- av-scope-wavefront.ll
; expect: nothing
; A scope of the target.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  %v = call <4 x i32> @llvm.amdgcn.av.global.load.b128(ptr addrspace(1) %p, metadata !{!"wavefront"}), !mmra !0
  store <4 x i32> %v, ptr addrspace(1) %flag, align 16, !mmra !1
  ret void
}

declare <4 x i32> @llvm.amdgcn.av.global.load.b128(ptr addrspace(1), metadata) #3

attributes #3 = { nounwind }

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!"vulkan", !"private"}
;--- av-scope-workgroup.ll
; expect: nothing
; A scope of the target.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  %v = call <4 x i32> @llvm.amdgcn.av.global.load.b128(ptr addrspace(1) %p, metadata !{!"workgroup"}), !mmra !0
  store <4 x i32> %v, ptr addrspace(1) %flag, align 16, !mmra !1
  ret void
}

declare <4 x i32> @llvm.amdgcn.av.global.load.b128(ptr addrspace(1), metadata) #3

attributes #3 = { nounwind }

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!"vulkan", !"private"}
;--- av-value-all.ll
; expect: av-value
; amdgcn-av has one value, none.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  store i32 1, ptr addrspace(1) %p, align 4, !mmra !0
  fence syncscope("agent") release, !mmra !1
  store atomic i32 1, ptr addrspace(1) %flag syncscope("agent") monotonic, align 4, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!2, !0}
!2 = !{!"amdgcn-av", !"all"}
;--- av-value-device-wide.ll
; expect: av-value
; amdgcn-av has one value, none.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  store i32 1, ptr addrspace(1) %p, align 4, !mmra !0
  fence syncscope("agent") release, !mmra !1
  store atomic i32 1, ptr addrspace(1) %flag syncscope("agent") monotonic, align 4, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!2, !0}
!2 = !{!"amdgcn-av", !"device-wide"}
;--- av-value-no.ll
; expect: av-value
; amdgcn-av has one value, none.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  store i32 1, ptr addrspace(1) %p, align 4, !mmra !0
  fence syncscope("agent") release, !mmra !1
  store atomic i32 1, ptr addrspace(1) %flag syncscope("agent") monotonic, align 4, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!2, !0}
!2 = !{!"amdgcn-av", !"no"}
;--- av-value-none-at-all.ll
; expect: av-value
; amdgcn-av has one value, none.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  store i32 1, ptr addrspace(1) %p, align 4, !mmra !0
  fence syncscope("agent") release, !mmra !1
  store atomic i32 1, ptr addrspace(1) %flag syncscope("agent") monotonic, align 4, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!2, !0}
!2 = !{!"amdgcn-av", !"NONE-AT-ALL"}
;--- av-value-none.ll
; expect: nothing
; The one value that there is; the write is available by itself.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  store atomic i32 1, ptr addrspace(1) %p syncscope("agent") monotonic, align 4, !mmra !0
  fence syncscope("agent") release, !mmra !1
  store atomic i32 1, ptr addrspace(1) %flag syncscope("agent") monotonic, align 4, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!2, !0}
!2 = !{!"amdgcn-av", !"none"}
