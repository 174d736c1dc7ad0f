; expect: nothing
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %v) #0 {
  %s = call i32 @llvm.amdgcn.wave.reduce.add.i32(i32 %v, i32 0)
  store i32 %s, ptr addrspace(1) %p, align 4
  ret void
}

declare i32 @llvm.amdgcn.wave.reduce.add.i32(i32, i32 immarg) #1

attributes #0 = { "target-cpu"="gfx1100" "target-features"="+wavefrontsize32" }
attributes #1 = { convergent nounwind }
