; spirv-mmra 0.2.0 --llvm=23 --explain
target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

define internal void @"write_fence("() #0 {
_9:
  ; OpMemoryBarrier (word 543): release without MakeAvailable: it orders, but makes nothing available (amdgcn-av:none); its storage-class bits name global memory alone, so it orders no other
  fence syncscope("agent") release, !mmra !3
  ret void
}

define internal void @"update(u1;"(ptr addrspace(1) %_34, ptr addrspace(1) %_47, ptr addrspace(5) %value) #0 {
_16:
  %number = alloca i32, align 4, addrspace(5)
  ; %40 = OpAtomicLoad (word 579): relaxed: atomic, and orders no other access
  %_40 = load atomic i32, ptr addrspace(1) %_34 syncscope("agent") monotonic, align 4, !mmra !6
  ; OpStore (word 585): memory of this invocation alone: private, and no other thread can reach it
  store i32 %_40, ptr addrspace(5) %number, align 4, !mmra !7, !thread.private !8
  ; %42 = OpLoad (word 593): memory of this invocation alone: private, and no other thread can reach it
  %_42 = load i32, ptr addrspace(5) %number, align 4, !mmra !7, !thread.private !8
  %_43 = add i32 %_42, 1
  ; OpAtomicStore (word 602): relaxed: atomic, and orders no other access
  store atomic i32 %_43, ptr addrspace(1) %_34 syncscope("agent") monotonic, align 4, !mmra !6
  call void @"write_fence("()
  ; %49 = OpLoad (word 616): memory of this invocation alone: private, and no other thread can reach it
  %_49 = load i32, ptr addrspace(5) %value, align 4, !mmra !7, !thread.private !8
  ; OpAtomicStore (word 620): relaxed: atomic, and orders no other access
  store atomic i32 %_49, ptr addrspace(1) %_47 syncscope("agent") monotonic, align 4, !mmra !6
  %_50 = getelementptr i8, ptr addrspace(1) %_47, i64 4
  ; %51 = OpLoad (word 630): memory of this invocation alone: private, and no other thread can reach it
  %_51 = load i32, ptr addrspace(5) %value, align 4, !mmra !7, !thread.private !8
  %_52 = xor i32 %_51, -1
  ; OpAtomicStore (word 638): relaxed: atomic, and orders no other access
  store atomic i32 %_52, ptr addrspace(1) %_50 syncscope("agent") monotonic, align 4, !mmra !6
  call void @"write_fence("()
  ; %55 = OpLoad (word 652): memory of this invocation alone: private, and no other thread can reach it
  %_55 = load i32, ptr addrspace(5) %number, align 4, !mmra !7, !thread.private !8
  %_57 = add i32 %_55, 2
  ; OpAtomicStore (word 661): relaxed: atomic, and orders no other access
  store atomic i32 %_57, ptr addrspace(1) %_34 syncscope("agent") monotonic, align 4, !mmra !6
  ret void
}

define internal void @"read_fence("() #0 {
_11:
  ; OpMemoryBarrier (word 555): acquire without MakeVisible: it orders, but makes nothing visible (amdgcn-av:none); its storage-class bits name global memory alone, so it orders no other
  fence syncscope("agent") acquire, !mmra !3
  ret void
}

