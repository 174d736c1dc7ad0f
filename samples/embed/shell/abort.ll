; The end of an invocation that aborts (docs/guide/stages.md, "Aborts"). The trap handler of a driver finds the message in the wave's
; private memory, keeps it and reports the device as lost; this one tells it by s_trap 3, behind which the invocation ends.

define amdgpu_gfx void @smmra.abort(ptr addrspace(5) %message, i32 %bytes) alwaysinline {
  call void @llvm.debugtrap()
  ret void
}

declare void @llvm.debugtrap()
