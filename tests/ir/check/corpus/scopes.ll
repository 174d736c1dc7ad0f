;--- ordering-exchange-wrong.ll
; expect: ordering
; LLVM rejects it.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(3) %l, ptr addrspace(5) %s) {
  %v = atomicrmw xchg ptr addrspace(1) %p, i32 1 syncscope("agent") unordered, align 4
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!"vulkan", !"private"}
!2 = !{}
;--- ordering-failure-right.ll
; expect: nothing
; An ordering that the operation can have.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(3) %l, ptr addrspace(5) %s) {
  %v = cmpxchg ptr addrspace(1) %p, i32 0, i32 1 syncscope("agent") release acquire, align 4
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!"vulkan", !"private"}
!2 = !{}
;--- ordering-failure-wrong.ll
; expect: ordering
; LLVM rejects it.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(3) %l, ptr addrspace(5) %s) {
  %v = cmpxchg ptr addrspace(1) %p, i32 0, i32 1 syncscope("agent") acq_rel release, align 4
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!"vulkan", !"private"}
!2 = !{}
;--- ordering-fence-wrong.ll
; expect: ordering
; LLVM rejects it.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(3) %l, ptr addrspace(5) %s) {
  fence syncscope("agent") monotonic
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!"vulkan", !"private"}
!2 = !{}
;--- ordering-load-right.ll
; expect: nothing
; An ordering that the operation can have.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(3) %l, ptr addrspace(5) %s) {
  %v = load atomic i32, ptr addrspace(1) %p syncscope("agent") acquire, align 4
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!"vulkan", !"private"}
!2 = !{}
;--- ordering-load-wrong.ll
; expect: ordering
; LLVM rejects it.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(3) %l, ptr addrspace(5) %s) {
  %v = load atomic i32, ptr addrspace(1) %p syncscope("agent") release, align 4
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!"vulkan", !"private"}
!2 = !{}
;--- ordering-store-right.ll
; expect: nothing
; An ordering that the operation can have.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(3) %l, ptr addrspace(5) %s) {
  store atomic i32 1, ptr addrspace(1) %p syncscope("agent") release, align 4
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!"vulkan", !"private"}
!2 = !{}
;--- ordering-store-wrong.ll
; expect: ordering
; LLVM rejects it.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(3) %l, ptr addrspace(5) %s) {
  store atomic i32 1, ptr addrspace(1) %p syncscope("agent") acquire, align 4
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!"vulkan", !"private"}
!2 = !{}
;--- scope-agent.ll
; expect: unknown-scope
; llvm-as takes any name, llc does not.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  store i32 1, ptr addrspace(1) %p, align 4, !mmra !0
  fence syncscope("Agent") release, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
;--- scope-atomic-device.ll
; expect: unknown-scope
; The same on an atomic.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  %v = atomicrmw add ptr addrspace(1) %p, i32 1 syncscope("device") monotonic, align 4, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
;--- scope-block.ll
; expect: unknown-scope
; llvm-as takes any name, llc does not.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  store i32 1, ptr addrspace(1) %p, align 4, !mmra !0
  fence syncscope("block") release, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
;--- scope-device.ll
; expect: unknown-scope
; llvm-as takes any name, llc does not.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  store i32 1, ptr addrspace(1) %p, align 4, !mmra !0
  fence syncscope("device") release, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
;--- scope-known-agent-one-as.ll
; expect: nothing
; A scope of the target.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  store i32 1, ptr addrspace(1) %p, align 4, !mmra !0
  fence syncscope("agent-one-as") release, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
;--- scope-known-agent.ll
; expect: nothing
; A scope of the target.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  store i32 1, ptr addrspace(1) %p, align 4, !mmra !0
  fence syncscope("agent") release, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
;--- scope-known-cluster.ll
; expect: nothing
; A scope of the target.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  store i32 1, ptr addrspace(1) %p, align 4, !mmra !0
  fence syncscope("cluster") release, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
;--- scope-known-one-as.ll
; expect: nothing
; A scope of the target.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  store i32 1, ptr addrspace(1) %p, align 4, !mmra !0
  fence syncscope("one-as") release, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
;--- scope-known-wavefront.ll
; expect: nothing
; A scope of the target.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  store i32 1, ptr addrspace(1) %p, align 4, !mmra !0
  fence syncscope("wavefront") release, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
;--- scope-known-workgroup.ll
; expect: nothing
; A scope of the target.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  store i32 1, ptr addrspace(1) %p, align 4, !mmra !0
  fence syncscope("workgroup") release, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
;--- scope-subgroup.ll
; expect: unknown-scope
; llvm-as takes any name, llc does not.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  store i32 1, ptr addrspace(1) %p, align 4, !mmra !0
  fence syncscope("subgroup") release, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
;--- scope-value-argument.ll
; expect: scope-value av-scope
; options: revision=draft
; A scope is an argument.
target triple = "amdgcn-amd-amdhsa"

