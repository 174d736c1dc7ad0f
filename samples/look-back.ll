; spirv-mmra 0.2.0 --llvm=23 --explain
target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

@tile = internal addrspace(3) global i32 poison, align 4
@scan = internal addrspace(3) global [64 x i32] poison, align 4
@before = internal addrspace(3) global i32 poison, align 4
@llvm.compiler.used = appending global [3 x ptr] [ptr addrspacecast (ptr addrspace(3) @tile to ptr), ptr addrspacecast (ptr addrspace(3) @scan to ptr), ptr addrspacecast (ptr addrspace(3) @before to ptr)], section "llvm.metadata"

define internal void @"publish(u1;"(ptr addrspace(1) %_20, ptr addrspace(5) %which) #0 {
_13:
  ; %25 = OpLoad (word 1094): MakePointerVisible on local memory: an atomic load, which is load-visible; no scope wider than the workgroup
  %_25 = load atomic i32, ptr addrspace(3) @tile syncscope("workgroup") monotonic, align 4, !mmra !8
  %0 = mul i32 %_25, 4
  %1 = zext i32 %0 to i64
  %_28 = getelementptr i8, ptr addrspace(1) %_20, i64 %1
  ; %29 = OpLoad (word 1106): memory of this invocation alone: private, and no other thread can reach it
  %_29 = load i32, ptr addrspace(5) %which, align 4, !mmra !9, !thread.private !10
  ; OpAtomicStore (word 1110): release with MakeAvailable: earlier writes are made available
  store atomic i32 %_29, ptr addrspace(1) %_28 syncscope("agent") release, align 4, !mmra !8
  ret void
}

define internal i32 @"look_back("(ptr addrspace(1) %_20, ptr addrspace(1) %_62, ptr addrspace(1) %_76) #0 {
_16:
  %sum = alloca i32, align 4, addrspace(5)
  %other = alloca i32, align 4, addrspace(5)
  %found = alloca i32, align 4, addrspace(5)
  ; OpStore (word 1136): memory of this invocation alone: private, and no other thread can reach it
  store i32 0, ptr addrspace(5) %sum, align 4, !mmra !9, !thread.private !10
  ; %38 = OpLoad (word 1139): MakePointerVisible on local memory: an atomic load, which is load-visible; no scope wider than the workgroup
  %_38 = load atomic i32, ptr addrspace(3) @tile syncscope("workgroup") monotonic, align 4, !mmra !8
  ; OpStore (word 1145): memory of this invocation alone: private, and no other thread can reach it
  store i32 %_38, ptr addrspace(5) %other, align 4, !mmra !9, !thread.private !10
  br label %_39

_39:
  br label %_43

_43:
  ; %44 = OpLoad (word 1160): memory of this invocation alone: private, and no other thread can reach it
  %_44 = load i32, ptr addrspace(5) %other, align 4, !mmra !9, !thread.private !10
  %_46 = icmp ugt i32 %_44, 0
  br i1 %_46, label %_40, label %_41

_40:
  ; %48 = OpLoad (word 1175): memory of this invocation alone: private, and no other thread can reach it
  %_48 = load i32, ptr addrspace(5) %other, align 4, !mmra !9, !thread.private !10
  %_49 = sub i32 %_48, 1
  %0 = mul i32 %_49, 4
  %1 = zext i32 %0 to i64
  %_50 = getelementptr i8, ptr addrspace(1) %_20, i64 %1
  ; %53 = OpAtomicLoad (word 1190): acquire with MakeVisible: later accesses see what was made available
  %_53 = load atomic i32, ptr addrspace(1) %_50 syncscope("agent") acquire, align 4, !mmra !8
  ; OpStore (word 1196): memory of this invocation alone: private, and no other thread can reach it
  store i32 %_53, ptr addrspace(5) %found, align 4, !mmra !9, !thread.private !10
  ; %54 = OpLoad (word 1199): memory of this invocation alone: private, and no other thread can reach it
  %_54 = load i32, ptr addrspace(5) %found, align 4, !mmra !9, !thread.private !10
  %_55 = icmp eq i32 %_54, 2
  br i1 %_55, label %_56, label %_57

