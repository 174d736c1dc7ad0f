; image-flag-local-fences: fences for local memory do not order a texel that is the flag
; @Threads: @P0 wg 0 wave 0, @P1 wg 0 wave 1
; @Images: flag
; @Init: x = 0, flag = 0
; @Exists: P1:%r0 = 1 and P1:%r1 = 0
target triple = "amdgcn-amd-amdhsa"

@x = internal addrspace(3) global i32 poison, align 4
@flag = external addrspace(4) constant <4 x i32>

define void @P0() {
entry:
  store i32 1, ptr addrspace(3) @x, align 4, !mmra !0
  fence syncscope("workgroup") release, !mmra !1
  %fd = load <4 x i32>, ptr addrspace(4) @flag
  call void @llvm.amdgcn.struct.buffer.store.format.f32(float 0x36A0000000000000, <4 x i32> %fd, i32 0, i32 0, i32 0, i32 -2147483648), !mmra !0
  ret void
}

define void @P1() {
entry:
  %fd = load <4 x i32>, ptr addrspace(4) @flag
  %fv = call float @llvm.amdgcn.struct.buffer.load.format.f32(<4 x i32> %fd, i32 0, i32 0, i32 0, i32 -2147483648), !mmra !0
  %r0 = bitcast float %fv to i32
  %c = icmp eq i32 %r0, 1
  br i1 %c, label %yes, label %end

yes:
  fence syncscope("workgroup") acquire, !mmra !1
  %r1 = load i32, ptr addrspace(3) @x, align 4, !mmra !0
  br label %end

end:
  ret void
}

declare void @llvm.amdgcn.struct.buffer.store.format.f32(float, <4 x i32>, i32, i32, i32, i32)
declare float @llvm.amdgcn.struct.buffer.load.format.f32(<4 x i32>, i32, i32, i32, i32)

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!2, !0}
!2 = !{!"amdgpu-synchronize-as", !"local"}
