; spirv-mmra 0.2.0 --llvm=23 --explain
target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

@lane_sum = internal addrspace(3) global [64 x i32] poison, align 4
@llvm.compiler.used = appending global [1 x ptr] [ptr addrspacecast (ptr addrspace(3) @lane_sum to ptr)], section "llvm.metadata"

define amdgpu_kernel void @main(ptr addrspace(1) noundef align 16 %_21, ptr addrspace(1) noundef align 16 %_63, ptr addrspace(1) noundef align 16 %_72, ptr addrspace(1) noundef align 16 %_102) #0 !reqd_work_group_size !4 {
_5:
  %0 = call i32 @llvm.amdgcn.workitem.id.x()
  %1 = call i32 @llvm.amdgcn.workitem.id.y()
  %2 = call i32 @llvm.amdgcn.workitem.id.z()
  %3 = mul i32 %2, 1
  %4 = add i32 %3, %1
  %5 = mul i32 %4, 64
  %gl_LocalInvocationIndex = add i32 %5, %0
  %6 = call i32 @llvm.amdgcn.workgroup.id.x()
  %7 = call i32 @llvm.amdgcn.workgroup.id.y()
  %8 = call i32 @llvm.amdgcn.workgroup.id.z()
  %9 = call i32 @llvm.amdgcn.workitem.id.x()
  %10 = call i32 @llvm.amdgcn.workitem.id.y()
  %11 = call i32 @llvm.amdgcn.workitem.id.z()
  %12 = mul i32 %6, 64
  %13 = add i32 %12, %9
  %14 = mul i32 %7, 1
  %15 = add i32 %14, %10
  %16 = mul i32 %8, 1
  %17 = add i32 %16, %11
  %18 = insertelement <3 x i32> poison, i32 %13, i32 0
  %19 = insertelement <3 x i32> %18, i32 %15, i32 1
  %gl_GlobalInvocationID = insertelement <3 x i32> %19, i32 %17, i32 2
  %20 = call i32 @llvm.amdgcn.workgroup.id.x()
  %21 = call i32 @llvm.amdgcn.workgroup.id.y()
  %22 = call i32 @llvm.amdgcn.workgroup.id.z()
  %23 = insertelement <3 x i32> poison, i32 %20, i32 0
  %24 = insertelement <3 x i32> %23, i32 %21, i32 1
  %gl_WorkGroupID = insertelement <3 x i32> %24, i32 %22, i32 2
  %25 = call ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr()
  ; %76 = OpVariable (word 377): arguments and descriptors do not change while the kernel runs
  %gl_NumWorkGroups = load <3 x i32>, ptr addrspace(4) %25, align 4, !invariant.load !5, !mmra !6
  %lane = alloca i32, align 4, addrspace(5)
  %total = alloca i32, align 4, addrspace(5)
  %i = alloca i32, align 4, addrspace(5)
  %i.83 = alloca i32, align 4, addrspace(5)
  ; OpStore (word 425): memory of this invocation alone: private, and no other thread can reach it
  store i32 %gl_LocalInvocationIndex, ptr addrspace(5) %lane, align 4, !mmra !6, !thread.private !5
  ; %17 = OpLoad (word 428): memory of this invocation alone: private, and no other thread can reach it
  %_17 = load i32, ptr addrspace(5) %lane, align 4, !mmra !6, !thread.private !5
  %_29 = extractelement <3 x i32> %gl_GlobalInvocationID, i32 0
  %26 = mul i32 %_29, 4
  %27 = zext i32 %26 to i64
  %_31 = getelementptr i8, ptr addrspace(1) %_21, i64 %27
  ; %32 = OpLoad (word 447): shared memory, in a module without the Vulkan memory model: drivers let synchronization order it
  ; atomic: LLVM may take a plain load from the scalar cache, which no acquire invalidates and no release waits for, or merge it with one before an acquire
  %_32 = load atomic i32, ptr addrspace(1) %_31 syncscope("singlethread") monotonic, align 4, !mmra !7
  %_34 = getelementptr [4 x i8], ptr addrspace(3) @lane_sum, i32 %_17
  ; OpStore (word 456): shared memory, in a module without the Vulkan memory model: drivers let synchronization order it
  store i32 %_32, ptr addrspace(3) %_34, align 4, !mmra !7
  ; OpMemoryBarrier (word 459): acquire-release that makes available and visible; its storage-class bits name workgroup memory alone, so it orders no other
  fence syncscope("agent") acq_rel, !mmra !8
  ; OpControlBarrier (word 462): release: earlier writes are made available, as always without the Vulkan memory model; its storage-class bits name workgroup memory alone, so it orders no other
  fence syncscope("workgroup") release, !mmra !8
  ; OpControlBarrier (word 462): every invocation of the workgroup waits here
  call void @llvm.amdgcn.s.barrier() #3
  ; OpControlBarrier (word 462): acquire: later accesses see what was made available, as always without the Vulkan memory model; its storage-class bits name workgroup memory alone, so it orders no other
  fence syncscope("workgroup") acquire, !mmra !8
  ; %37 = OpLoad (word 466): memory of this invocation alone: private, and no other thread can reach it
  %_37 = load i32, ptr addrspace(5) %lane, align 4, !mmra !6, !thread.private !5
  %_39 = icmp ne i32 %_37, 0
  br i1 %_39, label %_40, label %_41

