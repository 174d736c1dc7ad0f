;--- cyclic-alone.ll
; expect: mmra-cyclic
; A node that contains nothing but itself.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  store i32 1, ptr addrspace(1) %p, align 4, !mmra !0
  ret void
}

!0 = !{!0}
;--- cyclic-distinct.ll
; expect: mmra-cyclic
; A distinct node in the way of loop metadata is no set of tags.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  %v = load i32, ptr addrspace(1) %p, align 4, !mmra !0
  ret void
}

!0 = distinct !{!0, !1}
!1 = !{!"vulkan", !"private"}
;--- cyclic-elsewhere.ll
; expect: nothing
; Cycles in other metadata are no concern of these rules.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  fence syncscope("agent") release, !mmra !1
  store i32 1, ptr addrspace(1) %p, align 4, !foo !0
  ret void
}

!0 = distinct !{!0, !0, i64 0}
!1 = !{!"vulkan", !"nonprivate"}
;--- cyclic-over-two.ll
; expect: mmra-cyclic
; Two nodes that contain each other.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  fence syncscope("agent") release, !mmra !0
  ret void
}

!0 = !{!1, !2}
!1 = !{!0, !2}
!2 = !{!"vulkan", !"nonprivate"}
;--- cyclic-seed.ll
; expect: mmra-cyclic
; The document itself prints such a set.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  fence syncscope("agent") release, !mmra !2
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
!2 = !{!0, !2}
;--- made-available-narrow.ll
; expect: never-available
; options: revision=draft
; It makes it available in the wavefront alone.
target triple = "amdgcn-amd-amdhsa"

declare target("amdgcn.scope") @llvm.amdgcn.scope.wavefront()
declare void @llvm.amdgcn.make.available(target("amdgcn.scope"))
declare void @llvm.amdgcn.make.ptr.visible(ptr addrspace(1), target("amdgcn.scope"))
declare <4 x i32> @llvm.amdgcn.global.load.visible.b128(ptr addrspace(1), target("amdgcn.scope"))

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %q, ptr addrspace(1) %flag) {
  store i32 42, ptr addrspace(1) %p, align 4, !mmra !0
  %s = call target("amdgcn.scope") @llvm.amdgcn.scope.wavefront()
  call void @llvm.amdgcn.make.available(target("amdgcn.scope") %s)
  %n = atomicrmw add ptr addrspace(1) %flag, i32 1 syncscope("agent") acq_rel, align 4, !mmra !1
  %v = load volatile i32, ptr addrspace(1) %p, align 4, !mmra !0
  ret void
}


!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!2, !0}
!2 = !{!"amdgcn-av", !"none"}
;--- made-available-right.ll
; expect: nothing
; options: revision=draft
; An operation of its own makes the write available.
target triple = "amdgcn-amd-amdhsa"

declare target("amdgcn.scope") @llvm.amdgcn.scope.agent()
declare void @llvm.amdgcn.make.available(target("amdgcn.scope"))
declare void @llvm.amdgcn.make.ptr.visible(ptr addrspace(1), target("amdgcn.scope"))
declare <4 x i32> @llvm.amdgcn.global.load.visible.b128(ptr addrspace(1), target("amdgcn.scope"))

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %q, ptr addrspace(1) %flag) {
  store i32 42, ptr addrspace(1) %p, align 4, !mmra !0
  %s = call target("amdgcn.scope") @llvm.amdgcn.scope.agent()
  call void @llvm.amdgcn.make.available(target("amdgcn.scope") %s)
  %n = atomicrmw add ptr addrspace(1) %flag, i32 1 syncscope("agent") acq_rel, align 4, !mmra !1
  %v = load volatile i32, ptr addrspace(1) %p, align 4, !mmra !0
  ret void
}


!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!2, !0}
!2 = !{!"amdgcn-av", !"none"}
;--- placement-add-right.ll
; expect: nothing
; Only the accesses are annotated.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  %v = load i32, ptr addrspace(1) %p, align 4, !mmra !0
  %w = add i32 %v, 1
  store i32 %w, ptr addrspace(1) %flag, align 4, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
;--- placement-add-wrong.ll
; expect: mmra-placement
; An addition touches no memory.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  %v = load i32, ptr addrspace(1) %p, align 4, !mmra !0
  %w = add i32 %v, 1, !mmra !0
  store i32 %w, ptr addrspace(1) %flag, align 4, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
;--- placement-address-right.ll
; expect: nothing
; The access carries the tag, its address does not.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  %a = getelementptr i32, ptr addrspace(1) %p, i32 4
  store i32 1, ptr addrspace(1) %a, align 4, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
;--- placement-address-wrong.ll
; expect: mmra-placement
; The address of an access is not the access.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  %a = getelementptr i32, ptr addrspace(1) %p, i32 4, !mmra !0
  store i32 1, ptr addrspace(1) %a, align 4, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
;--- placement-alloca-right.ll
; expect: nothing
; The accesses of the variable carry the tag.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  %v = alloca i32, align 4, addrspace(5)
  store i32 1, ptr addrspace(5) %v, align 4, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"private"}
;--- placement-alloca-wrong.ll
; expect: mmra-placement
; An alloca makes memory and does not access it.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  %v = alloca i32, align 4, addrspace(5), !mmra !0
  store i32 1, ptr addrspace(5) %v, align 4, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"private"}
;--- placement-branch-right.ll
; expect: nothing
; Nothing on the branch.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  br label %next

next:
  store i32 1, ptr addrspace(1) %p, align 4, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
;--- placement-branch-wrong.ll
; expect: mmra-placement
; A branch touches no memory.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  br label %next, !mmra !0

next:
  store i32 1, ptr addrspace(1) %p, align 4, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
