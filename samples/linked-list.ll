; spirv-mmra 0.2.0 --llvm=23 --explain
target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

define internal void @"push(1;"(ptr addrspace(1) %_22, ptr addrspace(5) %node) #0 {
_15:
  %expected = alloca i64, align 8, addrspace(5)
  %seen = alloca i64, align 8, addrspace(5)
  ; %30 = OpAtomicLoad (word 681): relaxed: atomic, and orders no other access
  %_30 = load atomic i64, ptr addrspace(1) %_22 syncscope("agent") monotonic, align 8, !mmra !3
  ; OpStore (word 687): memory of this invocation alone: private, and no other thread can reach it
  store i64 %_30, ptr addrspace(5) %expected, align 8, !mmra !4, !thread.private !5
  br label %_31

_31:
  br label %_32

_32:
  ; %36 = OpLoad (word 702): memory of this invocation alone: private, and no other thread can reach it
  %_36 = load i64, ptr addrspace(5) %expected, align 8, !mmra !4, !thread.private !5
  ; OpStore (word 706): memory of this invocation alone: private, and no other thread can reach it
  store i64 %_36, ptr addrspace(5) %seen, align 8, !mmra !4, !thread.private !5
  ; %37 = OpLoad (word 709): memory of this invocation alone: private, and no other thread can reach it
  %_37 = load ptr addrspace(1), ptr addrspace(5) %node, align 8, !mmra !4, !thread.private !5
  ; %38 = OpLoad (word 713): memory of this invocation alone: private, and no other thread can reach it
  %_38 = load i64, ptr addrspace(5) %seen, align 8, !mmra !4, !thread.private !5
  ; OpStore (word 722): NonPrivatePointer: synchronization orders it, which must also make it available or visible
  store i64 %_38, ptr addrspace(1) %_37, align 8, !mmra !3
  ; %42 = OpLoad (word 732): memory of this invocation alone: private, and no other thread can reach it
  %_42 = load i64, ptr addrspace(5) %seen, align 8, !mmra !4, !thread.private !5
  ; %43 = OpLoad (word 736): memory of this invocation alone: private, and no other thread can reach it
  %_43 = load ptr addrspace(1), ptr addrspace(5) %node, align 8, !mmra !4, !thread.private !5
  %_44 = ptrtoint ptr addrspace(1) %_43 to i64
  ; %48 = OpAtomicCompareExchange (word 744): release with MakeAvailable: earlier writes are made available
  %0 = cmpxchg ptr addrspace(1) %_22, i64 %_42, i64 %_44 syncscope("agent") release monotonic, align 8, !mmra !3
  %_48 = extractvalue { i64, i1 } %0, 0
  ; OpStore (word 753): memory of this invocation alone: private, and no other thread can reach it
  store i64 %_48, ptr addrspace(5) %expected, align 8, !mmra !4, !thread.private !5
  br label %_34

_34:
  ; %49 = OpLoad (word 760): memory of this invocation alone: private, and no other thread can reach it
  %_49 = load i64, ptr addrspace(5) %expected, align 8, !mmra !4, !thread.private !5
  ; %50 = OpLoad (word 764): memory of this invocation alone: private, and no other thread can reach it
  %_50 = load i64, ptr addrspace(5) %seen, align 8, !mmra !4, !thread.private !5
  %_52 = icmp ne i64 %_49, %_50
  br i1 %_52, label %_31, label %_33

_33:
  ret void
}

define internal void @"walk("(ptr addrspace(1) %_22, ptr addrspace(1) %_85) #0 {
_17:
  %total = alloca i32, align 4, addrspace(5)
  %count = alloca i32, align 4, addrspace(5)
  %address = alloca i64, align 8, addrspace(5)
  %node = alloca ptr addrspace(1), align 8, addrspace(5)
  ; OpStore (word 804): memory of this invocation alone: private, and no other thread can reach it
  store i32 0, ptr addrspace(5) %total, align 4, !mmra !4, !thread.private !5
  ; OpStore (word 807): memory of this invocation alone: private, and no other thread can reach it
  store i32 0, ptr addrspace(5) %count, align 4, !mmra !4, !thread.private !5
  ; %60 = OpAtomicLoad (word 815): acquire with MakeVisible: later accesses see what was made available
  %_60 = load atomic i64, ptr addrspace(1) %_22 syncscope("agent") acquire, align 8, !mmra !3
  ; OpStore (word 821): memory of this invocation alone: private, and no other thread can reach it
  store i64 %_60, ptr addrspace(5) %address, align 8, !mmra !4, !thread.private !5
  br label %_61

_61:
  br label %_65

