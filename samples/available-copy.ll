; spirv-mmra 0.2.0 --llvm=23 --explain
; LLVM 22 does not know the intrinsics llvm.amdgcn.av.* below, and its llc crashes on them: --llvm=22 does without.
target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) noundef align 16 %_23, i64 noundef %size.23, ptr addrspace(1) noundef align 16 %_36, ptr addrspace(1) noundef align 16 %_46) #0 !reqd_work_group_size !4 {
_5:
  %0 = call i32 @llvm.amdgcn.workgroup.id.x()
  %1 = call i32 @llvm.amdgcn.workgroup.id.y()
  %2 = call i32 @llvm.amdgcn.workgroup.id.z()
  %3 = call i32 @llvm.amdgcn.workitem.id.x()
  %4 = call i32 @llvm.amdgcn.workitem.id.y()
  %5 = call i32 @llvm.amdgcn.workitem.id.z()
  %6 = mul i32 %0, 64
  %7 = add i32 %6, %3
  %8 = mul i32 %1, 1
  %9 = add i32 %8, %4
  %10 = mul i32 %2, 1
  %11 = add i32 %10, %5
  %12 = insertelement <3 x i32> poison, i32 %7, i32 0
  %13 = insertelement <3 x i32> %12, i32 %9, i32 1
  %gl_GlobalInvocationID = insertelement <3 x i32> %13, i32 %11, i32 2
  %i = alloca i32, align 4, addrspace(5)
  %_17 = extractelement <3 x i32> %gl_GlobalInvocationID, i32 0
  ; OpStore (word 314): memory of this invocation alone: private, and no other thread can reach it
  store i32 %_17, ptr addrspace(5) %i, align 4, !mmra !5, !thread.private !6
  ; %18 = OpLoad (word 317): memory of this invocation alone: private, and no other thread can reach it
  %_18 = load i32, ptr addrspace(5) %i, align 4, !mmra !5, !thread.private !6
  %14 = udiv i64 %size.23, 16
  %_24 = trunc i64 %14 to i32
  %_29 = icmp uge i32 %_18, %_24
  br i1 %_29, label %_30, label %_31

_30:
  ret void

_31:
  ; %38 = OpLoad (word 351): memory of this invocation alone: private, and no other thread can reach it
  %_38 = load i32, ptr addrspace(5) %i, align 4, !mmra !5, !thread.private !6
  ; %39 = OpLoad (word 355): memory of this invocation alone: private, and no other thread can reach it
  %_39 = load i32, ptr addrspace(5) %i, align 4, !mmra !5, !thread.private !6
  %15 = mul i32 %_39, 16
  %16 = zext i32 %15 to i64
  %_41 = getelementptr i8, ptr addrspace(1) %_23, i64 %16
  ; %42 = OpLoad (word 365): MakePointerVisible: load-visible by the intrinsic of this profile
  %_42 = call <4 x i32> @llvm.amdgcn.av.load.b128.p1(ptr addrspace(1) %_41, metadata !7), !mmra !8
  %17 = mul i32 %_38, 16
  %18 = zext i32 %17 to i64
  %_43 = getelementptr i8, ptr addrspace(1) %_36, i64 %18
  ; OpStore (word 377): MakePointerAvailable: store-available by the intrinsic of this profile
  call void @llvm.amdgcn.av.store.b128.p1(ptr addrspace(1) %_43, <4 x i32> %_42, metadata !7), !mmra !8
  ; %54 = OpAtomicIAdd (word 387): release without MakeAvailable: it orders, but makes nothing available (amdgcn-av:none)
  %_54 = atomicrmw add ptr addrspace(1) %_46, i32 1 syncscope("agent") release, align 4, !mmra !9
  ret void
}

declare i32 @llvm.amdgcn.workgroup.id.x() #1

declare i32 @llvm.amdgcn.workgroup.id.y() #1

declare i32 @llvm.amdgcn.workgroup.id.z() #1

declare i32 @llvm.amdgcn.workitem.id.x() #1

declare i32 @llvm.amdgcn.workitem.id.y() #1

declare i32 @llvm.amdgcn.workitem.id.z() #1

declare <4 x i32> @llvm.amdgcn.av.load.b128.p1(ptr addrspace(1), metadata) #2

declare void @llvm.amdgcn.av.store.b128.p1(ptr addrspace(1), <4 x i32>, metadata) #2

attributes #0 = { nounwind "amdgpu-flat-work-group-size"="64,64" }
attributes #1 = { nounwind willreturn memory(none) }
attributes #2 = { nounwind }

!spirv.resources = !{!0, !1, !2, !3}

!0 = !{!"main", i32 0, !"storage_buffer", i32 0, i32 0, i32 1, i64 0}
!1 = !{!"main", i32 1, !"byte_size", i32 0, i32 0, i32 1, i64 0}
!2 = !{!"main", i32 2, !"storage_buffer", i32 0, i32 1, i32 1, i64 0}
!3 = !{!"main", i32 3, !"storage_buffer", i32 0, i32 2, i32 1, i64 4}
!4 = !{i32 64, i32 1, i32 1}
!5 = !{!"vulkan", !"private"}
!6 = !{}
!7 = !{!"agent"}
!8 = !{!"vulkan", !"nonprivate"}
!9 = !{!10, !8}
!10 = !{!"amdgcn-av", !"none"}