_56:
  ; %58 = OpLoad (word 1217): memory of this invocation alone: private, and no other thread can reach it
  %_58 = load i32, ptr addrspace(5) %sum, align 4, !mmra !9, !thread.private !10
  ; %63 = OpLoad (word 1221): memory of this invocation alone: private, and no other thread can reach it
  %_63 = load i32, ptr addrspace(5) %other, align 4, !mmra !9, !thread.private !10
  %_64 = sub i32 %_63, 1
  %2 = mul i32 %_64, 4
  %3 = zext i32 %2 to i64
  %_65 = getelementptr i8, ptr addrspace(1) %_62, i64 %3
  ; %66 = OpLoad (word 1236): NonPrivatePointer: synchronization orders it, which must also make it available or visible
  ; atomic: LLVM may take a plain load from the scalar cache, which no acquire invalidates and no release waits for, or merge it with one before an acquire
  %_66 = load atomic i32, ptr addrspace(1) %_65 syncscope("singlethread") monotonic, align 4, !mmra !8
  %_67 = add i32 %_58, %_66
  ret i32 %_67

_57:
  ; %69 = OpLoad (word 1250): memory of this invocation alone: private, and no other thread can reach it
  %_69 = load i32, ptr addrspace(5) %found, align 4, !mmra !9, !thread.private !10
  %_70 = icmp eq i32 %_69, 1
  br i1 %_70, label %_71, label %_72

_71:
  ; %77 = OpLoad (word 1268): memory of this invocation alone: private, and no other thread can reach it
  %_77 = load i32, ptr addrspace(5) %other, align 4, !mmra !9, !thread.private !10
  %_78 = sub i32 %_77, 1
  %4 = mul i32 %_78, 4
  %5 = zext i32 %4 to i64
  %_79 = getelementptr i8, ptr addrspace(1) %_76, i64 %5
  ; %80 = OpLoad (word 1283): NonPrivatePointer: synchronization orders it, which must also make it available or visible
  ; atomic: LLVM may take a plain load from the scalar cache, which no acquire invalidates and no release waits for, or merge it with one before an acquire
  %_80 = load atomic i32, ptr addrspace(1) %_79 syncscope("singlethread") monotonic, align 4, !mmra !8
  ; %81 = OpLoad (word 1288): memory of this invocation alone: private, and no other thread can reach it
  %_81 = load i32, ptr addrspace(5) %sum, align 4, !mmra !9, !thread.private !10
  %_82 = add i32 %_81, %_80
  ; OpStore (word 1297): memory of this invocation alone: private, and no other thread can reach it
  store i32 %_82, ptr addrspace(5) %sum, align 4, !mmra !9, !thread.private !10
  ; %83 = OpLoad (word 1300): memory of this invocation alone: private, and no other thread can reach it
  %_83 = load i32, ptr addrspace(5) %other, align 4, !mmra !9, !thread.private !10
  %_84 = sub i32 %_83, 1
  ; OpStore (word 1309): memory of this invocation alone: private, and no other thread can reach it
  store i32 %_84, ptr addrspace(5) %other, align 4, !mmra !9, !thread.private !10
  br label %_72

_72:
  br label %_42

_42:
  br label %_39

_41:
  ; %85 = OpLoad (word 1324): memory of this invocation alone: private, and no other thread can reach it
  %_85 = load i32, ptr addrspace(5) %sum, align 4, !mmra !9, !thread.private !10
  ret i32 %_85
}

