; --abi=buffer: available and visible accesses go through global memory with the coherence bits of their scope, and never
; through a buffer resource, which would drop them.
; LLVM 23 is told that no cache has anything to do with the release and the acquire.
; RUN-22: %translate robust-coherent.spv --abi=buffer --mcpu=gfx942 | opt-%version -O2 | llc-%version -o - | %check --check-prefixes=GFX942,CACHES942
; RUN-22: %translate robust-coherent.spv --abi=buffer --mcpu=gfx1201 --coherence=fence | opt-%version -O2 | llc-%version -o - | %check --check-prefixes=GFX1201,CACHES1201
; RUN-23: %translate robust-coherent.spv --abi=buffer --mcpu=gfx942 | opt-%version -O2 | llc-%version -o - | %check --check-prefixes=GFX942 --implicit-check-not='buffer_{{inv|wbl2}}'
; RUN-23: %translate robust-coherent.spv --abi=buffer --mcpu=gfx1201 --coherence=fence | opt-%version -O2 | llc-%version -o - | %check --check-prefixes=GFX1201 --implicit-check-not='global_{{inv|wb}}'
; GFX942-LABEL: main:
; GFX942: s_cbranch_execz
; GFX942: global_load_dword v{{[0-9]+}}, {{.*}} sc1
; GFX942: s_cbranch_execz
; GFX942: global_load_dword v{{[0-9]+}}, {{.*}} sc1
; GFX942: s_cbranch_execz
; GFX942: global_load_dword v{{[0-9]+}}, {{.*}} sc1
; CACHES942: buffer_inv sc1
; GFX942: s_cbranch_execz
; GFX942: global_store_dword v{{.*}} sc1
; GFX942: s_cbranch_execz
; GFX942: global_store_dword v{{.*}} sc1
; GFX942: s_cbranch_execz
; CACHES942: buffer_wbl2 sc1
; GFX942: global_store_dword v{{.*}} sc1
; GFX1201-LABEL: main:
; GFX1201: s_cbranch_execz
; GFX1201: global_load_b32 v{{[0-9]+}}, {{.*}} scope:SCOPE_DEV
; CACHES1201: global_inv scope:SCOPE_DEV
; GFX1201: s_cbranch_execz
; GFX1201: global_store_b32 v{{.*}} scope:SCOPE_DEV
