; mapping.md 10: without !amdgpu.no.fine.grained.memory and !amdgpu.no.remote.memory some integer atomics become
; compare-exchange loops (at agent scope on gfx90a, gfx10 and gfx11, at system scope everywhere); with them none does.
; RUN: for c in gfx90a gfx1030 gfx1100; do %llc -mcpu=$c < %s | %check --check-prefixes=ALL,LOOP || exit 1; done
; RUN: for c in gfx942 gfx1201; do %llc -mcpu=$c < %s | %check --check-prefixes=ALL,NATIVE || exit 1; done
; RUN: for c in gfx90a gfx942 gfx1030 gfx1100 gfx1201; do sed 's/ syncscope("agent")//' %s | %llc -mcpu=$c | %check --check-prefixes=ALL,LOOP || exit 1; done

; ALL-LABEL: bare:
; LOOP: {{cmpswap}}
; NATIVE-NOT: cmpswap
; NATIVE: global_atomic_xor
; ALL: s_endpgm
define amdgpu_kernel void @bare(ptr addrspace(1) %p, i32 %v) {
  %x = atomicrmw xor ptr addrspace(1) %p, i32 %v syncscope("agent") monotonic, align 4
  ret void
}

; ALL-LABEL: marked:
; ALL-NOT: cmpswap
; ALL: global_atomic_xor
; ALL-NOT: cmpswap
; ALL: s_endpgm
define amdgpu_kernel void @marked(ptr addrspace(1) %p, i32 %v) {
  %x = atomicrmw xor ptr addrspace(1) %p, i32 %v syncscope("agent") monotonic, align 4, !amdgpu.no.fine.grained.memory !0, !amdgpu.no.remote.memory !0
  ret void
}

; Local memory needs neither.
; ALL-LABEL: local:
; ALL: ds_xor
; ALL-NOT: cmpst
; ALL: s_endpgm
define amdgpu_kernel void @local(ptr addrspace(3) %p, i32 %v) {
  %x = atomicrmw xor ptr addrspace(3) %p, i32 %v syncscope("agent") monotonic, align 4
  ret void
}

; Nor does an addition at agent scope.
; ALL-LABEL: addition:
; ALL: global_atomic_add
; ALL-NOT: cmpswap
; ALL: s_endpgm
define amdgpu_kernel void @addition(ptr addrspace(1) %p, i32 %v) {
  %x = atomicrmw add ptr addrspace(1) %p, i32 %v syncscope("agent") monotonic, align 4
  ret void
}

!0 = !{}