_40:
  ret void

_41:
  ; OpStore (word 487): memory of this invocation alone: private, and no other thread can reach it
  store i32 0, ptr addrspace(5) %total, align 4, !mmra !6, !thread.private !5
  ; OpStore (word 490): memory of this invocation alone: private, and no other thread can reach it
  store i32 0, ptr addrspace(5) %i, align 4, !mmra !6, !thread.private !5
  br label %_45

_45:
  br label %_49

_49:
  ; %50 = OpLoad (word 505): memory of this invocation alone: private, and no other thread can reach it
  %_50 = load i32, ptr addrspace(5) %i, align 4, !mmra !6, !thread.private !5
  %_51 = icmp ult i32 %_50, 64
  br i1 %_51, label %_46, label %_47

_46:
  ; %52 = OpLoad (word 520): memory of this invocation alone: private, and no other thread can reach it
  %_52 = load i32, ptr addrspace(5) %i, align 4, !mmra !6, !thread.private !5
  %_53 = getelementptr [4 x i8], ptr addrspace(3) @lane_sum, i32 %_52
  ; %54 = OpLoad (word 529): shared memory, in a module without the Vulkan memory model: drivers let synchronization order it
  %_54 = load i32, ptr addrspace(3) %_53, align 4, !mmra !7
  ; %55 = OpLoad (word 533): memory of this invocation alone: private, and no other thread can reach it
  %_55 = load i32, ptr addrspace(5) %total, align 4, !mmra !6, !thread.private !5
  %_56 = add i32 %_55, %_54
  ; OpStore (word 542): memory of this invocation alone: private, and no other thread can reach it
  store i32 %_56, ptr addrspace(5) %total, align 4, !mmra !6, !thread.private !5
  br label %_48

_48:
  ; %57 = OpLoad (word 549): memory of this invocation alone: private, and no other thread can reach it
  %_57 = load i32, ptr addrspace(5) %i, align 4, !mmra !6, !thread.private !5
  %_59 = add i32 %_57, 1
  ; OpStore (word 558): memory of this invocation alone: private, and no other thread can reach it
  store i32 %_59, ptr addrspace(5) %i, align 4, !mmra !6, !thread.private !5
  br label %_45

_47:
  %_66 = extractelement <3 x i32> %gl_WorkGroupID, i32 0
  ; %67 = OpLoad (word 574): memory of this invocation alone: private, and no other thread can reach it
  %_67 = load i32, ptr addrspace(5) %total, align 4, !mmra !6, !thread.private !5
  %28 = mul i32 %_66, 4
  %29 = zext i32 %28 to i64
  %_68 = getelementptr i8, ptr addrspace(1) %_63, i64 %29
  ; OpStore (word 584): a coherent object: store-available, as every atomic store is at its scope
  store atomic i32 %_67, ptr addrspace(1) %_68 syncscope("agent") monotonic, align 4, !mmra !7
  ; OpMemoryBarrier (word 587): acquire-release that makes available and visible; its storage-class bits name global memory alone, so it orders no other
  fence syncscope("agent") acq_rel, !mmra !10
  ; %74 = OpAtomicIAdd (word 595): relaxed: atomic, and orders no other access
  %_74 = atomicrmw add ptr addrspace(1) %_72, i32 1 syncscope("agent") monotonic, align 4, !mmra !7
  %_75 = add i32 %_74, 1
  %_78 = extractelement <3 x i32> %gl_NumWorkGroups, i32 0
  %_79 = icmp ne i32 %_75, %_78
  br i1 %_79, label %_80, label %_81

_80:
  ret void

