; spirv-mmra 0.2.0 --llvm=23 --explain
target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

@partial = internal addrspace(3) global [128 x i32] poison, align 4
@llvm.compiler.used = appending global [1 x ptr] [ptr addrspacecast (ptr addrspace(3) @partial to ptr)], section "llvm.metadata"

define internal void @"level_done("() #0 {
_10:
  ; OpControlBarrier (word 564): release without MakeAvailable: it orders, but makes nothing available (amdgcn-av:none); its storage-class bits name workgroup memory alone, so it orders no other
  fence syncscope("workgroup") release, !mmra !2
  ; OpControlBarrier (word 564): every invocation of the workgroup waits here
  call void @llvm.amdgcn.s.barrier() #4
  ; OpControlBarrier (word 564): acquire without MakeVisible: it orders, but makes nothing visible (amdgcn-av:none); its storage-class bits name workgroup memory alone, so it orders no other
  fence syncscope("workgroup") acquire, !mmra !2
  ret void
}

declare void @llvm.amdgcn.s.barrier() #1

define amdgpu_kernel void @main(ptr addrspace(1) noundef align 16 %_29, ptr addrspace(1) noundef align 16 %_78) #2 !reqd_work_group_size !6 {
_5:
  %0 = call i32 @llvm.amdgcn.workitem.id.x()
  %1 = call i32 @llvm.amdgcn.workitem.id.y()
  %2 = call i32 @llvm.amdgcn.workitem.id.z()
  %3 = mul i32 %2, 1
  %4 = add i32 %3, %1
  %5 = mul i32 %4, 128
  %gl_LocalInvocationIndex = add i32 %5, %0
  %6 = call i32 @llvm.amdgcn.workgroup.id.x()
  %7 = call i32 @llvm.amdgcn.workgroup.id.y()
  %8 = call i32 @llvm.amdgcn.workgroup.id.z()
  %9 = call i32 @llvm.amdgcn.workitem.id.x()
  %10 = call i32 @llvm.amdgcn.workitem.id.y()
  %11 = call i32 @llvm.amdgcn.workitem.id.z()
  %12 = mul i32 %6, 128
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
  %lane = alloca i32, align 4, addrspace(5)
  %width = alloca i32, align 4, addrspace(5)
  ; OpStore (word 330): memory of this invocation alone: private, and no other thread can reach it
  store i32 %gl_LocalInvocationIndex, ptr addrspace(5) %lane, align 4, !mmra !7, !thread.private !8
  ; %25 = OpLoad (word 333): memory of this invocation alone: private, and no other thread can reach it
  %_25 = load i32, ptr addrspace(5) %lane, align 4, !mmra !7, !thread.private !8
  %_36 = extractelement <3 x i32> %gl_GlobalInvocationID, i32 0
  %25 = mul i32 %_36, 4
  %26 = zext i32 %25 to i64
  %_38 = getelementptr i8, ptr addrspace(1) %_29, i64 %26
  ; %39 = OpLoad (word 352): no NonPrivatePointer: no synchronization orders it
  %_39 = load i32, ptr addrspace(1) %_38, align 4, !mmra !7
  %_41 = getelementptr [4 x i8], ptr addrspace(3) @partial, i32 %_25
  ; OpStore (word 361): MakePointerAvailable on local memory: an atomic store, which is store-available; no scope wider than the workgroup
  store atomic i32 %_39, ptr addrspace(3) %_41 syncscope("workgroup") monotonic, align 4, !mmra !5
  call void @"level_done("() #4
  ; OpStore (word 370): memory of this invocation alone: private, and no other thread can reach it
  store i32 64, ptr addrspace(5) %width, align 4, !mmra !7, !thread.private !8
  br label %_45

_45:
  br label %_49

_49:
  ; %50 = OpLoad (word 385): memory of this invocation alone: private, and no other thread can reach it
  %_50 = load i32, ptr addrspace(5) %width, align 4, !mmra !7, !thread.private !8
  %_52 = icmp ugt i32 %_50, 0
  br i1 %_52, label %_46, label %_47

_46:
  ; %53 = OpLoad (word 400): memory of this invocation alone: private, and no other thread can reach it
  %_53 = load i32, ptr addrspace(5) %lane, align 4, !mmra !7, !thread.private !8
  ; %54 = OpLoad (word 404): memory of this invocation alone: private, and no other thread can reach it
  %_54 = load i32, ptr addrspace(5) %width, align 4, !mmra !7, !thread.private !8
  %_55 = icmp ult i32 %_53, %_54
  br i1 %_55, label %_56, label %_57