define amdgpu_kernel void @main(ptr addrspace(1) noundef align 16 %_115, i64 noundef %size.115, ptr addrspace(1) noundef align 16 %_184, i64 noundef %size.184, ptr addrspace(1) noundef align 16 %_98, ptr addrspace(1) noundef align 16 %_20, ptr addrspace(1) noundef align 16 %_76, ptr addrspace(1) noundef align 16 %_62) #1 !reqd_work_group_size !11 {
_5:
  %0 = call i32 @llvm.amdgcn.workitem.id.x()
  %1 = call i32 @llvm.amdgcn.workitem.id.y()
  %2 = call i32 @llvm.amdgcn.workitem.id.z()
  %3 = mul i32 %2, 1
  %4 = add i32 %3, %1
  %5 = mul i32 %4, 64
  %gl_LocalInvocationIndex = add i32 %5, %0
  %lane = alloca i32, align 4, addrspace(5)
  %index = alloca i32, align 4, addrspace(5)
  %_120 = alloca i32, align 4, addrspace(5)
  %distance = alloca i32, align 4, addrspace(5)
  %left = alloca i32, align 4, addrspace(5)
  %_141 = alloca i32, align 4, addrspace(5)
  %param = alloca i32, align 4, addrspace(5)
  %param.178 = alloca i32, align 4, addrspace(5)
  ; OpStore (word 583): memory of this invocation alone: private, and no other thread can reach it
  store i32 %gl_LocalInvocationIndex, ptr addrspace(5) %lane, align 4, !mmra !9, !thread.private !10
  ; %92 = OpLoad (word 586): memory of this invocation alone: private, and no other thread can reach it
  %_92 = load i32, ptr addrspace(5) %lane, align 4, !mmra !9, !thread.private !10
  %_93 = icmp eq i32 %_92, 0
  br i1 %_93, label %_94, label %_95

_94:
  ; %100 = OpAtomicIAdd (word 609): relaxed: atomic, and orders no other access
  %_100 = atomicrmw add ptr addrspace(1) %_98, i32 1 syncscope("agent") monotonic, align 4, !mmra !8
  ; OpStore (word 616): MakePointerAvailable on local memory: an atomic store, which is store-available; no scope wider than the workgroup
  store atomic i32 %_100, ptr addrspace(3) @tile syncscope("workgroup") monotonic, align 4, !mmra !8
  br label %_95

_95:
  ; OpControlBarrier (word 625): release without MakeAvailable: it orders, but makes nothing available (amdgcn-av:none); its storage-class bits name workgroup memory alone, so it orders no other
  fence syncscope("workgroup") release, !mmra !12
  ; OpControlBarrier (word 625): every invocation of the workgroup waits here
  call void @llvm.amdgcn.s.barrier() #4
  ; OpControlBarrier (word 625): acquire without MakeVisible: it orders, but makes nothing visible (amdgcn-av:none); its storage-class bits name workgroup memory alone, so it orders no other
  fence syncscope("workgroup") acquire, !mmra !12
  ; %103 = OpLoad (word 629): MakePointerVisible on local memory: an atomic load, which is load-visible; no scope wider than the workgroup
  %_103 = load atomic i32, ptr addrspace(3) @tile syncscope("workgroup") monotonic, align 4, !mmra !8
  %_104 = mul i32 %_103, 64
  ; %105 = OpLoad (word 640): memory of this invocation alone: private, and no other thread can reach it
  %_105 = load i32, ptr addrspace(5) %lane, align 4, !mmra !9, !thread.private !10
  %_106 = add i32 %_104, %_105
  ; OpStore (word 649): memory of this invocation alone: private, and no other thread can reach it
  store i32 %_106, ptr addrspace(5) %index, align 4, !mmra !9, !thread.private !10
  ; %110 = OpLoad (word 652): memory of this invocation alone: private, and no other thread can reach it
  %_110 = load i32, ptr addrspace(5) %lane, align 4, !mmra !9, !thread.private !10
  ; %111 = OpLoad (word 656): memory of this invocation alone: private, and no other thread can reach it
  %_111 = load i32, ptr addrspace(5) %index, align 4, !mmra !9, !thread.private !10
  %6 = udiv i64 %size.115, 4
  %_116 = trunc i64 %6 to i32
  %_119 = icmp ult i32 %_111, %_116
  br i1 %_119, label %_121, label %_126

