; hidden-by-exchange: an exchange between a store and a read hides the store, as any write does
; @Threads: @P0 wg 0 wave 0, @P1 wg 1 wave 0
; @Init: x = 0
; @SystemOrder: @P0 @P1
; @Exists: P1:%r0 = 2
target triple = "amdgcn-amd-amdhsa"

@x = addrspace(1) global i32 0, align 4

declare void @llvm.amdgcn.av.store.b32.p1(ptr addrspace(1), i32, metadata)
declare i32 @llvm.amdgcn.av.load.b32.p1(ptr addrspace(1), metadata)

define void @P0() {
entry:
  call void @llvm.amdgcn.av.store.b32.p1(ptr addrspace(1) @x, i32 1, metadata !{!""})
  %r0 = atomicrmw xchg ptr addrspace(1) @x, i32 2 acquire, align 4
  ret void
}

define void @P1() {
entry:
  %r0 = call i32 @llvm.amdgcn.av.load.b32.p1(ptr addrspace(1) @x, metadata !{!""})
  ret void
}
