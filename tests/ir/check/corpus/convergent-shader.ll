; expect: nothing
; Nobody calls the entry point of a shader.
target triple = "amdgcn-amd-amdpal"

define dllexport amdgpu_cs void @main() {
  call void @llvm.amdgcn.s.barrier()
  ret void
}