_121:
  ; %123 = OpLoad (word 687): memory of this invocation alone: private, and no other thread can reach it
  %_123 = load i32, ptr addrspace(5) %index, align 4, !mmra !9, !thread.private !10
  %7 = mul i32 %_123, 4
  %8 = zext i32 %7 to i64
  %_124 = getelementptr i8, ptr addrspace(1) %_115, i64 %8
  ; %125 = OpLoad (word 697): no NonPrivatePointer: no synchronization orders it
  %_125 = load i32, ptr addrspace(1) %_124, align 4, !mmra !9
  ; OpStore (word 701): memory of this invocation alone: private, and no other thread can reach it
  store i32 %_125, ptr addrspace(5) %_120, align 4, !mmra !9, !thread.private !10
  br label %_122

_126:
  ; OpStore (word 708): memory of this invocation alone: private, and no other thread can reach it
  store i32 0, ptr addrspace(5) %_120, align 4, !mmra !9, !thread.private !10
  br label %_122

_122:
  ; %127 = OpLoad (word 715): memory of this invocation alone: private, and no other thread can reach it
  %_127 = load i32, ptr addrspace(5) %_120, align 4, !mmra !9, !thread.private !10
  %_128 = getelementptr [4 x i8], ptr addrspace(3) @scan, i32 %_110
  ; OpStore (word 724): MakePointerAvailable on local memory: an atomic store, which is store-available; no scope wider than the workgroup
  store atomic i32 %_127, ptr addrspace(3) %_128 syncscope("workgroup") monotonic, align 4, !mmra !8
  ; OpControlBarrier (word 729): release without MakeAvailable: it orders, but makes nothing available (amdgcn-av:none); its storage-class bits name workgroup memory alone, so it orders no other
  fence syncscope("workgroup") release, !mmra !12
  ; OpControlBarrier (word 729): every invocation of the workgroup waits here
  call void @llvm.amdgcn.s.barrier() #4
  ; OpControlBarrier (word 729): acquire without MakeVisible: it orders, but makes nothing visible (amdgcn-av:none); its storage-class bits name workgroup memory alone, so it orders no other
  fence syncscope("workgroup") acquire, !mmra !12
  ; OpStore (word 733): memory of this invocation alone: private, and no other thread can reach it
  store i32 1, ptr addrspace(5) %distance, align 4, !mmra !9, !thread.private !10
  br label %_130

_130:
  br label %_134

_134:
  ; %135 = OpLoad (word 748): memory of this invocation alone: private, and no other thread can reach it
  %_135 = load i32, ptr addrspace(5) %distance, align 4, !mmra !9, !thread.private !10
  %_136 = icmp ult i32 %_135, 64
  br i1 %_136, label %_131, label %_132

_131:
  ; %138 = OpLoad (word 763): memory of this invocation alone: private, and no other thread can reach it
  %_138 = load i32, ptr addrspace(5) %lane, align 4, !mmra !9, !thread.private !10
  ; %139 = OpLoad (word 767): memory of this invocation alone: private, and no other thread can reach it
  %_139 = load i32, ptr addrspace(5) %distance, align 4, !mmra !9, !thread.private !10
  %_140 = icmp uge i32 %_138, %_139
  br i1 %_140, label %_142, label %_149

_142:
  ; %144 = OpLoad (word 785): memory of this invocation alone: private, and no other thread can reach it
  %_144 = load i32, ptr addrspace(5) %lane, align 4, !mmra !9, !thread.private !10
  ; %145 = OpLoad (word 789): memory of this invocation alone: private, and no other thread can reach it
  %_145 = load i32, ptr addrspace(5) %distance, align 4, !mmra !9, !thread.private !10
  %_146 = sub i32 %_144, %_145
  %_147 = getelementptr [4 x i8], ptr addrspace(3) @scan, i32 %_146
  ; %148 = OpLoad (word 803): MakePointerVisible on local memory: an atomic load, which is load-visible; no scope wider than the workgroup
  %_148 = load atomic i32, ptr addrspace(3) %_147 syncscope("workgroup") monotonic, align 4, !mmra !8
  ; OpStore (word 809): memory of this invocation alone: private, and no other thread can reach it
  store i32 %_148, ptr addrspace(5) %_141, align 4, !mmra !9, !thread.private !10
  br label %_143

