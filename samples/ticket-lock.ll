; spirv-mmra 0.2.0 --llvm=23 --explain
target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

define internal void @"workgroup_barrier("() #0 {
_10:
  ; OpControlBarrier (word 508): acquire-release without MakeAvailable and MakeVisible: it orders only (amdgcn-av:none); its storage-class bits name global memory alone, so it orders no other
  fence syncscope("workgroup") acq_rel, !mmra !2
  ; OpControlBarrier (word 508): every invocation of the workgroup waits here
  call void @llvm.amdgcn.s.barrier() #4
  ; OpControlBarrier (word 508): acquire-release without MakeAvailable and MakeVisible: it orders only (amdgcn-av:none); its storage-class bits name global memory alone, so it orders no other
  fence syncscope("workgroup") acq_rel, !mmra !2
  ret void
}

declare void @llvm.amdgcn.s.barrier() #1

define amdgpu_kernel void @main(ptr addrspace(1) noundef align 16 %_31, ptr addrspace(1) noundef align 16 %_52) #2 !reqd_work_group_size !6 {
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
  %9 = insertelement <3 x i32> poison, i32 %6, i32 0
  %10 = insertelement <3 x i32> %9, i32 %7, i32 1
  %gl_WorkGroupID = insertelement <3 x i32> %10, i32 %8, i32 2
  %lane = alloca i32, align 4, addrspace(5)
  %ticket = alloca i32, align 4, addrspace(5)
  ; OpStore (word 311): memory of this invocation alone: private, and no other thread can reach it
  store i32 %gl_LocalInvocationIndex, ptr addrspace(5) %lane, align 4, !mmra !7, !thread.private !8
  ; OpStore (word 314): memory of this invocation alone: private, and no other thread can reach it
  store i32 0, ptr addrspace(5) %ticket, align 4, !mmra !7, !thread.private !8
  ; %24 = OpLoad (word 317): memory of this invocation alone: private, and no other thread can reach it
  %_24 = load i32, ptr addrspace(5) %lane, align 4, !mmra !7, !thread.private !8
  %_26 = icmp eq i32 %_24, 0
  br i1 %_26, label %_27, label %_28

_27:
  ; %37 = OpAtomicIAdd (word 340): relaxed: atomic, and orders no other access
  %_37 = atomicrmw add ptr addrspace(1) %_31, i32 1 syncscope("agent") monotonic, align 4, !mmra !5
  ; OpStore (word 347): memory of this invocation alone: private, and no other thread can reach it
  store i32 %_37, ptr addrspace(5) %ticket, align 4, !mmra !7, !thread.private !8
  br label %_38

_38:
  br label %_42

_42:
  %_43 = getelementptr i8, ptr addrspace(1) %_31, i64 4
  ; %45 = OpAtomicLoad (word 367): acquire without MakeVisible: it orders, but makes nothing visible (amdgcn-av:none)
  %_45 = load atomic i32, ptr addrspace(1) %_43 syncscope("agent") acquire, align 4, !mmra !9
  ; %46 = OpLoad (word 373): memory of this invocation alone: private, and no other thread can reach it
  %_46 = load i32, ptr addrspace(5) %ticket, align 4, !mmra !7, !thread.private !8
  %_47 = icmp ne i32 %_45, %_46
  br i1 %_47, label %_39, label %_40

_39:
  br label %_41

_41:
  br label %_38

_40:
  br label %_28

_28:
  call void @"workgroup_barrier("() #4
  ; %53 = OpLoad (word 404): memory of this invocation alone: private, and no other thread can reach it
  %_53 = load i32, ptr addrspace(5) %lane, align 4, !mmra !7, !thread.private !8
  %_58 = extractelement <3 x i32> %gl_WorkGroupID, i32 0
  ; %59 = OpLoad (word 417): memory of this invocation alone: private, and no other thread can reach it
  %_59 = load i32, ptr addrspace(5) %lane, align 4, !mmra !7, !thread.private !8
  %_60 = add i32 %_58, %_59
  %11 = mul i32 %_53, 4
  %12 = zext i32 %11 to i64
  %_61 = getelementptr i8, ptr addrspace(1) %_52, i64 %12
  ; %62 = OpLoad (word 432): MakePointerVisible: load-visible, as every atomic load is at its scope
  %_62 = load atomic i32, ptr addrspace(1) %_61 syncscope("agent") monotonic, align 4, !mmra !5
  %_63 = add i32 %_62, %_60
  %13 = mul i32 %_53, 4
  %14 = zext i32 %13 to i64
  %_64 = getelementptr i8, ptr addrspace(1) %_52, i64 %14
  ; OpStore (word 449): MakePointerAvailable: store-available, as every atomic store is at its scope
  store atomic i32 %_63, ptr addrspace(1) %_64 syncscope("agent") monotonic, align 4, !mmra !5
  call void @"workgroup_barrier("() #4
  ; %66 = OpLoad (word 458): memory of this invocation alone: private, and no other thread can reach it
  %_66 = load i32, ptr addrspace(5) %lane, align 4, !mmra !7, !thread.private !8
  %_67 = icmp eq i32 %_66, 0
  br i1 %_67, label %_68, label %_69

_68:
  %_70 = getelementptr i8, ptr addrspace(1) %_31, i64 4
  ; %71 = OpLoad (word 481): memory of this invocation alone: private, and no other thread can reach it
  %_71 = load i32, ptr addrspace(5) %ticket, align 4, !mmra !7, !thread.private !8
  %_72 = add i32 %_71, 1
  ; OpAtomicStore (word 490): release without MakeAvailable: it orders, but makes nothing available (amdgcn-av:none)
  store atomic i32 %_72, ptr addrspace(1) %_70 syncscope("agent") release, align 4, !mmra !9
  br label %_69

_69:
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
attributes #2 = { convergent nounwind "amdgpu-flat-work-group-size"="64,64" }
attributes #3 = { nounwind willreturn memory(none) }
attributes #4 = { convergent }

!spirv.resources = !{!0, !1}

!0 = !{!"main", i32 0, !"storage_buffer", i32 0, i32 0, i32 1, i64 8}
!1 = !{!"main", i32 1, !"storage_buffer", i32 0, i32 1, i32 1, i64 256}
!2 = !{!3, !4, !5}
!3 = !{!"amdgcn-av", !"none"}
!4 = !{!"amdgpu-synchronize-as", !"global"}
!5 = !{!"vulkan", !"nonprivate"}
!6 = !{i32 64, i32 1, i32 1}
!7 = !{!"vulkan", !"private"}
!8 = !{}
!9 = !{!3, !5}
