; expect: convergent-function
; But a function of their calling convention is called.
target triple = "amdgcn-amd-amdpal"

define amdgpu_gfx void @helper() {
  call void @llvm.amdgcn.s.barrier()
  ret void
}