_149:
  ; OpStore (word 816): memory of this invocation alone: private, and no other thread can reach it
  store i32 0, ptr addrspace(5) %_141, align 4, !mmra !9, !thread.private !10
  br label %_143

_143:
  ; %150 = OpLoad (word 823): memory of this invocation alone: private, and no other thread can reach it
  %_150 = load i32, ptr addrspace(5) %_141, align 4, !mmra !9, !thread.private !10
  ; OpStore (word 827): memory of this invocation alone: private, and no other thread can reach it
  store i32 %_150, ptr addrspace(5) %left, align 4, !mmra !9, !thread.private !10
  ; OpControlBarrier (word 830): release without MakeAvailable: it orders, but makes nothing available (amdgcn-av:none); its storage-class bits name workgroup memory alone, so it orders no other
  fence syncscope("workgroup") release, !mmra !12
  ; OpControlBarrier (word 830): every invocation of the workgroup waits here
  call void @llvm.amdgcn.s.barrier() #4
  ; OpControlBarrier (word 830): acquire without MakeVisible: it orders, but makes nothing visible (amdgcn-av:none); its storage-class bits name workgroup memory alone, so it orders no other
  fence syncscope("workgroup") acquire, !mmra !12
  ; %151 = OpLoad (word 834): memory of this invocation alone: private, and no other thread can reach it
  %_151 = load i32, ptr addrspace(5) %lane, align 4, !mmra !9, !thread.private !10
  ; %152 = OpLoad (word 838): memory of this invocation alone: private, and no other thread can reach it
  %_152 = load i32, ptr addrspace(5) %left, align 4, !mmra !9, !thread.private !10
  %_153 = getelementptr [4 x i8], ptr addrspace(3) @scan, i32 %_151
  ; %154 = OpLoad (word 847): MakePointerVisible on local memory: an atomic load, which is load-visible; no scope wider than the workgroup
  %_154 = load atomic i32, ptr addrspace(3) %_153 syncscope("workgroup") monotonic, align 4, !mmra !8
  %_155 = add i32 %_154, %_152
  %_156 = getelementptr [4 x i8], ptr addrspace(3) @scan, i32 %_151
  ; OpStore (word 863): MakePointerAvailable on local memory: an atomic store, which is store-available; no scope wider than the workgroup
  store atomic i32 %_155, ptr addrspace(3) %_156 syncscope("workgroup") monotonic, align 4, !mmra !8
  ; OpControlBarrier (word 868): release without MakeAvailable: it orders, but makes nothing available (amdgcn-av:none); its storage-class bits name workgroup memory alone, so it orders no other
  fence syncscope("workgroup") release, !mmra !12
  ; OpControlBarrier (word 868): every invocation of the workgroup waits here
  call void @llvm.amdgcn.s.barrier() #4
  ; OpControlBarrier (word 868): acquire without MakeVisible: it orders, but makes nothing visible (amdgcn-av:none); its storage-class bits name workgroup memory alone, so it orders no other
  fence syncscope("workgroup") acquire, !mmra !12
  br label %_133

_133:
  ; %157 = OpLoad (word 876): memory of this invocation alone: private, and no other thread can reach it
  %_157 = load i32, ptr addrspace(5) %distance, align 4, !mmra !9, !thread.private !10
  %_158 = mul i32 %_157, 2
  ; OpStore (word 885): memory of this invocation alone: private, and no other thread can reach it
  store i32 %_158, ptr addrspace(5) %distance, align 4, !mmra !9, !thread.private !10
  br label %_130

