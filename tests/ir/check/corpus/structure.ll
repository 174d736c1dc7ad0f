;--- dominance-unreached-right.ll
; expect: nothing
; Where control never comes anything may be used.
target triple = "amdgcn-amd-amdhsa"

define void @f(i32 %x, ptr addrspace(1) %p) {
entry:
  br label %end

never:
  %v = add i32 %w, 1
  %w = add i32 %v, 1
  br label %end

end:
  ret void
}
;--- dominance-wrong.ll
; expect: dominance
; A value of one branch, used behind both.
target triple = "amdgcn-amd-amdhsa"

define void @f(i1 %c, i32 %x, ptr addrspace(1) %p) {
entry:
  br i1 %c, label %left, label %join

left:
  %v = add i32 %x, 1
  br label %join

join:
  store i32 %v, ptr addrspace(1) %p, align 4
  ret void
}
;--- no-target.ll
; expect: no-target
; No triple.

define void @f() {
  ret void
}
;--- shell-defined.ll
; expect: nothing
; A module may define what a shell gives.
target triple = "amdgcn-amd-amdpal"

define amdgpu_gfx void @smmra.end.primitive(i32 %stream) nounwind {
entry:
  ret void
}

define amdgpu_ps void @main() nounwind {
entry:
  call amdgpu_gfx void @smmra.end.primitive(i32 0)
  ret void
}
;--- signature-attribute-right.ll
; expect: nothing
; Attributes where they belong.
target triple = "amdgcn-amd-amdhsa"

define noundef i32 @f(ptr addrspace(1) noalias readonly align 4 captures(none) %p, i16 signext %i) #0 {
  ret i32 0
}

attributes #0 = { nounwind willreturn memory(argmem: read) "amdgpu-flat-work-group-size"="1,64" }
;--- signature-kernel-wrong.ll
; expect: signature
; A kernel that returns something.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel i32 @f() {
  ret i32 0
}
;--- spirv-generic.ll
; expect: nothing
; Address space 4 is generic to SPIR-V, and its scopes have other names.
target triple = "spirv64-amd-amdhsa"

define spir_func void @f(ptr addrspace(4) %p) {
  store i32 1, ptr addrspace(4) %p, align 4
  %v = atomicrmw add ptr addrspace(4) %p, i32 1 syncscope("device") monotonic, align 4
  ret void
}
;--- structure-phi-right.ll
; expect: nothing
; Two values for two cases of one switch.
target triple = "amdgcn-amd-amdhsa"

define void @f(i32 %i) {
entry:
  switch i32 %i, label %other [
    i32 1, label %join
    i32 2, label %join
  ]

other:
  br label %join

join:
  %v = phi i32 [ 0, %entry ], [ 0, %entry ], [ 1, %other ]
  ret void
}
;--- structure-phi-wrong.ll
; expect: block-structure
; A phi without a value for one of the branches.
target triple = "amdgcn-amd-amdhsa"

define void @f(i1 %c) {
entry:
  br i1 %c, label %left, label %join

left:
  br label %join

join:
  %v = phi i32 [ 0, %left ]
  ret void
}
;--- type-inttoptr-right.ll
; expect: nothing
; Vectors of pointers from vectors of integers, and a pointer from their bits.
target triple = "amdgcn-amd-amdhsa"

define void @f(<2 x i32> %v) {
  %q = inttoptr <2 x i32> %v to <2 x ptr addrspace(3)>
  %i = bitcast <2 x i32> %v to i64
  %p = inttoptr i64 %i to ptr
  ret void
}
;--- type-inttoptr-wrong.ll
; expect: operand-type
; A pointer of a vector of integers.
target triple = "amdgcn-amd-amdhsa"

define void @f(<2 x i32> %v) {
  %p = inttoptr <2 x i32> %v to ptr
  ret void
}
;--- type-silenced.ll
; expect: nothing
; Silenced like any other rule.
target triple = "amdgcn-amd-amdhsa"

define void @f(<2 x i32> %v) {
  ; mmra-check: off operand-type: it is generated so
  %p = inttoptr <2 x i32> %v to ptr
  ret void
}
