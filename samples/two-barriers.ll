; spirv-mmra 0.2.0 --llvm=23 --explain
target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

@copy = internal addrspace(3) global [256 x i8] poison, align 16
@llvm.compiler.used = appending global [1 x ptr] [ptr addrspacecast (ptr addrspace(3) @copy to ptr)], section "llvm.metadata"

define amdgpu_kernel void @main(ptr addrspace(1) noundef align 16 %_17, ptr addrspace(1) noundef align 16 %_43) #0 !reqd_work_group_size !2 {
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
  ; OpStore (word 262): memory of this invocation alone: private, and no other thread can reach it
  store i32 %gl_LocalInvocationIndex, ptr addrspace(5) %lane, align 4, !mmra !3, !thread.private !4
  ; %20 = OpLoad (word 265): memory of this invocation alone: private, and no other thread can reach it
  %_20 = load i32, ptr addrspace(5) %lane, align 4, !mmra !3, !thread.private !4
  ; %21 = OpLoad (word 269): memory of this invocation alone: private, and no other thread can reach it
  %_21 = load i32, ptr addrspace(5) %lane, align 4, !mmra !3, !thread.private !4
  ; %22 = OpLoad (word 273): memory of this invocation alone: private, and no other thread can reach it
  %_22 = load i32, ptr addrspace(5) %lane, align 4, !mmra !3, !thread.private !4
  %_23 = mul i32 %_21, %_22
  %6 = mul i32 %_20, 4
  %7 = zext i32 %6 to i64
  %_25 = getelementptr i8, ptr addrspace(1) %_17, i64 %7
  ; OpStore (word 288): a coherent object: store-available, as every atomic store is at its scope
  store atomic i32 %_23, ptr addrspace(1) %_25 syncscope("agent") monotonic, align 4, !mmra !5
  ; %28 = OpLoad (word 291): memory of this invocation alone: private, and no other thread can reach it
  %_28 = load i32, ptr addrspace(5) %lane, align 4, !mmra !3, !thread.private !4
  ; %29 = OpLoad (word 295): memory of this invocation alone: private, and no other thread can reach it
  %_29 = load i32, ptr addrspace(5) %lane, align 4, !mmra !3, !thread.private !4
  %_30 = add i32 %_29, 1
  %_32 = getelementptr [4 x i8], ptr addrspace(3) @copy, i32 %_28
  ; OpStore (word 309): shared memory, in a module without the Vulkan memory model: drivers let synchronization order it
  store i32 %_30, ptr addrspace(3) %_32, align 4, !mmra !5
  ; OpMemoryBarrier (word 312): acquire-release that makes available and visible; its storage-class bits name global memory alone, so it orders no other
  ; OpMemoryBarrier (word 315): acquire-release that makes available and visible; its storage-class bits name workgroup memory alone, so it orders no other
  ; merged with the fence above: LLVM keeps one of two with nothing between them
  fence syncscope("agent") acq_rel, !mmra !5
  ; OpControlBarrier (word 318): release: earlier writes are made available, as always without the Vulkan memory model; its storage-class bits name workgroup memory alone, so it orders no other
  fence syncscope("workgroup") release, !mmra !6
  ; OpControlBarrier (word 318): every invocation of the workgroup waits here
  call void @llvm.amdgcn.s.barrier() #3
  ; OpControlBarrier (word 318): acquire: later accesses see what was made available, as always without the Vulkan memory model; its storage-class bits name workgroup memory alone, so it orders no other
  fence syncscope("workgroup") acquire, !mmra !6
  ; %38 = OpLoad (word 322): memory of this invocation alone: private, and no other thread can reach it
  %_38 = load i32, ptr addrspace(5) %lane, align 4, !mmra !3, !thread.private !4
  %_39 = sub i32 63, %_38
  ; OpStore (word 331): memory of this invocation alone: private, and no other thread can reach it
  store i32 %_39, ptr addrspace(5) %other, align 4, !mmra !3, !thread.private !4
  ; %44 = OpLoad (word 334): memory of this invocation alone: private, and no other thread can reach it
  %_44 = load i32, ptr addrspace(5) %lane, align 4, !mmra !3, !thread.private !4
  ; %45 = OpLoad (word 338): memory of this invocation alone: private, and no other thread can reach it
  %_45 = load i32, ptr addrspace(5) %other, align 4, !mmra !3, !thread.private !4
  %8 = mul i32 %_45, 4
  %9 = zext i32 %8 to i64
  %_46 = getelementptr i8, ptr addrspace(1) %_17, i64 %9
  ; %47 = OpLoad (word 348): a coherent object: load-visible, as every atomic load is at its scope
  %_47 = load atomic i32, ptr addrspace(1) %_46 syncscope("agent") monotonic, align 4, !mmra !5
  ; %48 = OpLoad (word 352): memory of this invocation alone: private, and no other thread can reach it
  %_48 = load i32, ptr addrspace(5) %other, align 4, !mmra !3, !thread.private !4
  %_49 = getelementptr [4 x i8], ptr addrspace(3) @copy, i32 %_48
  ; %50 = OpLoad (word 361): shared memory, in a module without the Vulkan memory model: drivers let synchronization order it
  %_50 = load i32, ptr addrspace(3) %_49, align 4, !mmra !5
  %_51 = add i32 %_47, %_50
  %10 = mul i32 %_44, 4
  %11 = zext i32 %10 to i64
  %_52 = getelementptr i8, ptr addrspace(1) %_43, i64 %11
  ; OpStore (word 376): shared memory, in a module without the Vulkan memory model: drivers let synchronization order it
  store i32 %_51, ptr addrspace(1) %_52, align 4, !mmra !5
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

!0 = !{!"main", i32 0, !"storage_buffer", i32 0, i32 0, i32 1, i64 256}
!1 = !{!"main", i32 1, !"storage_buffer", i32 0, i32 1, i32 1, i64 256}
!2 = !{i32 64, i32 1, i32 1}
!3 = !{!"vulkan", !"private"}
!4 = !{}
!5 = !{!"vulkan", !"nonprivate"}
!6 = !{!7, !5}
!7 = !{!"amdgpu-synchronize-as", !"local"}
