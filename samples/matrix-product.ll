; spirv-mmra 0.2.0 --llvm=23 --explain
target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

@tile_a = internal addrspace(3) global [8 x [8 x float]] poison, align 4
@tile_b = internal addrspace(3) global [8 x [8 x float]] poison, align 4
@llvm.compiler.used = appending global [2 x ptr] [ptr addrspacecast (ptr addrspace(3) @tile_a to ptr), ptr addrspacecast (ptr addrspace(3) @tile_b to ptr)], section "llvm.metadata"

define internal void @"tile_barrier("() #0 {
_10:
  ; OpControlBarrier (word 860): release without MakeAvailable: it orders, but makes nothing available (amdgcn-av:none); its storage-class bits name workgroup memory alone, so it orders no other
  fence syncscope("workgroup") release, !mmra !4
  ; OpControlBarrier (word 860): every invocation of the workgroup waits here
  call void @llvm.amdgcn.s.barrier() #4
  ; OpControlBarrier (word 860): acquire without MakeVisible: it orders, but makes nothing visible (amdgcn-av:none); its storage-class bits name workgroup memory alone, so it orders no other
  fence syncscope("workgroup") acquire, !mmra !4
  ret void
}

declare void @llvm.amdgcn.s.barrier() #1

define amdgpu_kernel void @main(ptr addrspace(1) noundef align 16 %_65, ptr addrspace(1) noundef align 16 %_85, ptr addrspace(1) noundef align 16 %_126, ptr addrspace(4) byref([4 x i8]) align 16 %_49) #2 !reqd_work_group_size !8 {
_5:
  %0 = call i32 @llvm.amdgcn.workitem.id.x()
  %1 = call i32 @llvm.amdgcn.workitem.id.y()
  %2 = call i32 @llvm.amdgcn.workitem.id.z()
  %3 = insertelement <3 x i32> poison, i32 %0, i32 0
  %4 = insertelement <3 x i32> %3, i32 %1, i32 1
  %gl_LocalInvocationID = insertelement <3 x i32> %4, i32 %2, i32 2
  %5 = call i32 @llvm.amdgcn.workgroup.id.x()
  %6 = call i32 @llvm.amdgcn.workgroup.id.y()
  %7 = call i32 @llvm.amdgcn.workgroup.id.z()
  %8 = call i32 @llvm.amdgcn.workitem.id.x()
  %9 = call i32 @llvm.amdgcn.workitem.id.y()
  %10 = call i32 @llvm.amdgcn.workitem.id.z()
  %11 = mul i32 %5, 8
  %12 = add i32 %11, %8
  %13 = mul i32 %6, 8
  %14 = add i32 %13, %9
  %15 = mul i32 %7, 1
  %16 = add i32 %15, %10
  %17 = insertelement <3 x i32> poison, i32 %12, i32 0
  %18 = insertelement <3 x i32> %17, i32 %14, i32 1
  %gl_GlobalInvocationID = insertelement <3 x i32> %18, i32 %16, i32 2
  %x = alloca i32, align 4, addrspace(5)
  %y = alloca i32, align 4, addrspace(5)
  %column = alloca i32, align 4, addrspace(5)
  %row = alloca i32, align 4, addrspace(5)
  %sum = alloca float, align 4, addrspace(5)
  %tile = alloca i32, align 4, addrspace(5)
  %k = alloca i32, align 4, addrspace(5)
  %_25 = extractelement <3 x i32> %gl_LocalInvocationID, i32 0
  ; OpStore (word 465): memory of this invocation alone: private, and no other thread can reach it
  store i32 %_25, ptr addrspace(5) %x, align 4, !mmra !9, !thread.private !10
  %_28 = extractelement <3 x i32> %gl_LocalInvocationID, i32 1
  ; OpStore (word 477): memory of this invocation alone: private, and no other thread can reach it
  store i32 %_28, ptr addrspace(5) %y, align 4, !mmra !9, !thread.private !10
  %_32 = extractelement <3 x i32> %gl_GlobalInvocationID, i32 0
  ; OpStore (word 489): memory of this invocation alone: private, and no other thread can reach it
  store i32 %_32, ptr addrspace(5) %column, align 4, !mmra !9, !thread.private !10
  %_35 = extractelement <3 x i32> %gl_GlobalInvocationID, i32 1
  ; OpStore (word 501): memory of this invocation alone: private, and no other thread can reach it
  store i32 %_35, ptr addrspace(5) %row, align 4, !mmra !9, !thread.private !10
  ; OpStore (word 504): memory of this invocation alone: private, and no other thread can reach it
  store float 0.000000e+00, ptr addrspace(5) %sum, align 4, !mmra !9, !thread.private !10
  ; OpStore (word 507): memory of this invocation alone: private, and no other thread can reach it
  store i32 0, ptr addrspace(5) %tile, align 4, !mmra !9, !thread.private !10
  br label %_41

