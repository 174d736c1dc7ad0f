; spirv-mmra 0.2.0 --llvm=23 --explain
target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

@local_counts = internal addrspace(3) global [256 x i32] poison, align 4
@llvm.compiler.used = appending global [1 x ptr] [ptr addrspacecast (ptr addrspace(3) @local_counts to ptr)], section "llvm.metadata"

define internal void @"shared_barrier("() #0 {
_15:
  ; OpControlBarrier (word 586): release without MakeAvailable: it orders, but makes nothing available (amdgcn-av:none); its storage-class bits name workgroup memory alone, so it orders no other
  fence syncscope("workgroup") release, !mmra !3
  ; OpControlBarrier (word 586): every invocation of the workgroup waits here
  call void @llvm.amdgcn.s.barrier() #5
  ; OpControlBarrier (word 586): acquire without MakeVisible: it orders, but makes nothing visible (amdgcn-av:none); its storage-class bits name workgroup memory alone, so it orders no other
  fence syncscope("workgroup") acquire, !mmra !3
  ret void
}

declare void @llvm.amdgcn.s.barrier() #1

define internal void @"count(u1;"(ptr addrspace(5) %value) #2 {
_13:
  ; %19 = OpLoad (word 561): memory of this invocation alone: private, and no other thread can reach it
  %_19 = load i32, ptr addrspace(5) %value, align 4, !mmra !7, !thread.private !8
  %_21 = getelementptr [4 x i8], ptr addrspace(3) @local_counts, i32 %_19
  ; %27 = OpAtomicIAdd (word 570): relaxed: atomic, and orders no other access
  %_27 = atomicrmw add ptr addrspace(3) %_21, i32 1 syncscope("workgroup") monotonic, align 4, !mmra !6
  ret void
}

define amdgpu_kernel void @main(ptr addrspace(1) noundef align 16 %_47, i64 noundef %size.47, ptr addrspace(1) noundef align 16 %_82) #3 !reqd_work_group_size !9 {
_5:
  %0 = call i32 @llvm.amdgcn.workitem.id.x()
  %1 = call i32 @llvm.amdgcn.workitem.id.y()
  %2 = call i32 @llvm.amdgcn.workitem.id.z()
  %3 = mul i32 %2, 1
  %4 = add i32 %3, %1
  %5 = mul i32 %4, 256
  %gl_LocalInvocationIndex = add i32 %5, %0
  %6 = call i32 @llvm.amdgcn.workgroup.id.x()
  %7 = call i32 @llvm.amdgcn.workgroup.id.y()
  %8 = call i32 @llvm.amdgcn.workgroup.id.z()
  %9 = call i32 @llvm.amdgcn.workitem.id.x()
  %10 = call i32 @llvm.amdgcn.workitem.id.y()
  %11 = call i32 @llvm.amdgcn.workitem.id.z()
  %12 = mul i32 %6, 256
  %13 = add i32 %12, %9
  %14 = mul i32 %7, 1
  %15 = add i32 %14, %10
  %16 = mul i32 %8, 1
  %17 = add i32 %16, %11
  %18 = insertelement <3 x i32> poison, i32 %13, i32 0
  %19 = insertelement <3 x i32> %18, i32 %15, i32 1
  %gl_GlobalInvocationID = insertelement <3 x i32> %19, i32 %17, i32 2
  %lane = alloca i32, align 4, addrspace(5)
  %word = alloca i32, align 4, addrspace(5)
  %shift = alloca i32, align 4, addrspace(5)
  %param = alloca i32, align 4, addrspace(5)
  ; OpStore (word 358): memory of this invocation alone: private, and no other thread can reach it
  store i32 %gl_LocalInvocationIndex, ptr addrspace(5) %lane, align 4, !mmra !7, !thread.private !8
  ; %36 = OpLoad (word 361): memory of this invocation alone: private, and no other thread can reach it
  %_36 = load i32, ptr addrspace(5) %lane, align 4, !mmra !7, !thread.private !8
  %_37 = getelementptr [4 x i8], ptr addrspace(3) @local_counts, i32 %_36
  ; OpStore (word 370): MakePointerAvailable on local memory: an atomic store, which is store-available; no scope wider than the workgroup
  store atomic i32 0, ptr addrspace(3) %_37 syncscope("workgroup") monotonic, align 4, !mmra !6
  call void @"shared_barrier("() #5
  %_43 = extractelement <3 x i32> %gl_GlobalInvocationID, i32 0
  %20 = udiv i64 %size.47, 4
  %_48 = trunc i64 %20 to i32
  %_52 = icmp ult i32 %_43, %_48
  br i1 %_52, label %_53, label %_54

