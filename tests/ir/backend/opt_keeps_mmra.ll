; mapping.md 10: opt -O2 keeps `!mmra` on loads, stores, fences and calls; where it joins two accesses it takes the union of
; their sets, and may leave it unsorted; it drops the metadata when it changes an access's type.
; RUN: %opt -O2 %s | %check --check-prefixes=CHECK,LLVM%version

; CHECK-LABEL: @kept(
; CHECK: load i32, ptr addrspace(1) %p, align 4, !mmra [[NONPRIVATE:![0-9]+]]
; CHECK: fence syncscope("agent") acquire, !mmra [[FENCE:![0-9]+]]
; CHECK: call void @g({{.*}}), !mmra [[NONPRIVATE]]
; CHECK: fence syncscope("agent") release, !mmra [[FENCE]]
; CHECK: store i32 {{.*}}, !mmra [[NONPRIVATE]]
define amdgpu_kernel void @kept(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  %v = load i32, ptr addrspace(1) %p, align 4, !mmra !0
  fence syncscope("agent") acquire, !mmra !2
  call void @g(ptr addrspace(1) %p), !mmra !0
  fence syncscope("agent") release, !mmra !2
  store i32 %v, ptr addrspace(1) %q, align 4, !mmra !0
  ret void
}

; CHECK-LABEL: @joined(
; CHECK: load i32, ptr addrspace(1) %p, align 4, !mmra [[UNION:![0-9]+]]
; CHECK-NOT: load
; CHECK: ret i32
define i32 @joined(ptr addrspace(1) %p, i1 %c) {
entry:
  br i1 %c, label %a, label %b

a:
  %x = load i32, ptr addrspace(1) %p, align 4, !mmra !7
  br label %d

b:
  %y = load i32, ptr addrspace(1) %p, align 4, !mmra !8
  br label %d

d:
  %z = phi i32 [ %x, %a ], [ %y, %b ]
  ret i32 %z
}

; CHECK-LABEL: @retyped(
; CHECK: load float, ptr addrspace(1) %p, align 4{{$}}
; CHECK: store i32 %v, ptr addrspace(1) %q, align 4{{$}}
define float @retyped(ptr addrspace(1) %p, ptr addrspace(1) %q, i32 %v) {
  %x = load i32, ptr addrspace(1) %p, align 4, !mmra !0
  %f = bitcast i32 %x to float
  %g = bitcast i32 %v to float
  store float %g, ptr addrspace(1) %q, align 4, !mmra !0
  ret float %f
}

declare void @g(ptr addrspace(1))

; CHECK-DAG: [[NONPRIVATE]] = !{!"vulkan", !"nonprivate"}
; CHECK-DAG: [[UNION]] = !{[[T1:![0-9]+]], [[T2:![0-9]+]], [[T3:![0-9]+]], [[T4:![0-9]+]]}
; Not sorted by prefix:
; CHECK-DAG: [[T1]] = !{!"foo", !"b"}
; CHECK-DAG: [[T2]] = !{!"bar", !"a"}
; LLVM22-DAG: [[T3]] = !{!"foo", !"a"}
; LLVM22-DAG: [[T4]] = !{!"bar", !"b"}
; LLVM23-DAG: [[T3]] = !{!"bar", !"b"}
; LLVM23-DAG: [[T4]] = !{!"foo", !"a"}
!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!"amdgpu-synchronize-as", !"global"}
!2 = !{!0, !1}
!3 = !{!"foo", !"a"}
!4 = !{!"foo", !"b"}
!5 = !{!"bar", !"b"}
!6 = !{!"bar", !"a"}
!7 = !{!3, !5}
!8 = !{!4, !6}
