; spirv-mmra 0.2.0 --llvm=23 --explain
target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

define internal void @"produce("(ptr addrspace(1) %_32, ptr addrspace(1) %_48) #0 {
_9:
  %i = alloca i32, align 4, addrspace(5)
  ; OpStore (word 385): memory of this invocation alone: private, and no other thread can reach it
  store i32 0, ptr addrspace(5) %i, align 4, !mmra !3, !thread.private !4
  br label %_15

_15:
  br label %_19

_19:
  ; %20 = OpLoad (word 400): memory of this invocation alone: private, and no other thread can reach it
  %_20 = load i32, ptr addrspace(5) %i, align 4, !mmra !3, !thread.private !4
  %_23 = icmp ult i32 %_20, 100
  br i1 %_23, label %_16, label %_17

_16:
  br label %_24

_24:
  br label %_28

_28:
  ; %29 = OpLoad (word 427): memory of this invocation alone: private, and no other thread can reach it
  %_29 = load i32, ptr addrspace(5) %i, align 4, !mmra !3, !thread.private !4
  %_36 = getelementptr i8, ptr addrspace(1) %_32, i64 4
  ; %41 = OpAtomicLoad (word 436): acquire without MakeVisible: it orders, but makes nothing visible (amdgcn-av:none)
  %_41 = load atomic i32, ptr addrspace(1) %_36 syncscope("agent") acquire, align 4, !mmra !5
  %_42 = sub i32 %_29, %_41
  %_44 = icmp eq i32 %_42, 8
  br i1 %_44, label %_25, label %_26

_25:
  br label %_27

_27:
  br label %_24

_26:
  ; %50 = OpLoad (word 466): memory of this invocation alone: private, and no other thread can reach it
  %_50 = load i32, ptr addrspace(5) %i, align 4, !mmra !3, !thread.private !4
  %_51 = urem i32 %_50, 8
  ; %52 = OpLoad (word 475): memory of this invocation alone: private, and no other thread can reach it
  %_52 = load i32, ptr addrspace(5) %i, align 4, !mmra !3, !thread.private !4
  ; %53 = OpLoad (word 479): memory of this invocation alone: private, and no other thread can reach it
  %_53 = load i32, ptr addrspace(5) %i, align 4, !mmra !3, !thread.private !4
  %_54 = mul i32 %_52, %_53
  %0 = mul i32 %_51, 4
  %1 = zext i32 %0 to i64
  %_55 = getelementptr i8, ptr addrspace(1) %_48, i64 %1
  ; OpStore (word 494): NonPrivatePointer: synchronization orders it, which must also make it available or visible
  store i32 %_54, ptr addrspace(1) %_55, align 4, !mmra !7
  ; %57 = OpLoad (word 503): memory of this invocation alone: private, and no other thread can reach it
  %_57 = load i32, ptr addrspace(5) %i, align 4, !mmra !3, !thread.private !4
  %_58 = add i32 %_57, 1
  ; OpAtomicStore (word 512): release with MakeAvailable: earlier writes are made available
  store atomic i32 %_58, ptr addrspace(1) %_32 syncscope("agent") release, align 4, !mmra !7
  br label %_18

_18:
  ; %61 = OpLoad (word 521): memory of this invocation alone: private, and no other thread can reach it
  %_61 = load i32, ptr addrspace(5) %i, align 4, !mmra !3, !thread.private !4
  %_62 = add i32 %_61, 1
  ; OpStore (word 530): memory of this invocation alone: private, and no other thread can reach it
  store i32 %_62, ptr addrspace(5) %i, align 4, !mmra !3, !thread.private !4
  br label %_15

_17:
  ret void
}

define internal void @"consume("(ptr addrspace(1) %_32, ptr addrspace(1) %_48, ptr addrspace(1) %_98) #0 {
_11:
  %total = alloca i32, align 4, addrspace(5)
  %i = alloca i32, align 4, addrspace(5)
  ; OpStore (word 554): memory of this invocation alone: private, and no other thread can reach it
  store i32 0, ptr addrspace(5) %total, align 4, !mmra !3, !thread.private !4
  ; OpStore (word 557): memory of this invocation alone: private, and no other thread can reach it
  store i32 0, ptr addrspace(5) %i, align 4, !mmra !3, !thread.private !4
  br label %_65

_65:
  br label %_69

_69:
  ; %70 = OpLoad (word 572): memory of this invocation alone: private, and no other thread can reach it
  %_70 = load i32, ptr addrspace(5) %i, align 4, !mmra !3, !thread.private !4
  %_71 = icmp ult i32 %_70, 100
  br i1 %_71, label %_66, label %_67

_66:
  br label %_72

_72:
  br label %_76

_76:
  ; %80 = OpAtomicLoad (word 604): acquire with MakeVisible: later accesses see what was made available
  %_80 = load atomic i32, ptr addrspace(1) %_32 syncscope("agent") acquire, align 4, !mmra !7
  ; %81 = OpLoad (word 610): memory of this invocation alone: private, and no other thread can reach it
  %_81 = load i32, ptr addrspace(5) %i, align 4, !mmra !3, !thread.private !4
  %_82 = icmp eq i32 %_80, %_81
  br i1 %_82, label %_73, label %_74