_41:
  br label %_45

_45:
  ; %46 = OpLoad (word 522): memory of this invocation alone: private, and no other thread can reach it
  %_46 = load i32, ptr addrspace(5) %tile, align 4, !mmra !9, !thread.private !10
  ; %53 = OpLoad (word 531): read-only memory: a plain load sees all there is to see
  %_53 = load i32, ptr addrspace(4) %_49, align 16, !invariant.load !10, !mmra !9
  %_55 = icmp ult i32 %_46, %_53
  br i1 %_55, label %_42, label %_43

_42:
  ; %60 = OpLoad (word 546): memory of this invocation alone: private, and no other thread can reach it
  %_60 = load i32, ptr addrspace(5) %y, align 4, !mmra !9, !thread.private !10
  ; %61 = OpLoad (word 550): memory of this invocation alone: private, and no other thread can reach it
  %_61 = load i32, ptr addrspace(5) %x, align 4, !mmra !9, !thread.private !10
  ; %66 = OpLoad (word 554): memory of this invocation alone: private, and no other thread can reach it
  %_66 = load i32, ptr addrspace(5) %row, align 4, !mmra !9, !thread.private !10
  ; %68 = OpLoad (word 563): read-only memory: a plain load sees all there is to see
  %_68 = load i32, ptr addrspace(4) %_49, align 16, !invariant.load !10, !mmra !9
  %_69 = mul i32 %_66, %_68
  ; %70 = OpLoad (word 572): memory of this invocation alone: private, and no other thread can reach it
  %_70 = load i32, ptr addrspace(5) %tile, align 4, !mmra !9, !thread.private !10
  %_71 = add i32 %_69, %_70
  ; %72 = OpLoad (word 581): memory of this invocation alone: private, and no other thread can reach it
  %_72 = load i32, ptr addrspace(5) %x, align 4, !mmra !9, !thread.private !10
  %_73 = add i32 %_71, %_72
  %19 = mul i32 %_73, 4
  %20 = zext i32 %19 to i64
  %_75 = getelementptr i8, ptr addrspace(1) %_65, i64 %20
  ; %76 = OpLoad (word 596): no NonPrivatePointer: no synchronization orders it
  %_76 = load float, ptr addrspace(1) %_75, align 4, !mmra !9
  %21 = getelementptr [32 x i8], ptr addrspace(3) @tile_a, i32 %_60
  %_78 = getelementptr [4 x i8], ptr addrspace(3) %21, i32 %_61
  ; OpStore (word 606): MakePointerAvailable on local memory: an atomic store, which is store-available; no scope wider than the workgroup
  store atomic float %_76, ptr addrspace(3) %_78 syncscope("workgroup") monotonic, align 4, !mmra !7
  ; %80 = OpLoad (word 611): memory of this invocation alone: private, and no other thread can reach it
  %_80 = load i32, ptr addrspace(5) %y, align 4, !mmra !9, !thread.private !10
  ; %81 = OpLoad (word 615): memory of this invocation alone: private, and no other thread can reach it
  %_81 = load i32, ptr addrspace(5) %x, align 4, !mmra !9, !thread.private !10
  ; %86 = OpLoad (word 619): memory of this invocation alone: private, and no other thread can reach it
  %_86 = load i32, ptr addrspace(5) %tile, align 4, !mmra !9, !thread.private !10
  ; %87 = OpLoad (word 623): memory of this invocation alone: private, and no other thread can reach it
  %_87 = load i32, ptr addrspace(5) %y, align 4, !mmra !9, !thread.private !10
  %_88 = add i32 %_86, %_87
  ; %90 = OpLoad (word 637): read-only memory: a plain load sees all there is to see
  %_90 = load i32, ptr addrspace(4) %_49, align 16, !invariant.load !10, !mmra !9
  %_91 = mul i32 %_88, %_90
  ; %92 = OpLoad (word 646): memory of this invocation alone: private, and no other thread can reach it
  %_92 = load i32, ptr addrspace(5) %column, align 4, !mmra !9, !thread.private !10
  %_93 = add i32 %_91, %_92
  %22 = mul i32 %_93, 4
  %23 = zext i32 %22 to i64
  %_94 = getelementptr i8, ptr addrspace(1) %_85, i64 %23
  ; %95 = OpLoad (word 661): no NonPrivatePointer: no synchronization orders it
  %_95 = load float, ptr addrspace(1) %_94, align 4, !mmra !9
  %24 = getelementptr [32 x i8], ptr addrspace(3) @tile_b, i32 %_80
  %_96 = getelementptr [4 x i8], ptr addrspace(3) %24, i32 %_81
  ; OpStore (word 671): MakePointerAvailable on local memory: an atomic store, which is store-available; no scope wider than the workgroup
  store atomic float %_95, ptr addrspace(3) %_96 syncscope("workgroup") monotonic, align 4, !mmra !7
  call void @"tile_barrier("() #4
  ; OpStore (word 680): memory of this invocation alone: private, and no other thread can reach it
  store i32 0, ptr addrspace(5) %k, align 4, !mmra !9, !thread.private !10
  br label %_99

