; spirv-mmra 0.2.0 --llvm=23 --explain
target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

define internal void @"send("(ptr addrspace(1) %_14, ptr addrspace(1) %_22) #0 {
_9:
  ; OpStore (word 333): NonPrivatePointer: synchronization orders it, which must also make it available or visible
  store i32 42, ptr addrspace(1) %_14, align 16, !mmra !3
  ; OpAtomicStore (word 342): release without MakeAvailable: it orders, but makes nothing available (amdgcn-av:none)
  store atomic i32 1, ptr addrspace(1) %_22 syncscope("agent") release, align 4, !mmra !4
  ret void
}

define internal void @"receive("(ptr addrspace(1) %_14, ptr addrspace(1) %_22, ptr addrspace(1) %_40) #0 {
_11:
  ; %33 = OpAtomicLoad (word 361): acquire without MakeVisible: it orders, but makes nothing visible (amdgcn-av:none)
  %_33 = load atomic i32, ptr addrspace(1) %_22 syncscope("agent") acquire, align 4, !mmra !4
  %_35 = icmp eq i32 %_33, 1
  br i1 %_35, label %_36, label %_37

_36:
  ; %42 = OpLoad (word 386): NonPrivatePointer: synchronization orders it, which must also make it available or visible
  ; atomic: LLVM may take a plain load from the scalar cache, which no acquire invalidates and no release waits for, or merge it with one before an acquire
  ; at the scope of the acquires before it, which leave old values in the caches
  %_42 = load atomic i32, ptr addrspace(1) %_14 syncscope("agent") monotonic, align 16, !mmra !3
  ; OpStore (word 396): no NonPrivatePointer: no synchronization orders it
  store i32 %_42, ptr addrspace(1) %_40, align 16, !mmra !6
  br label %_37

_37:
  ret void
}

define amdgpu_kernel void @main(ptr addrspace(1) noundef align 16 %_14, ptr addrspace(1) noundef align 16 %_22, ptr addrspace(1) noundef align 16 %_40) #1 !reqd_work_group_size !7 {
_5:
  %0 = call i32 @llvm.amdgcn.workgroup.id.x()
  %1 = call i32 @llvm.amdgcn.workgroup.id.y()
  %2 = call i32 @llvm.amdgcn.workgroup.id.z()
  %3 = insertelement <3 x i32> poison, i32 %0, i32 0
  %4 = insertelement <3 x i32> %3, i32 %1, i32 1
  %gl_WorkGroupID = insertelement <3 x i32> %4, i32 %2, i32 2
  %_49 = extractelement <3 x i32> %gl_WorkGroupID, i32 0
  %_50 = icmp eq i32 %_49, 0
  br i1 %_50, label %_51, label %_54

_51:
  call void @"send("(ptr addrspace(1) %_14, ptr addrspace(1) %_22)
  br label %_52

_54:
  call void @"receive("(ptr addrspace(1) %_14, ptr addrspace(1) %_22, ptr addrspace(1) %_40)
  br label %_52

_52:
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
!1 = !{!"main", i32 1, !"storage_buffer", i32 0, i32 1, i32 1, i64 4}
!2 = !{!"main", i32 2, !"storage_buffer", i32 0, i32 2, i32 1, i64 4}
!3 = !{!"vulkan", !"nonprivate"}
!4 = !{!5, !3}
!5 = !{!"amdgcn-av", !"none"}
!6 = !{!"vulkan", !"private"}
!7 = !{i32 1, i32 1, i32 1}