_81:
  ; OpMemoryBarrier (word 633): acquire-release that makes available and visible; its storage-class bits name global memory alone, so it orders no other
  fence syncscope("agent") acq_rel, !mmra !10
  ; OpStore (word 636): memory of this invocation alone: private, and no other thread can reach it
  store i32 0, ptr addrspace(5) %total, align 4, !mmra !6, !thread.private !5
  ; OpStore (word 639): memory of this invocation alone: private, and no other thread can reach it
  store i32 0, ptr addrspace(5) %i.83, align 4, !mmra !6, !thread.private !5
  br label %_84

_84:
  br label %_88

_88:
  ; %89 = OpLoad (word 654): memory of this invocation alone: private, and no other thread can reach it
  %_89 = load i32, ptr addrspace(5) %i.83, align 4, !mmra !6, !thread.private !5
  %_91 = extractelement <3 x i32> %gl_NumWorkGroups, i32 0
  %_92 = icmp ult i32 %_89, %_91
  br i1 %_92, label %_85, label %_86

_85:
  ; %93 = OpLoad (word 678): memory of this invocation alone: private, and no other thread can reach it
  %_93 = load i32, ptr addrspace(5) %i.83, align 4, !mmra !6, !thread.private !5
  %30 = mul i32 %_93, 4
  %31 = zext i32 %30 to i64
  %_94 = getelementptr i8, ptr addrspace(1) %_63, i64 %31
  ; %95 = OpLoad (word 688): a coherent object: load-visible, as every atomic load is at its scope
  %_95 = load atomic i32, ptr addrspace(1) %_94 syncscope("agent") monotonic, align 4, !mmra !7
  ; %96 = OpLoad (word 692): memory of this invocation alone: private, and no other thread can reach it
  %_96 = load i32, ptr addrspace(5) %total, align 4, !mmra !6, !thread.private !5
  %_97 = add i32 %_96, %_95
  ; OpStore (word 701): memory of this invocation alone: private, and no other thread can reach it
  store i32 %_97, ptr addrspace(5) %total, align 4, !mmra !6, !thread.private !5
  br label %_87

_87:
  ; %98 = OpLoad (word 708): memory of this invocation alone: private, and no other thread can reach it
  %_98 = load i32, ptr addrspace(5) %i.83, align 4, !mmra !6, !thread.private !5
  %_99 = add i32 %_98, 1
  ; OpStore (word 717): memory of this invocation alone: private, and no other thread can reach it
  store i32 %_99, ptr addrspace(5) %i.83, align 4, !mmra !6, !thread.private !5
  br label %_84

_86:
  ; %103 = OpLoad (word 724): memory of this invocation alone: private, and no other thread can reach it
  %_103 = load i32, ptr addrspace(5) %total, align 4, !mmra !6, !thread.private !5
  ; OpStore (word 733): shared memory, in a module without the Vulkan memory model: drivers let synchronization order it
  store i32 %_103, ptr addrspace(1) %_102, align 16, !mmra !7
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x() #1

declare i32 @llvm.amdgcn.workitem.id.y() #1

declare i32 @llvm.amdgcn.workitem.id.z() #1

declare i32 @llvm.amdgcn.workgroup.id.x() #1

declare i32 @llvm.amdgcn.workgroup.id.y() #1

declare i32 @llvm.amdgcn.workgroup.id.z() #1

declare ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr() #1

declare void @llvm.amdgcn.s.barrier() #2

attributes #0 = { convergent nounwind "amdgpu-flat-work-group-size"="64,64" }
attributes #1 = { nounwind willreturn memory(none) }
attributes #2 = { convergent nounwind willreturn }
attributes #3 = { convergent }

!spirv.resources = !{!0, !1, !2, !3}

!0 = !{!"main", i32 0, !"storage_buffer", i32 0, i32 0, i32 1, i64 0}
!1 = !{!"main", i32 1, !"storage_buffer", i32 0, i32 1, i32 1, i64 0}
!2 = !{!"main", i32 2, !"storage_buffer", i32 0, i32 2, i32 1, i64 4}
!3 = !{!"main", i32 3, !"storage_buffer", i32 0, i32 3, i32 1, i64 4}
!4 = !{i32 64, i32 1, i32 1}
!5 = !{}
!6 = !{!"vulkan", !"private"}
!7 = !{!"vulkan", !"nonprivate"}
!8 = !{!9, !7}
!9 = !{!"amdgpu-synchronize-as", !"local"}
!10 = !{!11, !7}
!11 = !{!"amdgpu-synchronize-as", !"global"}
