; A sample.
;
; Not?to ? be ? trusted: ä
target triple = "amdgcn-amd-amdhsa"

%Pair.12 = type { i32, [3 x <4 x float>] }
%"odd name\22" = type { i8, %Pair.12 }
%_7 = type { i8 }

@shared.3 = internal addrspace(3) global [64 x i32] poison, align 16
@table = addrspace(4) constant [3 x i32] [i32 1, i32 -2, i32 3]
@elsewhere = external addrspace(1) global i32
@llvm.compiler.used = appending global [1 x ptr] [ptr addrspacecast (ptr addrspace(3) @shared.3 to ptr)], section "llvm.metadata"

declare void @llvm.amdgcn.s.barrier() #0

declare float @llvm.sqrt.f32(float) #1

declare i32 @printf(ptr addrspace(4), ...)

define internal i32 @helper.8(i32 %0, float %1) #2 {
entry:
  ret i32 %0
}

; The kernel.
define amdgpu_kernel void @main(ptr addrspace(1) noalias noundef readonly align 16 %buffer.5, ptr addrspace(4) byref(%Pair.12) align 16 %0, i32 %1, float inreg %_6) #3 !reqd_work_group_size !3 {
  %3 = add i32 %1, 3
  %4 = sub i32 %1, 3
  %5 = mul i32 %1, 3
  %6 = udiv i32 %1, 3
  %7 = sdiv i32 %1, 3
  %8 = urem i32 %1, 3
  %9 = srem i32 %1, 3
  %10 = shl i32 %1, 3
  %11 = lshr i32 %1, 3
  %12 = ashr i32 %1, 3
  %13 = and i32 %1, 3
  %14 = or i32 %1, 3
  %15 = xor i32 %1, 3
  %16 = fadd float %_6, 5.000000e-01
  %17 = fsub float %_6, 5.000000e-01
  %18 = fmul float %_6, 5.000000e-01
  %19 = fdiv float %_6, 5.000000e-01
  %20 = frem float %_6, 5.000000e-01
  %21 = fneg fast float %_6
  %22 = fmul reassoc nnan contract float %_6, %_6
  %23 = add nuw nsw i32 %1, 3
  %24 = lshr exact i32 %1, 3
  %25 = or disjoint i32 %1, 3
  %26 = freeze i32 %1
  %27 = icmp eq i32 %1, 3
  %28 = icmp ne i32 %1, 3
  %29 = icmp ugt i32 %1, 3
  %30 = icmp uge i32 %1, 3
  %31 = icmp ult i32 %1, 3
  %32 = icmp ule i32 %1, 3
  %33 = icmp sgt i32 %1, 3
  %34 = icmp sge i32 %1, 3
  %35 = icmp slt i32 %1, 3
  %36 = icmp sle i32 %1, 3
  %37 = fcmp false float %_6, %_6
  %38 = fcmp oeq float %_6, %_6
  %39 = fcmp ogt float %_6, %_6
  %40 = fcmp oge float %_6, %_6
  %41 = fcmp olt float %_6, %_6
  %42 = fcmp ole float %_6, %_6
  %43 = fcmp one float %_6, %_6
  %44 = fcmp ord float %_6, %_6
  %45 = fcmp uno float %_6, %_6
  %46 = fcmp ueq float %_6, %_6
  %47 = fcmp ugt float %_6, %_6
  %48 = fcmp uge float %_6, %_6
  %49 = fcmp ult float %_6, %_6
  %50 = fcmp ule float %_6, %_6
  %51 = fcmp une float %_6, %_6
  %52 = fcmp true float %_6, %_6
  %53 = icmp samesign eq i32 %1, 3
  %54 = trunc nuw i32 %1 to i8
  %55 = zext nneg i32 %1 to i64
  %56 = sext i32 %1 to i64
  %57 = fptoui float %_6 to i32
  %58 = fptosi float %_6 to i16
  %59 = uitofp i32 %1 to float
  %60 = sitofp i32 %1 to half
  %61 = fptrunc float %_6 to half
  %62 = fpext float %_6 to double
  %63 = ptrtoint ptr addrspace(1) %buffer.5 to i64
  %64 = inttoptr i32 %1 to ptr addrspace(1)
  %65 = bitcast i32 %1 to float
  %66 = addrspacecast ptr addrspace(1) %buffer.5 to ptr
  %67 = fneg float 0.000000e+00
  %68 = fneg float -0.000000e+00
  %69 = fneg float 1.000000e+00
  %70 = fneg float -1.000000e+02
  %71 = fneg float 0x3FB99999A0000000
  %72 = fneg float 0x7FF0000000000000
  %73 = fneg float 0x7FF8000020000000
  %74 = fneg float 0x7FF0000020000000
  %75 = fneg float 0x36A0000000000000
  %76 = fneg float 1.000000e+10
  %77 = fneg float 0x416312CFE0000000
  %78 = fneg float 0x3E7AD7F2A0000000
  %79 = fneg double 1.000000e-01
  %80 = fneg double 0x400921FB54442D18
  %81 = fneg double 1.000000e+06
  %82 = fneg double 0x7FF0000000000000
  %83 = fneg half 0xH3C00
  %84 = fneg bfloat 0xR3F8A
  %85 = freeze i64 -9223372036854775808
  %86 = freeze i64 -1
  %87 = freeze i16 -32768
  %88 = freeze i1 true
  %89 = freeze i1 false
  %90 = freeze i32 undef
  %91 = freeze ptr addrspace(1) null
  %92 = freeze <4 x i32> zeroinitializer
  %93 = freeze <4 x i32> splat (i32 7)
  %94 = freeze <4 x i32> <i32 7, i32 0, i32 poison, i32 -1>
  %95 = freeze <4 x i32> zeroinitializer
  %96 = freeze { i32, float } { i32 1, float 2.000000e+00 }
  %97 = freeze i8 ptrtoint (ptr @main to i8)
  %98 = insertelement <4 x i32> poison, i32 %1, i32 0
  %99 = extractelement <4 x i32> %98, i32 %1
  %100 = shufflevector <4 x i32> %98, <4 x i32> %98, <4 x i32> <i32 1, i32 1, i32 1, i32 1>
  %101 = shufflevector <4 x i32> %98, <4 x i32> %98, <4 x i32> <i32 1, i32 1, i32 poison, i32 1>
  %102 = shufflevector <4 x i32> %98, <4 x i32> %98, <4 x i32> zeroinitializer
  %103 = insertvalue %Pair.12 undef, i32 %1, 0
  %104 = extractvalue %Pair.12 %103, 1, 2
  %105 = select i1 true, i32 %1, i32 4
  %106 = alloca i32, align 4, addrspace(5)
  %107 = alloca <4 x float>, i32 4, align 16, addrspace(5)
  %108 = getelementptr inbounds nuw i8, ptr addrspace(1) %buffer.5, i32 %1
  %109 = getelementptr nusw [64 x i32], ptr addrspace(3) @shared.3, i32 0, i32 %1
  %110 = load <4 x float>, ptr addrspace(1) %buffer.5, align 16, !invariant.load !2, !nontemporal !4, !mmra !5
  ; OpLoad %7
  ;   of a variable
  %111 = load i32, ptr addrspace(5) %106, align 4, !mmra !5, !thread.private !2
  store volatile i32 %1, ptr addrspace(1) %buffer.5, align 1, !mmra !6
  %112 = load atomic volatile i32, ptr addrspace(1) %buffer.5 syncscope("workgroup") acquire, align 4, !mmra !7
  store atomic i32 %1, ptr addrspace(1) %buffer.5 syncscope("agent") release, align 4, !mmra !6
  %113 = atomicrmw xchg ptr addrspace(1) %buffer.5, i32 %1 monotonic, align 4, !mmra !6, !amdgpu.no.fine.grained.memory !2, !amdgpu.no.remote.memory !2
  %114 = atomicrmw add ptr addrspace(1) %buffer.5, i32 %1 syncscope("agent") monotonic, align 4, !mmra !6, !amdgpu.no.fine.grained.memory !2, !amdgpu.no.remote.memory !2
  %115 = atomicrmw sub ptr addrspace(1) %buffer.5, i32 %1 syncscope("cluster") monotonic, align 4, !mmra !6, !amdgpu.no.fine.grained.memory !2, !amdgpu.no.remote.memory !2
  %116 = atomicrmw and ptr addrspace(1) %buffer.5, i32 %1 syncscope("workgroup") monotonic, align 4, !mmra !6, !amdgpu.no.fine.grained.memory !2, !amdgpu.no.remote.memory !2
  %117 = atomicrmw nand ptr addrspace(1) %buffer.5, i32 %1 syncscope("wavefront") monotonic, align 4, !mmra !6, !amdgpu.no.fine.grained.memory !2, !amdgpu.no.remote.memory !2
  %118 = atomicrmw or ptr addrspace(1) %buffer.5, i32 %1 syncscope("singlethread") monotonic, align 4, !mmra !6, !amdgpu.no.fine.grained.memory !2, !amdgpu.no.remote.memory !2
  %119 = atomicrmw xor ptr addrspace(1) %buffer.5, i32 %1 monotonic, align 4, !mmra !6, !amdgpu.no.fine.grained.memory !2, !amdgpu.no.remote.memory !2
  %120 = atomicrmw max ptr addrspace(1) %buffer.5, i32 %1 syncscope("agent") monotonic, align 4, !mmra !6, !amdgpu.no.fine.grained.memory !2, !amdgpu.no.remote.memory !2
  %121 = atomicrmw min ptr addrspace(1) %buffer.5, i32 %1 syncscope("cluster") monotonic, align 4, !mmra !6, !amdgpu.no.fine.grained.memory !2, !amdgpu.no.remote.memory !2
  %122 = atomicrmw umax ptr addrspace(1) %buffer.5, i32 %1 syncscope("workgroup") monotonic, align 4, !mmra !6, !amdgpu.no.fine.grained.memory !2, !amdgpu.no.remote.memory !2
  %123 = atomicrmw umin ptr addrspace(1) %buffer.5, i32 %1 syncscope("wavefront") monotonic, align 4, !mmra !6, !amdgpu.no.fine.grained.memory !2, !amdgpu.no.remote.memory !2
  %124 = atomicrmw uinc_wrap ptr addrspace(1) %buffer.5, i32 %1 syncscope("singlethread") monotonic, align 4, !mmra !6, !amdgpu.no.fine.grained.memory !2, !amdgpu.no.remote.memory !2
  %125 = atomicrmw udec_wrap ptr addrspace(1) %buffer.5, i32 %1 monotonic, align 4, !mmra !6, !amdgpu.no.fine.grained.memory !2, !amdgpu.no.remote.memory !2
  %126 = atomicrmw fadd ptr addrspace(1) %buffer.5, float %_6 syncscope("agent") monotonic, align 4, !mmra !6, !amdgpu.no.fine.grained.memory !2, !amdgpu.no.remote.memory !2
  %127 = atomicrmw fsub ptr addrspace(1) %buffer.5, float %_6 syncscope("cluster") monotonic, align 4, !mmra !6, !amdgpu.no.fine.grained.memory !2, !amdgpu.no.remote.memory !2
  %128 = atomicrmw fmax ptr addrspace(1) %buffer.5, float %_6 syncscope("workgroup") monotonic, align 4, !mmra !6, !amdgpu.no.fine.grained.memory !2, !amdgpu.no.remote.memory !2
  %129 = atomicrmw fmin ptr addrspace(1) %buffer.5, float %_6 syncscope("wavefront") monotonic, align 4, !mmra !6, !amdgpu.no.fine.grained.memory !2, !amdgpu.no.remote.memory !2
  %130 = atomicrmw usub_cond ptr addrspace(1) %buffer.5, i32 %1 syncscope("singlethread") monotonic, align 4, !mmra !6, !amdgpu.no.fine.grained.memory !2, !amdgpu.no.remote.memory !2
  %131 = atomicrmw usub_sat ptr addrspace(1) %buffer.5, i32 %1 monotonic, align 4, !mmra !6, !amdgpu.no.fine.grained.memory !2, !amdgpu.no.remote.memory !2
  %132 = atomicrmw fmaximum ptr addrspace(1) %buffer.5, float %_6 syncscope("agent") monotonic, align 4, !mmra !6, !amdgpu.no.fine.grained.memory !2, !amdgpu.no.remote.memory !2
  %133 = atomicrmw fminimum ptr addrspace(1) %buffer.5, float %_6 syncscope("cluster") monotonic, align 4, !mmra !6, !amdgpu.no.fine.grained.memory !2, !amdgpu.no.remote.memory !2
  %134 = cmpxchg weak volatile ptr addrspace(1) %buffer.5, i32 %1, i32 1 syncscope("agent") acq_rel monotonic, align 4
  fence syncscope("workgroup") acq_rel, !mmra !9
  fence seq_cst, !mmra !6
  fence syncscope("one-as") release, !mmra !11
  fence syncscope("wavefront-one-as") acquire, !mmra !7
  fence syncscope("de\22vice") acquire, !mmra !6
  call void @llvm.amdgcn.s.barrier() #4
  %135 = tail call nnan float @llvm.sqrt.f32(float %_6)
  %136 = call i32 (ptr addrspace(4), ...) @printf(ptr addrspace(4) null, i32 %1)
  %137 = call i32 @helper.8(i32 %1, float %_6)
  call void asm sideeffect "", ""()
  %138 = call i32 @helper.8(i32 %1, float %_6)
  %139 = call <4 x i32> @llvm.amdgcn.av.global.load.b128(ptr addrspace(1) %buffer.5, metadata !13), !mmra !6
  call void @llvm.amdgcn.s.barrier()
  br label %loop.9

