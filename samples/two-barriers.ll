; spirv-mmra 0.2.0 --llvm=23 --explain
target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

@copy = internal addrspace(3) global [64 x i32] poison, align 4
@llvm.compiler.used = appending global [1 x ptr] [ptr addrspacecast (ptr addrspace(3) @copy to ptr)], section "llvm.metadata"

define amdgpu_kernel void @main(ptr addrspace(1) noundef align 16 %_17, ptr addrspace(1) noundef align 16 %_44) #0 !reqd_work_group_size !2 {
_5:
  %0 = call i32 @llvm.amdgcn.workitem.id.x()
  %1 = call i32 @llvm.amdgcn.workitem.id.y()
  %2 = call i32 @llvm.amdgcn.workitem.id.z()
  %3 = mul i32 %2, 1
  %4 = add i32 %3, %1
  %5 = mul i32 %4, 64
  %gl_LocalInvocationIndex = add i32 %5, %0
  %lane = alloca i32, align 4, addrspace(5)
  %other = alloca i32, align 4, addrspace(5)
  ; OpStore (word 264): memory of this invocation alone: private, and no other thread can reach it
  store i32 %gl_LocalInvocationIndex, ptr addrspace(5) %lane, align 4, !mmra !3, !thread.private !4
  ; %20 = OpLoad (word 267): memory of this invocation alone: private, and no other thread can reach it
  %_20 = load i32, ptr addrspace(5) %lane, align 4, !mmra !3, !thread.private !4
  ; %21 = OpLoad (word 271): memory of this invocation alone: private, and no other thread can reach it
  %_21 = load i32, ptr addrspace(5) %lane, align 4, !mmra !3, !thread.private !4
  ; %22 = OpLoad (word 275): memory of this invocation alone: private, and no other thread can reach it
  %_22 = load i32, ptr addrspace(5) %lane, align 4, !mmra !3, !thread.private !4
  %_23 = mul i32 %_21, %_22
  %6 = mul i32 %_20, 4
  %7 = zext i32 %6 to i64
  %_25 = getelementptr i8, ptr addrspace(1) %_17, i64 %7
  ; OpStore (word 290): a coherent object: store-available, as every atomic store is at its scope
  store atomic i32 %_23, ptr addrspace(1) %_25 syncscope("agent") monotonic, align 4, !mmra !5
  ; %29 = OpLoad (word 293): memory of this invocation alone: private, and no other thread can reach it
  %_29 = load i32, ptr addrspace(5) %lane, align 4, !mmra !3, !thread.private !4
  ; %30 = OpLoad (word 297): memory of this invocation alone: private, and no other thread can reach it
  %_30 = load i32, ptr addrspace(5) %lane, align 4, !mmra !3, !thread.private !4
  %_31 = add i32 %_30, 1
  %_33 = getelementptr [4 x i8], ptr addrspace(3) @copy, i32 %_29
  ; OpStore (word 311): shared memory, in a module without the Vulkan memory model: drivers let synchronization order it
  store i32 %_31, ptr addrspace(3) %_33, align 4, !mmra !5
  ; OpMemoryBarrier (word 314): acquire-release that makes available and visible; its storage-class bits name global memory alone, so it orders no other
  ; OpMemoryBarrier (word 317): acquire-release that makes available and visible; its storage-class bits name workgroup memory alone, so it orders no other
  ; merged with the fence above: LLVM keeps one of two with nothing between them
  fence syncscope("agent") acq_rel, !mmra !5
  ; OpControlBarrier (word 320): release: earlier writes are made available, as always without the Vulkan memory model; its storage-class bits name workgroup memory alone, so it orders no other
  fence syncscope("workgroup") release, !mmra !6
  ; OpControlBarrier (word 320): every invocation of the workgroup waits here
  call void @llvm.amdgcn.s.barrier() #3
  ; OpControlBarrier (word 320): acquire: later accesses see what was made available, as always without the Vulkan memory model; its storage-class bits name workgroup memory alone, so it orders no other
  fence syncscope("workgroup") acquire, !mmra !6
  ; %39 = OpLoad (word 324): memory of this invocation alone: private, and no other thread can reach it
  %_39 = load i32, ptr addrspace(5) %lane, align 4, !mmra !3, !thread.private !4
  %_40 = sub i32 63, %_39
  ; OpStore (word 333): memory of this invocation alone: private, and no other thread can reach it
  store i32 %_40, ptr addrspace(5) %other, align 4, !mmra !3, !thread.private !4
  ; %45 = OpLoad (word 336): memory of this invocation alone: private, and no other thread can reach it
  %_45 = load i32, ptr addrspace(5) %lane, align 4, !mmra !3, !thread.private !4
  ; %46 = OpLoad (word 340): memory of this invocation alone: private, and no other thread can reach it
  %_46 = load i32, ptr addrspace(5) %other, align 4, !mmra !3, !thread.private !4
  %8 = mul i32 %_46, 4
  %9 = zext i32 %8 to i64
  %_47 = getelementptr i8, ptr addrspace(1) %_17, i64 %9
  ; %48 = OpLoad (word 350): a coherent object: load-visible, as every atomic load is at its scope
  %_48 = load atomic i32, ptr addrspace(1) %_47 syncscope("agent") monotonic, align 4, !mmra !5
  ; %49 = OpLoad (word 354): memory of this invocation alone: private, and no other thread can reach it
  %_49 = load i32, ptr addrspace(5) %other, align 4, !mmra !3, !thread.private !4
  %_50 = getelementptr [4 x i8], ptr addrspace(3) @copy, i32 %_49
  ; %51 = OpLoad (word 363): shared memory, in a module without the Vulkan memory model: drivers let synchronization order it
  %_51 = load i32, ptr addrspace(3) %_50, align 4, !mmra !5
  %_52 = add i32 %_48, %_51
  %10 = mul i32 %_45, 4
  %11 = zext i32 %10 to i64
  %_53 = getelementptr i8, ptr addrspace(1) %_44, i64 %11
  ; OpStore (word 378): shared memory, in a module without the Vulkan memory model: drivers let synchronization order it
  store i32 %_52, ptr addrspace(1) %_53, align 4, !mmra !5
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x() #1

declare i32 @llvm.amdgcn.workitem.id.y() #1

declare i32 @llvm.amdgcn.workitem.id.z() #1

declare void @llvm.amdgcn.s.barrier() #2

attributes #0 = { convergent nounwind "amdgpu-flat-work-group-size"="64,64" }
attributes #1 = { nounwind willreturn memory(none) }
attributes #2 = { convergent nounwind willreturn }
attributes #3 = { convergent }

!spirv.resources = !{!0, !1}

!0 = !{!"main", i32 0, !"storage_buffer", i32 0, i32 0, i32 1, i64 0}
!1 = !{!"main", i32 1, !"storage_buffer", i32 0, i32 1, i32 1, i64 0}
!2 = !{i32 64, i32 1, i32 1}
!3 = !{!"vulkan", !"private"}
!4 = !{}
!5 = !{!"vulkan", !"nonprivate"}
!6 = !{!7, !5}
!7 = !{!"amdgpu-synchronize-as", !"local"}