_53:
  %_57 = extractelement <3 x i32> %gl_GlobalInvocationID, i32 0
  %21 = mul i32 %_57, 4
  %22 = zext i32 %21 to i64
  %_59 = getelementptr i8, ptr addrspace(1) %_47, i64 %22
  ; %60 = OpLoad (word 430): no NonPrivatePointer: no synchronization orders it
  %_60 = load i32, ptr addrspace(1) %_59, align 4, !mmra !7
  ; OpStore (word 434): memory of this invocation alone: private, and no other thread can reach it
  store i32 %_60, ptr addrspace(5) %word, align 4, !mmra !7, !thread.private !8
  ; OpStore (word 437): memory of this invocation alone: private, and no other thread can reach it
  store i32 0, ptr addrspace(5) %shift, align 4, !mmra !7, !thread.private !8
  br label %_63

_63:
  br label %_67

_67:
  ; %68 = OpLoad (word 452): memory of this invocation alone: private, and no other thread can reach it
  %_68 = load i32, ptr addrspace(5) %shift, align 4, !mmra !7, !thread.private !8
  %_70 = icmp slt i32 %_68, 32
  br i1 %_70, label %_64, label %_65

_64:
  ; %71 = OpLoad (word 467): memory of this invocation alone: private, and no other thread can reach it
  %_71 = load i32, ptr addrspace(5) %word, align 4, !mmra !7, !thread.private !8
  ; %72 = OpLoad (word 471): memory of this invocation alone: private, and no other thread can reach it
  %_72 = load i32, ptr addrspace(5) %shift, align 4, !mmra !7, !thread.private !8
  %23 = sub i32 32, 8
  %24 = icmp eq i32 8, 0
  %25 = and i32 %23, 31
  %26 = lshr i32 -1, %25
  %27 = select i1 %24, i32 0, i32 %26
  %28 = and i32 %_72, 31
  %29 = lshr i32 %_71, %28
  %_73 = and i32 %29, %27
  ; OpStore (word 481): memory of this invocation alone: private, and no other thread can reach it
  store i32 %_73, ptr addrspace(5) %param, align 4, !mmra !7, !thread.private !8
  call void @"count(u1;"(ptr addrspace(5) %param)
  br label %_66

_66:
  ; %76 = OpLoad (word 493): memory of this invocation alone: private, and no other thread can reach it
  %_76 = load i32, ptr addrspace(5) %shift, align 4, !mmra !7, !thread.private !8
  %_77 = add i32 %_76, 8
  ; OpStore (word 502): memory of this invocation alone: private, and no other thread can reach it
  store i32 %_77, ptr addrspace(5) %shift, align 4, !mmra !7, !thread.private !8
  br label %_63

_65:
  br label %_54

_54:
  call void @"shared_barrier("() #5
  ; %83 = OpLoad (word 517): memory of this invocation alone: private, and no other thread can reach it
  %_83 = load i32, ptr addrspace(5) %lane, align 4, !mmra !7, !thread.private !8
  %30 = mul i32 %_83, 4
  %31 = zext i32 %30 to i64
  %_84 = getelementptr i8, ptr addrspace(1) %_82, i64 %31
  ; %85 = OpLoad (word 527): memory of this invocation alone: private, and no other thread can reach it
  %_85 = load i32, ptr addrspace(5) %lane, align 4, !mmra !7, !thread.private !8
  %_86 = getelementptr [4 x i8], ptr addrspace(3) @local_counts, i32 %_85
  ; %87 = OpLoad (word 536): MakePointerVisible on local memory: an atomic load, which is load-visible; no scope wider than the workgroup
  %_87 = load atomic i32, ptr addrspace(3) %_86 syncscope("workgroup") monotonic, align 4, !mmra !6
  ; %89 = OpAtomicIAdd (word 542): relaxed: atomic, and orders no other access
  %_89 = atomicrmw add ptr addrspace(1) %_84, i32 %_87 syncscope("agent") monotonic, align 4, !mmra !6
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x() #4

declare i32 @llvm.amdgcn.workitem.id.y() #4

declare i32 @llvm.amdgcn.workitem.id.z() #4

declare i32 @llvm.amdgcn.workgroup.id.x() #4

declare i32 @llvm.amdgcn.workgroup.id.y() #4

declare i32 @llvm.amdgcn.workgroup.id.z() #4

attributes #0 = { convergent nounwind }
attributes #1 = { convergent nounwind willreturn }
attributes #2 = { nounwind }
attributes #3 = { convergent nounwind "amdgpu-flat-work-group-size"="256,256" }
attributes #4 = { nounwind willreturn memory(none) }
attributes #5 = { convergent }

!spirv.resources = !{!0, !1, !2}

!0 = !{!"main", i32 0, !"storage_buffer", i32 0, i32 0, i32 1, i64 0}
!1 = !{!"main", i32 1, !"byte_size", i32 0, i32 0, i32 1, i64 0}
!2 = !{!"main", i32 2, !"storage_buffer", i32 0, i32 1, i32 1, i64 1024}
!3 = !{!4, !5, !6}
!4 = !{!"amdgcn-av", !"none"}
!5 = !{!"amdgpu-synchronize-as", !"local"}
!6 = !{!"vulkan", !"nonprivate"}
!7 = !{!"vulkan", !"private"}
!8 = !{}
!9 = !{i32 256, i32 1, i32 1}
