; --abi=driver: what Mesa's driver starts. Each set is half of an address, as the push constants are; then come the grid, and the ids as
; the processor has them. Descriptors are the driver's words, and what nobody writes is one scalar load.
; RUN: %translate uniform-block.spv --abi=driver --mcpu=gfx1030 | %check --check-prefixes=IR,APART
; RUN: %translate uniform-block.spv --abi=driver --mcpu=gfx1100 | %check --check-prefixes=IR,PACKED
; RUN: %translate uniform-block.spv --abi=driver --mcpu=gfx1201 | %check --check-prefixes=IR,TOLD
; RUN: for c in gfx1030 gfx1100 gfx1201; do %translate uniform-block.spv --abi=driver --mcpu=$c | opt-%version -O2 | llc-%version -o - | %check --implicit-check-not='{{^.buffer_load}}'; done
; RUN: for c in gfx1030 gfx1100 gfx1201; do %translate push-constant.spv --abi=driver --mcpu=$c | opt-%version -O2 | llc-%version -o - | %check --check-prefix=PUSH; done
; IR: target triple = "amdgcn-mesa-mesa3d"
; IR: define amdgpu_cs void @main(ptr addrspace(6) inreg %set.1, <3 x i32> inreg %grid.1,
; APART-SAME: i32 inreg %workgroup_id.1, i32 inreg %workgroup_id.2, i32 inreg %workgroup_id.3, i32 %local_id.1, i32 %local_id.2, i32 %local_id.3)
; PACKED-SAME: i32 inreg %workgroup_id.1, i32 inreg %workgroup_id.2, i32 inreg %workgroup_id.3, i32 %local_ids.1)
; TOLD-SAME: i32 %local_ids.1)
; IR: load ptr addrspace(8), ptr addrspace(4) {{.*}} align 16, !invariant.load
; IR: addrspacecast ptr addrspace(8) {{.*}} to ptr addrspace(7)
; IR: "amdgpu-32bit-address-high-bits"="0xffff8000"
; IR: !{i32 7, !"amdgpu.buffer.oob.mode", i32 1}
; CHECK-LABEL: main:
; CHECK: s_load_{{b256|dwordx8}} s[{{[0-9:]+}}], s[2:3], {{0x0|null}}
; CHECK: s_buffer_load_
; CHECK: buffer_store_{{b128|dwordx4}} v[{{[0-9:]+}}], v{{[0-9]+}}, s[
; CHECK: s_endpgm
; PUSH-LABEL: main:
; PUSH: s_load_{{b32|dword}}
; PUSH: s_endpgm
; What a driver starts calls nothing.
; RUN: for c in gfx1030 gfx1100; do %translate barrier-in-function.spv --abi=driver --mcpu=$c | opt-%version -passes=always-inline -S | %check --check-prefix=ONE --implicit-check-not='call amdgpu_gfx'; done
; RUN-22: %translate barrier-in-function.spv --abi=driver --mcpu=gfx1201 | opt-%version -passes=always-inline -S | %check --check-prefix=ONE --implicit-check-not='call amdgpu_gfx'
; RUN-23: ! %translate barrier-in-function.spv --abi=driver --mcpu=gfx1201 -o /dev/null
; ONE: define amdgpu_cs void @main(