_56:
  ; %58 = OpLoad (word 422): memory of this invocation alone: private, and no other thread can reach it
  %_58 = load i32, ptr addrspace(5) %lane, align 4, !mmra !7, !thread.private !8
  ; %59 = OpLoad (word 426): memory of this invocation alone: private, and no other thread can reach it
  %_59 = load i32, ptr addrspace(5) %lane, align 4, !mmra !7, !thread.private !8
  ; %60 = OpLoad (word 430): memory of this invocation alone: private, and no other thread can reach it
  %_60 = load i32, ptr addrspace(5) %width, align 4, !mmra !7, !thread.private !8
  %_61 = add i32 %_59, %_60
  %_62 = getelementptr [4 x i8], ptr addrspace(3) @partial, i32 %_61
  ; %63 = OpLoad (word 444): MakePointerVisible on local memory: an atomic load, which is load-visible; no scope wider than the workgroup
  %_63 = load atomic i32, ptr addrspace(3) %_62 syncscope("workgroup") monotonic, align 4, !mmra !5
  %_64 = getelementptr [4 x i8], ptr addrspace(3) @partial, i32 %_58
  ; %65 = OpLoad (word 455): MakePointerVisible on local memory: an atomic load, which is load-visible; no scope wider than the workgroup
  %_65 = load atomic i32, ptr addrspace(3) %_64 syncscope("workgroup") monotonic, align 4, !mmra !5
  %_66 = add i32 %_65, %_63
  %_67 = getelementptr [4 x i8], ptr addrspace(3) @partial, i32 %_58
  ; OpStore (word 471): MakePointerAvailable on local memory: an atomic store, which is store-available; no scope wider than the workgroup
  store atomic i32 %_66, ptr addrspace(3) %_67 syncscope("workgroup") monotonic, align 4, !mmra !5
  br label %_57

_57:
  call void @"level_done("() #4
  br label %_48

_48:
  ; %69 = OpLoad (word 488): memory of this invocation alone: private, and no other thread can reach it
  %_69 = load i32, ptr addrspace(5) %width, align 4, !mmra !7, !thread.private !8
  %_70 = udiv i32 %_69, 2
  ; OpStore (word 497): memory of this invocation alone: private, and no other thread can reach it
  store i32 %_70, ptr addrspace(5) %width, align 4, !mmra !7, !thread.private !8
  br label %_45

_47:
  ; %71 = OpLoad (word 504): memory of this invocation alone: private, and no other thread can reach it
  %_71 = load i32, ptr addrspace(5) %lane, align 4, !mmra !7, !thread.private !8
  %_72 = icmp eq i32 %_71, 0
  br i1 %_72, label %_73, label %_74

_73:
  %_81 = extractelement <3 x i32> %gl_WorkGroupID, i32 0
  ; %83 = OpLoad (word 536): MakePointerVisible on local memory: an atomic load, which is load-visible; no scope wider than the workgroup
  %_83 = load atomic i32, ptr addrspace(3) @partial syncscope("workgroup") monotonic, align 4, !mmra !5
  %27 = mul i32 %_81, 4
  %28 = zext i32 %27 to i64
  %_84 = getelementptr i8, ptr addrspace(1) %_78, i64 %28
  ; OpStore (word 548): no NonPrivatePointer: no synchronization orders it
  store i32 %_83, ptr addrspace(1) %_84, align 4, !mmra !7
  br label %_74

_74:
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x() #3

declare i32 @llvm.amdgcn.workitem.id.y() #3

declare i32 @llvm.amdgcn.workitem.id.z() #3

declare i32 @llvm.amdgcn.workgroup.id.x() #3

declare i32 @llvm.amdgcn.workgroup.id.y() #3

declare i32 @llvm.amdgcn.workgroup.id.z() #3

attributes #0 = { convergent nounwind }
attributes #1 = { convergent nounwind willreturn }
attributes #2 = { convergent nounwind "amdgpu-flat-work-group-size"="128,128" }
attributes #3 = { nounwind willreturn memory(none) }
attributes #4 = { convergent }

!spirv.resources = !{!0, !1}

!0 = !{!"main", i32 0, !"storage_buffer", i32 0, i32 0, i32 1, i64 0}
!1 = !{!"main", i32 1, !"storage_buffer", i32 0, i32 1, i32 1, i64 0}
!2 = !{!3, !4, !5}
!3 = !{!"amdgcn-av", !"none"}
!4 = !{!"amdgpu-synchronize-as", !"local"}
!5 = !{!"vulkan", !"nonprivate"}
!6 = !{i32 128, i32 1, i32 1}
!7 = !{!"vulkan", !"private"}
!8 = !{}