define internal i1 @"read(vu2;"(ptr addrspace(1) %_34, ptr addrspace(1) %_47, ptr addrspace(5) %record) #0 {
_23:
  %first = alloca i32, align 4, addrspace(5)
  %last = alloca i32, align 4, addrspace(5)
  ; %60 = OpAtomicLoad (word 691): relaxed: atomic, and orders no other access
  %_60 = load atomic i32, ptr addrspace(1) %_34 syncscope("agent") monotonic, align 4, !mmra !6
  ; OpStore (word 697): memory of this invocation alone: private, and no other thread can reach it
  store i32 %_60, ptr addrspace(5) %first, align 4, !mmra !7, !thread.private !8
  call void @"read_fence("()
  ; %63 = OpAtomicLoad (word 709): relaxed: atomic, and orders no other access
  %_63 = load atomic i32, ptr addrspace(1) %_47 syncscope("agent") monotonic, align 4, !mmra !6
  ; OpStore (word 720): memory of this invocation alone: private, and no other thread can reach it
  store i32 %_63, ptr addrspace(5) %record, align 4, !mmra !7, !thread.private !8
  %_65 = getelementptr i8, ptr addrspace(1) %_47, i64 4
  ; %66 = OpAtomicLoad (word 728): relaxed: atomic, and orders no other access
  %_66 = load atomic i32, ptr addrspace(1) %_65 syncscope("agent") monotonic, align 4, !mmra !6
  %_67 = getelementptr i8, ptr addrspace(5) %record, i64 4
  ; OpStore (word 739): memory of this invocation alone: private, and no other thread can reach it
  store i32 %_66, ptr addrspace(5) %_67, align 4, !mmra !7, !thread.private !8
  call void @"read_fence("()
  ; %71 = OpAtomicLoad (word 751): relaxed: atomic, and orders no other access
  %_71 = load atomic i32, ptr addrspace(1) %_34 syncscope("agent") monotonic, align 4, !mmra !6
  ; OpStore (word 757): memory of this invocation alone: private, and no other thread can reach it
  store i32 %_71, ptr addrspace(5) %last, align 4, !mmra !7, !thread.private !8
  ; %72 = OpLoad (word 760): memory of this invocation alone: private, and no other thread can reach it
  %_72 = load i32, ptr addrspace(5) %first, align 4, !mmra !7, !thread.private !8
  ; %73 = OpLoad (word 764): memory of this invocation alone: private, and no other thread can reach it
  %_73 = load i32, ptr addrspace(5) %last, align 4, !mmra !7, !thread.private !8
  %_74 = icmp eq i32 %_72, %_73
  br i1 %_74, label %_75, label %_76

_75:
  ; %77 = OpLoad (word 782): memory of this invocation alone: private, and no other thread can reach it
  %_77 = load i32, ptr addrspace(5) %first, align 4, !mmra !7, !thread.private !8
  %_78 = urem i32 %_77, 2
  %_79 = icmp eq i32 %_78, 0
  br label %_76

_76:
  %_80 = phi i1 [ %_74, %_23 ], [ %_79, %_75 ]
  ret i1 %_80
}

define amdgpu_kernel void @main(ptr addrspace(1) noundef align 16 %_34, ptr addrspace(1) noundef align 16 %_47, ptr addrspace(1) noundef align 16 %_116) #1 !reqd_work_group_size !9 {
_5:
  %0 = call i32 @llvm.amdgcn.workgroup.id.x()
  %1 = call i32 @llvm.amdgcn.workgroup.id.y()
  %2 = call i32 @llvm.amdgcn.workgroup.id.z()
  %3 = insertelement <3 x i32> poison, i32 %0, i32 0
  %4 = insertelement <3 x i32> %3, i32 %1, i32 1
  %gl_WorkGroupID = insertelement <3 x i32> %4, i32 %2, i32 2
  %value = alloca i32, align 4, addrspace(5)
  %param = alloca i32, align 4, addrspace(5)
  %record = alloca <2 x i32>, align 8, addrspace(5)
  %param.108 = alloca <2 x i32>, align 8, addrspace(5)
  %_88 = extractelement <3 x i32> %gl_WorkGroupID, i32 0
  %_89 = icmp eq i32 %_88, 0
  br i1 %_89, label %_90, label %_106

_90:
  ; OpStore (word 417): memory of this invocation alone: private, and no other thread can reach it
  store i32 1, ptr addrspace(5) %value, align 4, !mmra !7, !thread.private !8
  br label %_93

_93:
  br label %_97