_73:
  br label %_75

_75:
  br label %_72

_74:
  ; %83 = OpLoad (word 633): memory of this invocation alone: private, and no other thread can reach it
  %_83 = load i32, ptr addrspace(5) %i, align 4, !mmra !3, !thread.private !4
  %_84 = urem i32 %_83, 8
  %0 = mul i32 %_84, 4
  %1 = zext i32 %0 to i64
  %_85 = getelementptr i8, ptr addrspace(1) %_48, i64 %1
  ; %86 = OpLoad (word 648): NonPrivatePointer: synchronization orders it, which must also make it available or visible
  ; atomic: LLVM may take a plain load from the scalar cache, which no acquire invalidates and no release waits for, or merge it with one before an acquire
  %_86 = load atomic i32, ptr addrspace(1) %_85 syncscope("singlethread") monotonic, align 4, !mmra !7
  ; %87 = OpLoad (word 653): memory of this invocation alone: private, and no other thread can reach it
  %_87 = load i32, ptr addrspace(5) %total, align 4, !mmra !3, !thread.private !4
  %_88 = add i32 %_87, %_86
  ; OpStore (word 662): memory of this invocation alone: private, and no other thread can reach it
  store i32 %_88, ptr addrspace(5) %total, align 4, !mmra !3, !thread.private !4
  %_89 = getelementptr i8, ptr addrspace(1) %_32, i64 4
  ; %90 = OpLoad (word 670): memory of this invocation alone: private, and no other thread can reach it
  %_90 = load i32, ptr addrspace(5) %i, align 4, !mmra !3, !thread.private !4
  %_91 = add i32 %_90, 1
  ; OpAtomicStore (word 679): release without MakeAvailable: it orders, but makes nothing available (amdgcn-av:none)
  store atomic i32 %_91, ptr addrspace(1) %_89 syncscope("agent") release, align 4, !mmra !5
  br label %_68

_68:
  ; %94 = OpLoad (word 688): memory of this invocation alone: private, and no other thread can reach it
  %_94 = load i32, ptr addrspace(5) %i, align 4, !mmra !3, !thread.private !4
  %_95 = add i32 %_94, 1
  ; OpStore (word 697): memory of this invocation alone: private, and no other thread can reach it
  store i32 %_95, ptr addrspace(5) %i, align 4, !mmra !3, !thread.private !4
  br label %_65

_67:
  ; %99 = OpLoad (word 704): memory of this invocation alone: private, and no other thread can reach it
  %_99 = load i32, ptr addrspace(5) %total, align 4, !mmra !3, !thread.private !4
  ; OpStore (word 713): no NonPrivatePointer: no synchronization orders it
  store i32 %_99, ptr addrspace(1) %_98, align 16, !mmra !3
  ret void
}

define amdgpu_kernel void @main(ptr addrspace(1) noundef align 16 %_32, ptr addrspace(1) noundef align 16 %_48, ptr addrspace(1) noundef align 16 %_98) #1 !reqd_work_group_size !8 {
_5:
  %0 = call i32 @llvm.amdgcn.workgroup.id.x()
  %1 = call i32 @llvm.amdgcn.workgroup.id.y()
  %2 = call i32 @llvm.amdgcn.workgroup.id.z()
  %3 = insertelement <3 x i32> poison, i32 %0, i32 0
  %4 = insertelement <3 x i32> %3, i32 %1, i32 1
  %gl_WorkGroupID = insertelement <3 x i32> %4, i32 %2, i32 2
  %_106 = extractelement <3 x i32> %gl_WorkGroupID, i32 0
  %_107 = icmp eq i32 %_106, 0
  br i1 %_107, label %_108, label %_111

_108:
  call void @"produce("(ptr addrspace(1) %_32, ptr addrspace(1) %_48)
  br label %_109

_111:
  call void @"consume("(ptr addrspace(1) %_32, ptr addrspace(1) %_48, ptr addrspace(1) %_98)
  br label %_109

_109:
  ret void
}

declare i32 @llvm.amdgcn.workgroup.id.x() #2

declare i32 @llvm.amdgcn.workgroup.id.y() #2

declare i32 @llvm.amdgcn.workgroup.id.z() #2

attributes #0 = { nounwind }
attributes #1 = { nounwind "amdgpu-flat-work-group-size"="1,1" }
attributes #2 = { nounwind willreturn memory(none) }

!spirv.resources = !{!0, !1, !2}

!0 = !{!"main", i32 0, !"storage_buffer", i32 0, i32 0, i32 1, i64 8}
!1 = !{!"main", i32 1, !"storage_buffer", i32 0, i32 1, i32 1, i64 32}
!2 = !{!"main", i32 2, !"storage_buffer", i32 0, i32 2, i32 1, i64 4}
!3 = !{!"vulkan", !"private"}
!4 = !{}
!5 = !{!6, !7}
!6 = !{!"amdgcn-av", !"none"}
!7 = !{!"vulkan", !"nonprivate"}
!8 = !{i32 1, i32 1, i32 1}