declare target("amdgcn.scope") @llvm.amdgcn.scope.agent()
declare void @llvm.amdgcn.make.available(target("amdgcn.scope"))
declare void @llvm.amdgcn.make.ptr.visible(ptr addrspace(1), target("amdgcn.scope"))
declare <4 x i32> @llvm.amdgcn.global.load.visible.b128(ptr addrspace(1), target("amdgcn.scope"))

define void @publish(target("amdgcn.scope") %s) {
  call void @llvm.amdgcn.make.available(target("amdgcn.scope") %s)
  ret void
}

;--- scope-value-right.ll
; expect: nothing
; options: revision=draft
; A scope goes straight to who takes it.
target triple = "amdgcn-amd-amdhsa"

declare target("amdgcn.scope") @llvm.amdgcn.scope.agent()
declare void @llvm.amdgcn.make.available(target("amdgcn.scope"))
declare void @llvm.amdgcn.make.ptr.visible(ptr addrspace(1), target("amdgcn.scope"))
declare <4 x i32> @llvm.amdgcn.global.load.visible.b128(ptr addrspace(1), target("amdgcn.scope"))

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %q, ptr addrspace(1) %flag) {
  %s = call target("amdgcn.scope") @llvm.amdgcn.scope.agent()
  call void @llvm.amdgcn.make.available(target("amdgcn.scope") %s)
  call void @llvm.amdgcn.make.ptr.visible(ptr addrspace(1) %p, target("amdgcn.scope") %s)
  %v = call <4 x i32> @llvm.amdgcn.global.load.visible.b128(ptr addrspace(1) %p, target("amdgcn.scope") %s)
  store <4 x i32> %v, ptr addrspace(1) %q, align 16
  ret void
}

;--- scope-value-select.ll
; expect: scope-value av-scope
; options: revision=draft
; A scope is chosen.
target triple = "amdgcn-amd-amdhsa"

declare target("amdgcn.scope") @llvm.amdgcn.scope.agent()
declare void @llvm.amdgcn.make.available(target("amdgcn.scope"))
declare void @llvm.amdgcn.make.ptr.visible(ptr addrspace(1), target("amdgcn.scope"))
declare <4 x i32> @llvm.amdgcn.global.load.visible.b128(ptr addrspace(1), target("amdgcn.scope"))

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %q, ptr addrspace(1) %flag) {
  %s = call target("amdgcn.scope") @llvm.amdgcn.scope.agent()
  %t = call target("amdgcn.scope") @llvm.amdgcn.scope.agent()
  %c = icmp eq ptr addrspace(1) %p, %q
  %u = select i1 %c, target("amdgcn.scope") %s, target("amdgcn.scope") %t
  call void @llvm.amdgcn.make.available(target("amdgcn.scope") %u)
  ret void
}

;--- scope-value-stored.ll
; expect: scope-value
; options: revision=draft
; A scope goes to memory.
target triple = "amdgcn-amd-amdhsa"

declare target("amdgcn.scope") @llvm.amdgcn.scope.agent()
declare void @llvm.amdgcn.make.available(target("amdgcn.scope"))
declare void @llvm.amdgcn.make.ptr.visible(ptr addrspace(1), target("amdgcn.scope"))
declare <4 x i32> @llvm.amdgcn.global.load.visible.b128(ptr addrspace(1), target("amdgcn.scope"))

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %q, ptr addrspace(1) %flag) {
  %s = call target("amdgcn.scope") @llvm.amdgcn.scope.agent()
  store target("amdgcn.scope") %s, ptr addrspace(1) %p
  ret void
}

;--- unordered-load-right.ll
; expect: nothing
; Relaxed.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(3) %l, ptr addrspace(5) %s) {
  %v = load atomic i32, ptr addrspace(1) %p syncscope("agent") monotonic, align 4
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!"vulkan", !"private"}
!2 = !{}
;--- unordered-load-wrong.ll
; expect: unordered-atomic
; Neither load-visible nor store-available.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(3) %l, ptr addrspace(5) %s) {
  %v = load atomic i32, ptr addrspace(1) %p syncscope("agent") unordered, align 4
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!"vulkan", !"private"}
!2 = !{}
;--- unordered-store-right.ll
; expect: nothing
; Relaxed.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(3) %l, ptr addrspace(5) %s) {
  store atomic i32 1, ptr addrspace(3) %l syncscope("workgroup") monotonic, align 4
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!"vulkan", !"private"}
!2 = !{}
;--- unordered-store-wrong.ll
; expect: unordered-atomic
; Neither load-visible nor store-available.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(3) %l, ptr addrspace(5) %s) {
  store atomic i32 1, ptr addrspace(3) %l syncscope("workgroup") unordered, align 4
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!"vulkan", !"private"}
!2 = !{}