_65:
  ; %66 = OpLoad (word 836): memory of this invocation alone: private, and no other thread can reach it
  %_66 = load i64, ptr addrspace(5) %address, align 8, !mmra !4, !thread.private !5
  %_68 = icmp ne i64 %_66, 0
  br i1 %_68, label %_62, label %_63

_62:
  ; %70 = OpLoad (word 851): memory of this invocation alone: private, and no other thread can reach it
  %_70 = load i64, ptr addrspace(5) %address, align 8, !mmra !4, !thread.private !5
  %_71 = inttoptr i64 %_70 to ptr addrspace(1)
  ; OpStore (word 859): memory of this invocation alone: private, and no other thread can reach it
  store ptr addrspace(1) %_71, ptr addrspace(5) %node, align 8, !mmra !4, !thread.private !5
  ; %72 = OpLoad (word 862): memory of this invocation alone: private, and no other thread can reach it
  %_72 = load ptr addrspace(1), ptr addrspace(5) %node, align 8, !mmra !4, !thread.private !5
  %_74 = getelementptr i8, ptr addrspace(1) %_72, i64 8
  ; %75 = OpLoad (word 871): NonPrivatePointer: synchronization orders it, which must also make it available or visible
  ; atomic: LLVM may take a plain load from the scalar cache, which no acquire invalidates and no release waits for, or merge it with one before an acquire
  %_75 = load atomic i32, ptr addrspace(1) %_74 syncscope("singlethread") monotonic, align 8, !mmra !3
  ; %76 = OpLoad (word 877): memory of this invocation alone: private, and no other thread can reach it
  %_76 = load i32, ptr addrspace(5) %total, align 4, !mmra !4, !thread.private !5
  %_77 = add i32 %_76, %_75
  ; OpStore (word 886): memory of this invocation alone: private, and no other thread can reach it
  store i32 %_77, ptr addrspace(5) %total, align 4, !mmra !4, !thread.private !5
  ; %78 = OpLoad (word 889): memory of this invocation alone: private, and no other thread can reach it
  %_78 = load i32, ptr addrspace(5) %count, align 4, !mmra !4, !thread.private !5
  %_79 = add i32 %_78, 1
  ; OpStore (word 898): memory of this invocation alone: private, and no other thread can reach it
  store i32 %_79, ptr addrspace(5) %count, align 4, !mmra !4, !thread.private !5
  ; %80 = OpLoad (word 901): memory of this invocation alone: private, and no other thread can reach it
  %_80 = load ptr addrspace(1), ptr addrspace(5) %node, align 8, !mmra !4, !thread.private !5
  ; %82 = OpLoad (word 910): NonPrivatePointer: synchronization orders it, which must also make it available or visible
  ; atomic: LLVM may take a plain load from the scalar cache, which no acquire invalidates and no release waits for, or merge it with one before an acquire
  %_82 = load atomic i64, ptr addrspace(1) %_80 syncscope("singlethread") monotonic, align 8, !mmra !3
  ; OpStore (word 916): memory of this invocation alone: private, and no other thread can reach it
  store i64 %_82, ptr addrspace(5) %address, align 8, !mmra !4, !thread.private !5
  br label %_64

_64:
  br label %_61

_63:
  ; %86 = OpLoad (word 927): memory of this invocation alone: private, and no other thread can reach it
  %_86 = load i32, ptr addrspace(5) %total, align 4, !mmra !4, !thread.private !5
  ; OpStore (word 936): no NonPrivatePointer: no synchronization orders it
  store i32 %_86, ptr addrspace(1) %_85, align 16, !mmra !4
  ; %89 = OpLoad (word 939): memory of this invocation alone: private, and no other thread can reach it
  %_89 = load i32, ptr addrspace(5) %count, align 4, !mmra !4, !thread.private !5
  %_90 = getelementptr i8, ptr addrspace(1) %_85, i64 4
  ; OpStore (word 948): no NonPrivatePointer: no synchronization orders it
  store i32 %_89, ptr addrspace(1) %_90, align 4, !mmra !4
  ret void
}