_99:
  br label %_103

_103:
  ; %104 = OpLoad (word 695): memory of this invocation alone: private, and no other thread can reach it
  %_104 = load i32, ptr addrspace(5) %k, align 4, !mmra !9, !thread.private !10
  %_105 = icmp ult i32 %_104, 8
  br i1 %_105, label %_100, label %_101

_100:
  ; %106 = OpLoad (word 710): memory of this invocation alone: private, and no other thread can reach it
  %_106 = load i32, ptr addrspace(5) %y, align 4, !mmra !9, !thread.private !10
  ; %107 = OpLoad (word 714): memory of this invocation alone: private, and no other thread can reach it
  %_107 = load i32, ptr addrspace(5) %k, align 4, !mmra !9, !thread.private !10
  %25 = getelementptr [32 x i8], ptr addrspace(3) @tile_a, i32 %_106
  %_108 = getelementptr [4 x i8], ptr addrspace(3) %25, i32 %_107
  ; %109 = OpLoad (word 724): MakePointerVisible on local memory: an atomic load, which is load-visible; no scope wider than the workgroup
  %_109 = load atomic float, ptr addrspace(3) %_108 syncscope("workgroup") monotonic, align 4, !mmra !7
  ; %110 = OpLoad (word 730): memory of this invocation alone: private, and no other thread can reach it
  %_110 = load i32, ptr addrspace(5) %k, align 4, !mmra !9, !thread.private !10
  ; %111 = OpLoad (word 734): memory of this invocation alone: private, and no other thread can reach it
  %_111 = load i32, ptr addrspace(5) %x, align 4, !mmra !9, !thread.private !10
  %26 = getelementptr [32 x i8], ptr addrspace(3) @tile_b, i32 %_110
  %_112 = getelementptr [4 x i8], ptr addrspace(3) %26, i32 %_111
  ; %113 = OpLoad (word 744): MakePointerVisible on local memory: an atomic load, which is load-visible; no scope wider than the workgroup
  %_113 = load atomic float, ptr addrspace(3) %_112 syncscope("workgroup") monotonic, align 4, !mmra !7
  %_114 = fmul contract float %_109, %_113
  ; %115 = OpLoad (word 755): memory of this invocation alone: private, and no other thread can reach it
  %_115 = load float, ptr addrspace(5) %sum, align 4, !mmra !9, !thread.private !10
  %_116 = fadd contract float %_115, %_114
  ; OpStore (word 764): memory of this invocation alone: private, and no other thread can reach it
  store float %_116, ptr addrspace(5) %sum, align 4, !mmra !9, !thread.private !10
  br label %_102