_132:
  ; %159 = OpLoad (word 892): memory of this invocation alone: private, and no other thread can reach it
  %_159 = load i32, ptr addrspace(5) %lane, align 4, !mmra !9, !thread.private !10
  %_160 = icmp eq i32 %_159, 0
  br i1 %_160, label %_161, label %_162

_161:
  ; %163 = OpLoad (word 910): MakePointerVisible on local memory: an atomic load, which is load-visible; no scope wider than the workgroup
  %_163 = load atomic i32, ptr addrspace(3) @tile syncscope("workgroup") monotonic, align 4, !mmra !8
  %_165 = getelementptr i8, ptr addrspace(3) @scan, i64 252
  ; %166 = OpLoad (word 921): MakePointerVisible on local memory: an atomic load, which is load-visible; no scope wider than the workgroup
  %_166 = load atomic i32, ptr addrspace(3) %_165 syncscope("workgroup") monotonic, align 4, !mmra !8
  %9 = mul i32 %_163, 4
  %10 = zext i32 %9 to i64
  %_167 = getelementptr i8, ptr addrspace(1) %_76, i64 %10
  ; OpStore (word 933): NonPrivatePointer: synchronization orders it, which must also make it available or visible
  store i32 %_166, ptr addrspace(1) %_167, align 4, !mmra !8
  ; OpStore (word 937): memory of this invocation alone: private, and no other thread can reach it
  store i32 1, ptr addrspace(5) %param, align 4, !mmra !9, !thread.private !10
  call void @"publish(u1;"(ptr addrspace(1) %_20, ptr addrspace(5) %param)
  %_171 = call i32 @"look_back("(ptr addrspace(1) %_20, ptr addrspace(1) %_62, ptr addrspace(1) %_76)
  ; OpStore (word 949): MakePointerAvailable on local memory: an atomic store, which is store-available; no scope wider than the workgroup
  store atomic i32 %_171, ptr addrspace(3) @before syncscope("workgroup") monotonic, align 4, !mmra !8
  ; %172 = OpLoad (word 954): MakePointerVisible on local memory: an atomic load, which is load-visible; no scope wider than the workgroup
  %_172 = load atomic i32, ptr addrspace(3) @tile syncscope("workgroup") monotonic, align 4, !mmra !8
  ; %173 = OpLoad (word 960): MakePointerVisible on local memory: an atomic load, which is load-visible; no scope wider than the workgroup
  %_173 = load atomic i32, ptr addrspace(3) @before syncscope("workgroup") monotonic, align 4, !mmra !8
  %_174 = getelementptr i8, ptr addrspace(3) @scan, i64 252
  ; %175 = OpLoad (word 971): MakePointerVisible on local memory: an atomic load, which is load-visible; no scope wider than the workgroup
  %_175 = load atomic i32, ptr addrspace(3) %_174 syncscope("workgroup") monotonic, align 4, !mmra !8
  %_176 = add i32 %_173, %_175
  %11 = mul i32 %_172, 4
  %12 = zext i32 %11 to i64
  %_177 = getelementptr i8, ptr addrspace(1) %_62, i64 %12
  ; OpStore (word 988): NonPrivatePointer: synchronization orders it, which must also make it available or visible
  store i32 %_176, ptr addrspace(1) %_177, align 4, !mmra !8
  ; OpStore (word 992): memory of this invocation alone: private, and no other thread can reach it
  store i32 2, ptr addrspace(5) %param.178, align 4, !mmra !9, !thread.private !10
  call void @"publish(u1;"(ptr addrspace(1) %_20, ptr addrspace(5) %param.178)
  br label %_162

