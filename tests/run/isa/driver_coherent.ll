; --abi=driver: what is atomic, available or visible has the cache policy of an atomic of the device ("Memory Model" of LLVM's AMDGPU
; document): a load glc and dlc on gfx10, glc on gfx11; on gfx12 each its scope, stores too. All go by descriptor.
; RUN: %translate robust-coherent.spv --abi=driver --mcpu=gfx1030 | opt-%version -O2 | llc-%version -o - | %check --check-prefixes=ALL,GFX1030 --implicit-check-not='{{global|flat}}_{{load|store}}'
; RUN: %translate robust-coherent.spv --abi=driver --mcpu=gfx1100 | opt-%version -O2 | llc-%version -o - | %check --check-prefixes=ALL,GFX1100 --implicit-check-not='{{global|flat}}_{{load|store}}'
; RUN: %translate robust-coherent.spv --abi=driver --mcpu=gfx1201 | opt-%version -O2 | llc-%version -o - | %check --check-prefixes=ALL,GFX1201 --implicit-check-not='{{global|flat}}_{{load|store}}'
; ALL-LABEL: main:
; GFX1030: buffer_load_dword v{{[0-9]+}}, {{.*}} glc dlc{{$}}
; GFX1030: buffer_load_dword v{{[0-9]+}}, {{.*}} glc dlc{{$}}
; the acquire load, and the wait of its acquire
; GFX1030: buffer_load_dword v{{[0-9]+}}, {{.*}} glc dlc{{$}}
; GFX1030: s_waitcnt vmcnt(0)
; GFX1100: buffer_load_b32 v{{[0-9]+}}, {{.*}} glc{{$}}
; GFX1100: buffer_load_b32 v{{[0-9]+}}, {{.*}} glc{{$}}
; GFX1100: buffer_load_b32 v{{[0-9]+}}, {{.*}} glc{{$}}
; GFX1100: s_waitcnt vmcnt(0)
; GFX1201: buffer_load_b32 v{{[0-9]+}}, {{.*}} scope:SCOPE_DEV
; GFX1201: buffer_load_b32 v{{[0-9]+}}, {{.*}} scope:SCOPE_DEV
; GFX1201: buffer_load_b32 v{{[0-9]+}}, {{.*}} scope:SCOPE_DEV
; GFX1201: s_wait_loadcnt 0x0
; behind the barrier the available writes, whole vectors in parts
; ALL: wave barrier
; GFX1030-COUNT-5: buffer_store_dword
; GFX1100-COUNT-5: buffer_store_b32
; GFX1201-COUNT-5: buffer_store_b32 v{{.*}} scope:SCOPE_DEV
; the release waits for all stores before the last
; GFX1030: s_waitcnt_vscnt null, 0x0
; GFX1030-NEXT: buffer_store_dword
; GFX1100: s_waitcnt_vscnt null, 0x0
; GFX1100-NEXT: buffer_store_b32
; GFX1201: s_wait_storecnt 0x0
; GFX1201-NEXT: buffer_store_b32 v{{.*}} scope:SCOPE_DEV
; ALL-NOT: buffer_store
; ALL: s_endpgm