loop.9:
  %140 = phi i32 [ 0, %2 ], [ %later, %142 ]
  %141 = icmp ult i32 %140, %1
  br i1 %141, label %142, label %"a label"

142:
  %later = add i32 %140, 1
  switch i32 %later, label %loop.9 [
    i32 3, label %"a label"
    i32 -4, label %_44
  ]

"a label":
  ret void

_44:
  unreachable
}

declare <4 x i32> @llvm.amdgcn.av.global.load.b128(ptr addrspace(1), metadata) #0

attributes #0 = { convergent nounwind }
attributes #1 = { nocallback nounwind memory(none) }
attributes #2 = { nounwind willreturn }
attributes #3 = { convergent nounwind "amdgpu-flat-work-group-size"="64,64" }
attributes #4 = { convergent }

!spirv.resources = !{!0, !1}
!spirv.empty = !{!2}

!0 = !{!1, null, !""}
!1 = !{!"a\22\0A\\", i32 -1}
!2 = !{}
!3 = !{i32 64, i32 1, i32 1}
!4 = !{i32 1}
!5 = !{!"vulkan", !"private"}
!6 = !{!"vulkan", !"nonprivate"}
!7 = !{!8, !6}
!8 = !{!"amdgcn-av", !"none"}
!9 = !{!8, !10, !6}
!10 = !{!"amdgpu-synchronize-as", !"local"}
!11 = !{!12, !6}
!12 = !{!"amdgpu-synchronize-as", !"global"}
!13 = !{!"agent"}
