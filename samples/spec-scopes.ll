; spirv-mmra 0.2.0 --llvm=23 --explain
target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) noundef align 16 %message, ptr addrspace(1) noundef align 16 %flag, ptr addrspace(1) noundef align 16 %result) #0 !reqd_work_group_size !3 {
_31:
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
  %invocation_id = insertelement <3 x i32> %13, i32 %11, i32 2
  %_33 = extractelement <3 x i32> %invocation_id, i32 0
  %_35 = icmp eq i32 %_33, 0
  br i1 %_35, label %_37, label %_38

_37:
  br label %_39

_39:
  %_40 = phi i32 [ 0, %_37 ], [ %_41, %_42 ]
  br label %_44

_44:
  %_45 = icmp ult i32 %_40, 4
  br i1 %_45, label %_46, label %_43

_46:
  %14 = mul i32 %_40, 4
  %15 = zext i32 %14 to i64
  %_47 = getelementptr i8, ptr addrspace(1) %message, i64 %15
  ; OpStore (word 319): NonPrivatePointer: synchronization orders it, which must also make it available or visible
  store i32 %_40, ptr addrspace(1) %_47, align 4, !mmra !4
  br label %_42

_42:
  %_41 = add i32 %_40, 1
  br label %_39

_43:
  ; OpAtomicStore (word 336): release with MakeAvailable: earlier writes are made available
  store atomic i32 1, ptr addrspace(1) %flag syncscope("agent") release, align 4, !mmra !4
  br label %_36

_38:
  ; %48 = OpAtomicLoad (word 345): acquire with MakeVisible: later accesses see what was made available
  %_48 = load atomic i32, ptr addrspace(1) %flag syncscope("agent") acquire, align 4, !mmra !4
  %_49 = icmp eq i32 %_48, 1
  br i1 %_49, label %_51, label %_50

_51:
  br label %_52

_52:
  %_53 = phi i32 [ 0, %_51 ], [ %_54, %_55 ]
  %_56 = phi i32 [ 0, %_51 ], [ %_57, %_55 ]
  br label %_59

_59:
  %_60 = icmp ult i32 %_53, 4
  br i1 %_60, label %_55, label %_58

_55:
  %16 = mul i32 %_53, 4
  %17 = zext i32 %16 to i64
  %_61 = getelementptr i8, ptr addrspace(1) %message, i64 %17
  ; %62 = OpLoad (word 408): NonPrivatePointer: synchronization orders it, which must also make it available or visible
  ; atomic: LLVM may take a plain load from the scalar cache, which no acquire invalidates and no release waits for, or merge it with one before an acquire
  %_62 = load atomic i32, ptr addrspace(1) %_61 syncscope("singlethread") monotonic, align 4, !mmra !4
  %_57 = add i32 %_56, %_62
  %_54 = add i32 %_53, 1
  br label %_52

_58:
  %18 = mul i32 %_33, 4
  %19 = zext i32 %18 to i64
  %_63 = getelementptr i8, ptr addrspace(1) %result, i64 %19
  ; OpStore (word 433): no NonPrivatePointer: no synchronization orders it
  store i32 %_56, ptr addrspace(1) %_63, align 4, !mmra !5
  br label %_50

_50:
  br label %_36

_36:
  ret void
}

declare i32 @llvm.amdgcn.workgroup.id.x() #1

declare i32 @llvm.amdgcn.workgroup.id.y() #1

declare i32 @llvm.amdgcn.workgroup.id.z() #1

declare i32 @llvm.amdgcn.workitem.id.x() #1

declare i32 @llvm.amdgcn.workitem.id.y() #1

declare i32 @llvm.amdgcn.workitem.id.z() #1

attributes #0 = { nounwind "amdgpu-flat-work-group-size"="64,64" }
attributes #1 = { nounwind willreturn memory(none) }

!spirv.resources = !{!0, !1, !2}

!0 = !{!"main", i32 0, !"storage_buffer", i32 0, i32 0, i32 1, i64 16}
!1 = !{!"main", i32 1, !"storage_buffer", i32 0, i32 1, i32 1, i64 4}
!2 = !{!"main", i32 2, !"storage_buffer", i32 0, i32 2, i32 1, i64 0}
!3 = !{i32 64, i32 1, i32 1}
!4 = !{!"vulkan", !"nonprivate"}
!5 = !{!"vulkan", !"private"}
