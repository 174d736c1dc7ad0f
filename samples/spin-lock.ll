; spirv-mmra 0.2.0 --llvm=23 --explain
target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) noundef align 16 %_15, ptr addrspace(1) noundef align 16 %_31) #0 !reqd_work_group_size !2 {
_5:
  %0 = call i32 @llvm.amdgcn.workgroup.id.x()
  %1 = call i32 @llvm.amdgcn.workgroup.id.y()
  %2 = call i32 @llvm.amdgcn.workgroup.id.z()
  %3 = insertelement <3 x i32> poison, i32 %0, i32 0
  %4 = insertelement <3 x i32> %3, i32 %1, i32 1
  %gl_WorkGroupID = insertelement <3 x i32> %4, i32 %2, i32 2
  br label %_8

_8:
  br label %_12

_12:
  ; %26 = OpAtomicCompareExchange (word 255): acquire with MakeVisible: later accesses see what was made available
  %5 = cmpxchg ptr addrspace(1) %_15, i32 0, i32 1 syncscope("agent") acquire monotonic, align 4, !mmra !3
  %_26 = extractvalue { i32, i1 } %5, 0
  %_28 = icmp ne i32 %_26, 0
  br i1 %_28, label %_9, label %_10

_9:
  br label %_11

_11:
  br label %_8

_10:
  %_37 = extractelement <3 x i32> %gl_WorkGroupID, i32 0
  ; %39 = OpLoad (word 297): NonPrivatePointer: synchronization orders it, which must also make it available or visible
  ; atomic: LLVM may take a plain load from the scalar cache, which no acquire invalidates and no release waits for, or merge it with one before an acquire
  %_39 = load atomic i32, ptr addrspace(1) %_31 syncscope("singlethread") monotonic, align 16, !mmra !3
  %_40 = add i32 %_39, %_37
  ; OpStore (word 312): NonPrivatePointer: synchronization orders it, which must also make it available or visible
  store i32 %_40, ptr addrspace(1) %_31, align 16, !mmra !3
  %_42 = getelementptr i8, ptr addrspace(1) %_31, i64 4
  ; %43 = OpLoad (word 321): NonPrivatePointer: synchronization orders it, which must also make it available or visible
  ; atomic: LLVM may take a plain load from the scalar cache, which no acquire invalidates and no release waits for, or merge it with one before an acquire
  %_43 = load atomic i32, ptr addrspace(1) %_42 syncscope("singlethread") monotonic, align 4, !mmra !3
  %_44 = add i32 %_43, 1
  %_45 = getelementptr i8, ptr addrspace(1) %_31, i64 4
  ; OpStore (word 336): NonPrivatePointer: synchronization orders it, which must also make it available or visible
  store i32 %_44, ptr addrspace(1) %_45, align 4, !mmra !3
  ; OpAtomicStore (word 345): release with MakeAvailable: earlier writes are made available
  store atomic i32 0, ptr addrspace(1) %_15 syncscope("agent") release, align 4, !mmra !3
  ret void
}

declare i32 @llvm.amdgcn.workgroup.id.x() #1

declare i32 @llvm.amdgcn.workgroup.id.y() #1

declare i32 @llvm.amdgcn.workgroup.id.z() #1

attributes #0 = { nounwind "amdgpu-flat-work-group-size"="1,1" }
attributes #1 = { nounwind willreturn memory(none) }

!spirv.resources = !{!0, !1}

!0 = !{!"main", i32 0, !"storage_buffer", i32 0, i32 0, i32 1, i64 4}
!1 = !{!"main", i32 1, !"storage_buffer", i32 0, i32 1, i32 1, i64 8}
!2 = !{i32 1, i32 1, i32 1}
!3 = !{!"vulkan", !"nonprivate"}
