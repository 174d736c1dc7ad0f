; --abi=buffer: plain accesses go through a buffer resource of the processor's form, whose size is the parameter; atomics go
; through global memory, under a check of their own, with the scope that they have.
; RUN: for c in gfx90a gfx942; do %translate atomic-add-buffer.spv --abi=buffer --mcpu=$c | opt-%version -O2 | llc-%version -o - | %check --check-prefixes=ALL,GFX9; done
; RUN: for c in gfx1030 gfx1100 gfx1201; do %translate atomic-add-buffer.spv --abi=buffer --mcpu=$c | opt-%version -O2 | llc-%version -o - | %check --check-prefixes=ALL,GFX10; done
; RUN: %translate atomic-add-buffer.spv --abi=buffer --mcpu=gfx942 | llc-%version -o - | %check --check-prefixes=DEVICE
; ALL-LABEL: main:
; GFX9: s_mov_b32 s{{[0-9]+}}, 0x27000
; GFX10: s_mov_b32 s{{[0-9]+}}, 0x31027000
; ALL: buffer_store_{{dword|b32}} v{{[0-9]+}}, v{{[0-9]+}}, s[{{[0-9:]+}}], {{0|null}} offen
; ALL: {{v_cmpx?_lt_u64(_e32|_e64)?}}{{.*}} 3, v[
; ALL: s_cbranch_execz
; ALL: buffer_load_{{dword|b32}}
; ALL: global_atomic_add
; ALL: buffer_store_{{dword|b32}}
; the last word, whose offset is known, under a check by the scalar unit
; ALL: s_cbranch_vccnz
; ALL: global_atomic_add
; ALL: s_endpgm
; No compare-exchange loop stands for an atomic: --memory=device is this ABI's default.
; DEVICE-NOT: cmpswap
