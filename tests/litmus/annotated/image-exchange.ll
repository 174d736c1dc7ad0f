; image-exchange: of two compare-exchanges of a texel one succeeds
; @Threads: @P0 wg 0 wave 0, @P1 wg 1 wave 0
; @Images: lock 2
; @Init: lock[0] = 0
; @Exists: P0:%r0 = 0 and P1:%r0 = 0
target triple = "amdgcn-amd-amdhsa"

@lock = external addrspace(4) constant <4 x i32>

define void @P0() {
entry:
  %d = load <4 x i32>, ptr addrspace(4) @lock
  %r0 = call i32 @llvm.amdgcn.struct.buffer.atomic.cmpswap.i32(i32 1, i32 0, <4 x i32> %d, i32 0, i32 0, i32 0, i32 0)
  ret void
}

define void @P1() {
entry:
  %d = load <4 x i32>, ptr addrspace(4) @lock
  %r0 = call i32 @llvm.amdgcn.struct.buffer.atomic.cmpswap.i32(i32 1, i32 0, <4 x i32> %d, i32 0, i32 0, i32 0, i32 0)
  ret void
}

declare i32 @llvm.amdgcn.struct.buffer.atomic.cmpswap.i32(i32, i32, <4 x i32>, i32, i32, i32, i32)