define amdgpu_kernel void @main(ptr addrspace(1) noundef align 16 %_22, ptr addrspace(1) noundef align 16 %_85, ptr addrspace(4) byref([8 x i8]) align 16 %_94) #1 !reqd_work_group_size !6 {
_5:
  %0 = call i32 @llvm.amdgcn.workgroup.id.x()
  %1 = call i32 @llvm.amdgcn.workgroup.id.y()
  %2 = call i32 @llvm.amdgcn.workgroup.id.z()
  %3 = insertelement <3 x i32> poison, i32 %0, i32 0
  %4 = insertelement <3 x i32> %3, i32 %1, i32 1
  %gl_WorkGroupID = insertelement <3 x i32> %4, i32 %2, i32 2
  %5 = call ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr()
  ; %127 = OpVariable (word 486): arguments and descriptors do not change while the kernel runs
  %gl_NumWorkGroups = load <3 x i32>, ptr addrspace(4) %5, align 4, !invariant.load !5, !mmra !4
  %mine = alloca ptr addrspace(1), align 8, addrspace(5)
  %param = alloca ptr addrspace(1), align 8, addrspace(5)
  %done = alloca i32, align 4, addrspace(5)
  ; %97 = OpLoad (word 520): read-only memory: a plain load sees all there is to see
  %_97 = load ptr addrspace(1), ptr addrspace(4) %_94, align 16, !invariant.load !5, !mmra !4
  %_98 = ptrtoint ptr addrspace(1) %_97 to i64
  %_104 = extractelement <3 x i32> %gl_WorkGroupID, i32 0
  %_106 = zext i32 %_104 to i64
  %_110 = mul i64 %_106, 16
  %_111 = add i64 %_98, %_110
  %_112 = inttoptr i64 %_111 to ptr addrspace(1)
  ; OpStore (word 563): memory of this invocation alone: private, and no other thread can reach it
  store ptr addrspace(1) %_112, ptr addrspace(5) %mine, align 8, !mmra !4, !thread.private !5
  ; %113 = OpLoad (word 566): memory of this invocation alone: private, and no other thread can reach it
  %_113 = load ptr addrspace(1), ptr addrspace(5) %mine, align 8, !mmra !4, !thread.private !5
  %_115 = extractelement <3 x i32> %gl_WorkGroupID, i32 0
  %_116 = getelementptr i8, ptr addrspace(1) %_113, i64 8
  ; OpStore (word 584): NonPrivatePointer: synchronization orders it, which must also make it available or visible
  store i32 %_115, ptr addrspace(1) %_116, align 8, !mmra !3
  ; %118 = OpLoad (word 589): memory of this invocation alone: private, and no other thread can reach it
  %_118 = load ptr addrspace(1), ptr addrspace(5) %mine, align 8, !mmra !4, !thread.private !5
  ; OpStore (word 593): memory of this invocation alone: private, and no other thread can reach it
  store ptr addrspace(1) %_118, ptr addrspace(5) %param, align 8, !mmra !4, !thread.private !5
  call void @"push(1;"(ptr addrspace(1) %_22, ptr addrspace(5) %param)
  %_121 = getelementptr i8, ptr addrspace(1) %_22, i64 8
  ; %124 = OpAtomicIAdd (word 606): acquire-release that makes available and visible
  %_124 = atomicrmw add ptr addrspace(1) %_121, i32 1 syncscope("agent") acq_rel, align 4, !mmra !3
  ; OpStore (word 613): memory of this invocation alone: private, and no other thread can reach it
  store i32 %_124, ptr addrspace(5) %done, align 4, !mmra !4, !thread.private !5
  ; %125 = OpLoad (word 616): memory of this invocation alone: private, and no other thread can reach it
  %_125 = load i32, ptr addrspace(5) %done, align 4, !mmra !4, !thread.private !5
  %_126 = add i32 %_125, 1
  %_129 = extractelement <3 x i32> %gl_NumWorkGroups, i32 0
  %_130 = icmp eq i32 %_126, %_129
  br i1 %_130, label %_131, label %_132

_131:
  call void @"walk("(ptr addrspace(1) %_22, ptr addrspace(1) %_85)
  br label %_132

_132:
  ret void
}

declare i32 @llvm.amdgcn.workgroup.id.x() #2

declare i32 @llvm.amdgcn.workgroup.id.y() #2

declare i32 @llvm.amdgcn.workgroup.id.z() #2

declare ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr() #2

attributes #0 = { nounwind }
attributes #1 = { nounwind "amdgpu-flat-work-group-size"="1,1" }
attributes #2 = { nounwind willreturn memory(none) }

!spirv.resources = !{!0, !1, !2}

!0 = !{!"main", i32 0, !"storage_buffer", i32 0, i32 0, i32 1, i64 12}
!1 = !{!"main", i32 1, !"storage_buffer", i32 0, i32 1, i32 1, i64 8}
!2 = !{!"main", i32 2, !"push_constants", i32 0, i32 0, i32 1, i64 8}
!3 = !{!"vulkan", !"nonprivate"}
!4 = !{!"vulkan", !"private"}
!5 = !{}
!6 = !{i32 1, i32 1, i32 1}
