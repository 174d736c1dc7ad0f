; image-increments: two increments of a texel never read the same value, in one workgroup or in two
; @Threads: @P0 wg 0 wave 0, @P1 wg 1 wave 0
; @Images: image 2x2
; @Init: image[1][0] = 4
; @Exists: P0:%r0 = P1:%r0 or image[1][0] != 6
target triple = "amdgcn-amd-amdhsa"

@image = external addrspace(4) constant <8 x i32>

define void @P0() {
entry:
  %d = load <8 x i32>, ptr addrspace(4) @image
  %r0 = call i32 @llvm.amdgcn.image.atomic.add.2d.i32.i32.v8i32(i32 1, i32 1, i32 0, <8 x i32> %d, i32 0, i32 0)
  ret void
}

define void @P1() {
entry:
  %d = load <8 x i32>, ptr addrspace(4) @image
  %r0 = call i32 @llvm.amdgcn.image.atomic.add.2d.i32.i32.v8i32(i32 1, i32 1, i32 0, <8 x i32> %d, i32 0, i32 0)
  ret void
}

declare i32 @llvm.amdgcn.image.atomic.add.2d.i32.i32.v8i32(i32, i32, i32, <8 x i32>, i32, i32)
