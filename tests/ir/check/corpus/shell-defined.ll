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
