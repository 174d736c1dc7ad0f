; spirv-mmra 0.2.0 --llvm=23 --explain
target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

@value = internal addrspace(3) global i32 poison, align 4
@llvm.compiler.used = appending global [1 x ptr] [ptr addrspacecast (ptr addrspace(3) @value to ptr)], section "llvm.metadata"

define amdgpu_kernel void @main(ptr addrspace(1) noundef align 16 %source, ptr addrspace(1) noundef align 16 %result) #0 !reqd_work_group_size !2 {
_22:
  %0 = call i32 @llvm.amdgcn.workitem.id.x()
  %1 = call i32 @llvm.amdgcn.workitem.id.y()
  %2 = call i32 @llvm.amdgcn.workitem.id.z()
  %3 = mul i32 %2, 1
  %4 = add i32 %3, %1
  %5 = mul i32 %4, 64
  %invocation_index = add i32 %5, %0
  %_24 = icmp eq i32 %invocation_index, 0
  br i1 %_24, label %_26, label %_25

_26:
  ; %28 = OpLoad (word 196): no NonPrivatePointer: no synchronization orders it
  %_28 = load i32, ptr addrspace(1) %source, align 16, !mmra !3
  ; OpStore (word 200): NonPrivatePointer: synchronization orders it, which must also make it available or visible
  store i32 %_28, ptr addrspace(3) @value, align 4, !mmra !4
  br label %_25

_25:
  ; OpControlBarrier (word 208): release with MakeAvailable: earlier writes are made available; its storage-class bits name workgroup memory alone, so it orders no other
  fence syncscope("workgroup") release, !mmra !5
  ; OpControlBarrier (word 208): every invocation of the workgroup waits here
  call void @llvm.amdgcn.s.barrier() #3
  ; OpControlBarrier (word 208): acquire with MakeVisible: later accesses see what was made available; its storage-class bits name workgroup memory alone, so it orders no other
  fence syncscope("workgroup") acquire, !mmra !5
  ; %29 = OpLoad (word 212): NonPrivatePointer: synchronization orders it, which must also make it available or visible
  %_29 = load i32, ptr addrspace(3) @value, align 4, !mmra !4
  %6 = mul i32 %invocation_index, 4
  %7 = zext i32 %6 to i64
  %_30 = getelementptr i8, ptr addrspace(1) %result, i64 %7
  ; OpStore (word 223): no NonPrivatePointer: no synchronization orders it
  store i32 %_29, ptr addrspace(1) %_30, align 4, !mmra !3
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x() #1

declare i32 @llvm.amdgcn.workitem.id.y() #1

declare i32 @llvm.amdgcn.workitem.id.z() #1

declare void @llvm.amdgcn.s.barrier() #2

attributes #0 = { convergent nounwind "amdgpu-flat-work-group-size"="64,64" }
attributes #1 = { nounwind willreturn memory(none) }
attributes #2 = { convergent nounwind willreturn }
attributes #3 = { convergent }

!spirv.resources = !{!0, !1}

!0 = !{!"main", i32 0, !"storage_buffer", i32 0, i32 0, i32 1, i64 4}
!1 = !{!"main", i32 1, !"storage_buffer", i32 0, i32 1, i32 1, i64 256}
!2 = !{i32 64, i32 1, i32 1}
!3 = !{!"vulkan", !"private"}
!4 = !{!"vulkan", !"nonprivate"}
!5 = !{!6, !4}
!6 = !{!"amdgpu-synchronize-as", !"local"}