_102:
  ; %117 = OpLoad (word 771): memory of this invocation alone: private, and no other thread can reach it
  %_117 = load i32, ptr addrspace(5) %k, align 4, !mmra !9, !thread.private !10
  %_119 = add i32 %_117, 1
  ; OpStore (word 780): memory of this invocation alone: private, and no other thread can reach it
  store i32 %_119, ptr addrspace(5) %k, align 4, !mmra !9, !thread.private !10
  br label %_99

_101:
  call void @"tile_barrier("() #4
  br label %_44

_44:
  ; %121 = OpLoad (word 795): memory of this invocation alone: private, and no other thread can reach it
  %_121 = load i32, ptr addrspace(5) %tile, align 4, !mmra !9, !thread.private !10
  %_122 = add i32 %_121, 8
  ; OpStore (word 804): memory of this invocation alone: private, and no other thread can reach it
  store i32 %_122, ptr addrspace(5) %tile, align 4, !mmra !9, !thread.private !10
  br label %_41

_43:
  ; %127 = OpLoad (word 811): memory of this invocation alone: private, and no other thread can reach it
  %_127 = load i32, ptr addrspace(5) %row, align 4, !mmra !9, !thread.private !10
  ; %129 = OpLoad (word 820): read-only memory: a plain load sees all there is to see
  %_129 = load i32, ptr addrspace(4) %_49, align 16, !invariant.load !10, !mmra !9
  %_130 = mul i32 %_127, %_129
  ; %131 = OpLoad (word 829): memory of this invocation alone: private, and no other thread can reach it
  %_131 = load i32, ptr addrspace(5) %column, align 4, !mmra !9, !thread.private !10
  %_132 = add i32 %_130, %_131
  ; %133 = OpLoad (word 838): memory of this invocation alone: private, and no other thread can reach it
  %_133 = load float, ptr addrspace(5) %sum, align 4, !mmra !9, !thread.private !10
  %27 = mul i32 %_132, 4
  %28 = zext i32 %27 to i64
  %_134 = getelementptr i8, ptr addrspace(1) %_126, i64 %28
  ; OpStore (word 848): no NonPrivatePointer: no synchronization orders it
  store float %_133, ptr addrspace(1) %_134, align 4, !mmra !9
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

!spirv.resources = !{!0, !1, !2, !3}

!0 = !{!"main", i32 0, !"storage_buffer", i32 0, i32 0, i32 1, i64 0}
!1 = !{!"main", i32 1, !"storage_buffer", i32 0, i32 1, i32 1, i64 0}
!2 = !{!"main", i32 2, !"storage_buffer", i32 0, i32 2, i32 1, i64 0}
!3 = !{!"main", i32 3, !"push_constants", i32 0, i32 0, i32 1, i64 4}
!4 = !{!5, !6, !7}
!5 = !{!"amdgcn-av", !"none"}
!6 = !{!"amdgpu-synchronize-as", !"local"}
!7 = !{!"vulkan", !"nonprivate"}
!8 = !{i32 8, i32 8, i32 1}
!9 = !{!"vulkan", !"private"}
!10 = !{}