;--- placement-function-right.ll
; expect: nothing
; A function that may access memory may carry tags.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  %x = call i32 @impure(i32 4), !mmra !0
  store i32 %x, ptr addrspace(1) %p, align 4, !mmra !0
  ret void
}

declare i32 @impure(i32)

!0 = !{!"vulkan", !"nonprivate"}
;--- placement-image-right.ll
; expect: nothing
; An image access is a call that accesses memory.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  %v = call <4 x float> @llvm.amdgcn.image.load.2d.v4f32.i32.v8i32(i32 15, i32 0, i32 0, <8 x i32> zeroinitializer, i32 0, i32 0), !mmra !0
  store <4 x float> %v, ptr addrspace(1) %p, align 16, !mmra !0
  ret void
}

declare <4 x float> @llvm.amdgcn.image.load.2d.v4f32.i32.v8i32(i32, i32, i32, <8 x i32>, i32, i32) #5

attributes #5 = { nounwind memory(read) }

!0 = !{!"vulkan", !"private"}
;--- placement-lanes-wrong.ll
; expect: mmra-placement
; An exchange between lanes accesses no memory.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, i32 %v) {
entry:
  %a = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %v), !mmra !0
  store i32 %a, ptr addrspace(1) %p, align 4, !mmra !0
  ret void
}

declare i32 @llvm.amdgcn.readfirstlane.i32(i32) convergent

!0 = !{!"vulkan", !"private"}
;--- placement-pure-function-wrong.ll
; expect: mmra-placement
; The declaration says memory(none).
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  %x = call i32 @pure(i32 4), !mmra !0
  store i32 %x, ptr addrspace(1) %p, align 4, !mmra !0
  ret void
}

declare i32 @pure(i32) #2

attributes #2 = { nounwind memory(none) }

!0 = !{!"vulkan", !"nonprivate"}
;--- placement-query-right.ll
; expect: nothing
; Nothing on the query.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  %x = call i32 @llvm.amdgcn.workitem.id.x()
  store i32 %x, ptr addrspace(1) %p, align 4, !mmra !0
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x() #2

attributes #2 = { nounwind memory(none) }

!0 = !{!"vulkan", !"private"}
;--- placement-query-wrong.ll
; expect: mmra-placement
; The call is of a function that accesses no memory.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  %x = call i32 @llvm.amdgcn.workitem.id.x(), !mmra !0
  store i32 %x, ptr addrspace(1) %p, align 4, !mmra !0
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x() #2

attributes #2 = { nounwind memory(none) }

!0 = !{!"vulkan", !"private"}
;--- shape-empty-tuple.ll
; expect: nothing
; The empty tuple is the empty set: an operation without annotations.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  fence syncscope("agent") release, !mmra !0
  ret void
}

!0 = !{}
;--- shape-inline.ll
; expect: nothing
; A node may stand where it is used.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  fence syncscope("agent") release, !mmra !{!"vulkan", !"nonprivate"}
  ret void
}

!0 = !{}
;--- shape-null.ll
; expect: mmra-shape
; A null operand is no tag.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  fence syncscope("agent") release, !mmra !0
  ret void
}

!0 = !{null, !1}
!1 = !{!"vulkan", !"nonprivate"}
;--- shape-number.ll
; expect: mmra-shape
; The value of a tag is a string, never a number.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  store i32 1, ptr addrspace(1) %p, align 4, !mmra !0
  ret void
}

!0 = !{!"amdgpu-synchronize-as", i32 3}
;--- shape-one-string.ll
; expect: mmra-shape
; A tag is a pair, and this is one string.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  fence syncscope("agent") release, !mmra !0
  ret void
}

!0 = !{!"vulkan"}
;--- shape-one-tuple-in-a-set.ll
; expect: nothing
; A set of one tag may be a tuple of one tuple.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  fence syncscope("agent") release, !mmra !0
  ret void
}

!0 = !{!1}
!1 = !{!"vulkan", !"nonprivate"}
;--- shape-pair.ll
; expect: nothing
; One tag stands by itself.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  fence syncscope("agent") release, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
;--- shape-repeated.ll
; expect: nothing
; LLVM's passes may leave a tag twice: that is valid.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  fence syncscope("agent") release, !mmra !0
  ret void
}

!0 = !{!1, !1}
!1 = !{!"vulkan", !"nonprivate"}
;--- shape-set-of-sets.ll
; expect: mmra-shape
; Sets do not nest.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  fence syncscope("agent") acquire, !mmra !0
  ret void
}

!0 = !{!1, !2}
!1 = !{!2, !3}
!2 = !{!"amdgcn-av", !"none"}
!3 = !{!"vulkan", !"nonprivate"}
;--- shape-set.ll
; expect: nothing
; More than one tag are a tuple of tuples.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  fence syncscope("agent") release, !mmra !0
  ret void
}

!0 = !{!1, !2}
!1 = !{!"amdgpu-synchronize-as", !"global"}
!2 = !{!"vulkan", !"nonprivate"}
;--- shape-strings-in-a-set.ll
; expect: mmra-shape
; A set holds tuples, not prefix:value strings.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  fence syncscope("agent") acquire, !mmra !0
  ret void
}

!0 = !{!1, !"vulkan:nonprivate"}
!1 = !{!"amdgcn-av", !"none"}
;--- shape-three-strings.ll
; expect: mmra-shape
; Three strings are no tag.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  store i32 1, ptr addrspace(1) %p, align 4, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"nonprivate", !"private"}
;--- shape-unsorted.ll
; expect: nothing
; LLVM's passes leave unions unsorted: that is valid.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  fence syncscope("agent") release, !mmra !0
  ret void
}

!0 = !{!2, !1}
!1 = !{!"amdgpu-synchronize-as", !"global"}
!2 = !{!"vulkan", !"nonprivate"}
