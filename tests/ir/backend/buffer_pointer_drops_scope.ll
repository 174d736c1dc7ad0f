; mapping.md 10: address space 7 (buffer fat pointers) drops the syncscope of atomics: an agent access becomes a plain one.
; The same access through address space 1 carries the coherence bits of its scope.
; RUN: %llc -mcpu=gfx90a < %s | %check --check-prefixes=ALL,GFX90A
; RUN: %llc -mcpu=gfx942 < %s | %check --check-prefixes=ALL,GFX942
; RUN: %llc -mcpu=gfx1030 < %s | %check --check-prefixes=ALL,GFX1030
; RUN: %llc -mcpu=gfx1100 < %s | %check --check-prefixes=ALL,GFX1100
; RUN: %llc -mcpu=gfx1201 < %s | %check --check-prefixes=ALL,GFX1201

; ALL-LABEL: load_through_buffer:
; ALL: buffer_load_{{b32|dword}} v{{[0-9]+}}, off, s[{{[0-9:]+}}], {{0|null}}{{$}}
define amdgpu_kernel void @load_through_buffer(ptr addrspace(1) %q, ptr addrspace(1) %out) {
  %p = call ptr addrspace(7) @llvm.amdgcn.make.buffer.rsrc.p7.p1(ptr addrspace(1) %q, i16 0, i64 4096, i32 159744)
  %x = load atomic i32, ptr addrspace(7) %p syncscope("agent") monotonic, align 4
  store i32 %x, ptr addrspace(1) %out
  ret void
}

; ALL-LABEL: load_through_global:
; GFX90A: global_load_dword v{{[0-9]+}}, v{{[0-9]+}}, s[{{[0-9:]+}}] glc{{$}}
; GFX942: global_load_dword v{{[0-9]+}}, v{{[0-9]+}}, s[{{[0-9:]+}}] sc1{{$}}
; GFX1030: global_load_dword v{{[0-9]+}}, v{{[0-9]+}}, s[{{[0-9:]+}}] glc dlc{{$}}
; GFX1100: global_load_b32 v{{[0-9]+}}, v{{[0-9]+}}, s[{{[0-9:]+}}] glc{{$}}
; GFX1201: global_load_b32 v{{[0-9]+}}, v{{[0-9]+}}, s[{{[0-9:]+}}] scope:SCOPE_DEV{{$}}
define amdgpu_kernel void @load_through_global(ptr addrspace(1) %q, ptr addrspace(1) %out) {
  %x = load atomic i32, ptr addrspace(1) %q syncscope("agent") monotonic, align 4
  store i32 %x, ptr addrspace(1) %out
  ret void
}

; ALL-LABEL: store_through_buffer:
; ALL: buffer_store_{{b32|dword}} v{{[0-9]+}}, off, s[{{[0-9:]+}}], {{0|null}}{{$}}
define amdgpu_kernel void @store_through_buffer(ptr addrspace(1) %q, i32 %v) {
  %p = call ptr addrspace(7) @llvm.amdgcn.make.buffer.rsrc.p7.p1(ptr addrspace(1) %q, i16 0, i64 4096, i32 159744)
  store atomic i32 %v, ptr addrspace(7) %p syncscope("agent") monotonic, align 4
  ret void
}

; ALL-LABEL: store_through_global:
; GFX942: global_store_dword v{{[0-9]+}}, v{{[0-9]+}}, s[{{[0-9:]+}}] sc1{{$}}
; GFX1201: global_store_b32 v{{[0-9]+}}, v{{[0-9]+}}, s[{{[0-9:]+}}] scope:SCOPE_DEV{{$}}
define amdgpu_kernel void @store_through_global(ptr addrspace(1) %q, i32 %v) {
  store atomic i32 %v, ptr addrspace(1) %q syncscope("agent") monotonic, align 4
  ret void
}