_97:
  ; %98 = OpLoad (word 432): memory of this invocation alone: private, and no other thread can reach it
  %_98 = load i32, ptr addrspace(5) %value, align 4, !mmra !7, !thread.private !8
  %_100 = icmp ule i32 %_98, 100
  br i1 %_100, label %_94, label %_95

_94:
  ; %102 = OpLoad (word 447): memory of this invocation alone: private, and no other thread can reach it
  %_102 = load i32, ptr addrspace(5) %value, align 4, !mmra !7, !thread.private !8
  ; OpStore (word 451): memory of this invocation alone: private, and no other thread can reach it
  store i32 %_102, ptr addrspace(5) %param, align 4, !mmra !7, !thread.private !8
  call void @"update(u1;"(ptr addrspace(1) %_34, ptr addrspace(1) %_47, ptr addrspace(5) %param)
  br label %_96

_96:
  ; %104 = OpLoad (word 463): memory of this invocation alone: private, and no other thread can reach it
  %_104 = load i32, ptr addrspace(5) %value, align 4, !mmra !7, !thread.private !8
  %_105 = add i32 %_104, 1
  ; OpStore (word 472): memory of this invocation alone: private, and no other thread can reach it
  store i32 %_105, ptr addrspace(5) %value, align 4, !mmra !7, !thread.private !8
  br label %_93

_95:
  br label %_91

_106:
  %_109 = call i1 @"read(vu2;"(ptr addrspace(1) %_34, ptr addrspace(1) %_47, ptr addrspace(5) %param.108)
  ; %110 = OpLoad (word 488): memory of this invocation alone: private, and no other thread can reach it
  %_110 = load <2 x i32>, ptr addrspace(5) %param.108, align 8, !mmra !7, !thread.private !8
  ; OpStore (word 492): memory of this invocation alone: private, and no other thread can reach it
  store <2 x i32> %_110, ptr addrspace(5) %record, align 8, !mmra !7, !thread.private !8
  br i1 %_109, label %_111, label %_112

_111:
  %_118 = extractelement <3 x i32> %gl_WorkGroupID, i32 0
  ; %119 = OpLoad (word 513): memory of this invocation alone: private, and no other thread can reach it
  %_119 = load <2 x i32>, ptr addrspace(5) %record, align 8, !mmra !7, !thread.private !8
  %5 = mul i32 %_118, 8
  %6 = zext i32 %5 to i64
  %_121 = getelementptr i8, ptr addrspace(1) %_116, i64 %6
  ; OpStore (word 523): no NonPrivatePointer: no synchronization orders it
  store <2 x i32> %_119, ptr addrspace(1) %_121, align 8, !mmra !7
  br label %_112

_112:
  br label %_91

_91:
  ret void
}

declare i32 @llvm.amdgcn.workgroup.id.x() #2

declare i32 @llvm.amdgcn.workgroup.id.y() #2

declare i32 @llvm.amdgcn.workgroup.id.z() #2

attributes #0 = { nounwind }
attributes #1 = { nounwind "amdgpu-flat-work-group-size"="1,1" }
attributes #2 = { nounwind willreturn memory(none) }

!spirv.resources = !{!0, !1, !2}

!0 = !{!"main", i32 0, !"storage_buffer", i32 0, i32 0, i32 1, i64 4}
!1 = !{!"main", i32 1, !"storage_buffer", i32 0, i32 1, i32 1, i64 8}
!2 = !{!"main", i32 2, !"storage_buffer", i32 0, i32 2, i32 1, i64 0}
!3 = !{!4, !5, !6}
!4 = !{!"amdgcn-av", !"none"}
!5 = !{!"amdgpu-synchronize-as", !"global"}
!6 = !{!"vulkan", !"nonprivate"}
!7 = !{!"vulkan", !"private"}
!8 = !{}
!9 = !{i32 1, i32 1, i32 1}