_162:
  ; OpControlBarrier (word 1004): release without MakeAvailable: it orders, but makes nothing available (amdgcn-av:none); its storage-class bits name workgroup memory alone, so it orders no other
  fence syncscope("workgroup") release, !mmra !12
  ; OpControlBarrier (word 1004): every invocation of the workgroup waits here
  call void @llvm.amdgcn.s.barrier() #4
  ; OpControlBarrier (word 1004): acquire without MakeVisible: it orders, but makes nothing visible (amdgcn-av:none); its storage-class bits name workgroup memory alone, so it orders no other
  fence syncscope("workgroup") acquire, !mmra !12
  ; %180 = OpLoad (word 1008): memory of this invocation alone: private, and no other thread can reach it
  %_180 = load i32, ptr addrspace(5) %index, align 4, !mmra !9, !thread.private !10
  %13 = udiv i64 %size.184, 4
  %_185 = trunc i64 %13 to i32
  %_188 = icmp ult i32 %_180, %_185
  br i1 %_188, label %_189, label %_190

_189:
  ; %191 = OpLoad (word 1039): memory of this invocation alone: private, and no other thread can reach it
  %_191 = load i32, ptr addrspace(5) %index, align 4, !mmra !9, !thread.private !10
  ; %192 = OpLoad (word 1043): MakePointerVisible on local memory: an atomic load, which is load-visible; no scope wider than the workgroup
  %_192 = load atomic i32, ptr addrspace(3) @before syncscope("workgroup") monotonic, align 4, !mmra !8
  ; %193 = OpLoad (word 1049): memory of this invocation alone: private, and no other thread can reach it
  %_193 = load i32, ptr addrspace(5) %lane, align 4, !mmra !9, !thread.private !10
  %_194 = getelementptr [4 x i8], ptr addrspace(3) @scan, i32 %_193
  ; %195 = OpLoad (word 1058): MakePointerVisible on local memory: an atomic load, which is load-visible; no scope wider than the workgroup
  %_195 = load atomic i32, ptr addrspace(3) %_194 syncscope("workgroup") monotonic, align 4, !mmra !8
  %_196 = add i32 %_192, %_195
  %14 = mul i32 %_191, 4
  %15 = zext i32 %14 to i64
  %_197 = getelementptr i8, ptr addrspace(1) %_184, i64 %15
  ; OpStore (word 1075): no NonPrivatePointer: no synchronization orders it
  store i32 %_196, ptr addrspace(1) %_197, align 4, !mmra !9
  br label %_190

_190:
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x() #2

declare i32 @llvm.amdgcn.workitem.id.y() #2

declare i32 @llvm.amdgcn.workitem.id.z() #2

declare void @llvm.amdgcn.s.barrier() #3

attributes #0 = { nounwind }
attributes #1 = { convergent nounwind "amdgpu-flat-work-group-size"="64,64" }
attributes #2 = { nounwind willreturn memory(none) }
attributes #3 = { convergent nounwind willreturn }
attributes #4 = { convergent }

!spirv.resources = !{!0, !1, !2, !3, !4, !5, !6, !7}

!0 = !{!"main", i32 0, !"storage_buffer", i32 0, i32 0, i32 1, i64 0}
!1 = !{!"main", i32 1, !"byte_size", i32 0, i32 0, i32 1, i64 0}
!2 = !{!"main", i32 2, !"storage_buffer", i32 0, i32 1, i32 1, i64 0}
!3 = !{!"main", i32 3, !"byte_size", i32 0, i32 1, i32 1, i64 0}
!4 = !{!"main", i32 4, !"storage_buffer", i32 0, i32 2, i32 1, i64 4}
!5 = !{!"main", i32 5, !"storage_buffer", i32 0, i32 3, i32 1, i64 0}
!6 = !{!"main", i32 6, !"storage_buffer", i32 0, i32 4, i32 1, i64 0}
!7 = !{!"main", i32 7, !"storage_buffer", i32 0, i32 5, i32 1, i64 0}
!8 = !{!"vulkan", !"nonprivate"}
!9 = !{!"vulkan", !"private"}
!10 = !{}
!11 = !{i32 64, i32 1, i32 1}
!12 = !{!13, !14, !8}
!13 = !{!"amdgcn-av", !"none"}
!14 = !{!"amdgpu-synchronize-as", !"local"}
