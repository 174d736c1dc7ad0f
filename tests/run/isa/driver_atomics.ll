; --abi=driver: an atomic is an instruction by descriptor, on gfx12 with its scope. What no such instruction does on some processor goes
; by the address in the descriptor, under a check of its own: floats, and 64-bit floats in a loop.
; RUN: for c in gfx1030 gfx1100; do %translate atomic-add-buffer.spv --abi=driver --mcpu=$c | opt-%version -O2 | llc-%version -o - | %check --implicit-check-not='global_atomic'; done
; RUN: %translate atomic-add-buffer.spv --abi=driver --mcpu=gfx1201 | opt-%version -O2 | llc-%version -o - | %check --check-prefixes=CHECK,SCOPE --implicit-check-not='global_atomic'
; RUN: for c in gfx1030 gfx1100 gfx1201; do %translate atomic-add-buffer.spv --abi=driver --mcpu=$c --convergence=tokens | opt-%version -O2 | llc-%version -o - | %check --implicit-check-not='global_atomic'; done
; RUN: %translate atomic-int64.spv --abi=driver --mcpu=gfx1201 | opt-%version -O2 | llc-%version -o - | %check --check-prefix=WIDE --implicit-check-not='global_atomic'
; RUN: for c in gfx1030 gfx1100 gfx1201; do %translate atomic-double-add.spv --abi=driver --mcpu=$c | opt-%version -O2 | llc-%version -o - | %check --check-prefix=ADDRESS; done
; CHECK-LABEL: main:
; CHECK: buffer_atomic_add
; SCOPE-SAME: scope:SCOPE_DEV
; CHECK: buffer_atomic_add
; SCOPE-SAME: scope:SCOPE_DEV
; CHECK: s_endpgm
; WIDE: buffer_atomic_add_u64 {{.*}} scope:SCOPE_DEV
; WIDE: buffer_atomic_min_u64 {{.*}} scope:SCOPE_DEV
; WIDE: buffer_atomic_max_u64 {{.*}} scope:SCOPE_DEV
; ADDRESS-LABEL: main:
; ADDRESS: {{v_cmpx?_lt_u64(_e32|_e64)?}}{{.*}} 7, v[
; ADDRESS: global_atomic_cmpswap
; ADDRESS: s_endpgm
; Two descriptors may lead to the same memory: which way a copy goes is asked of addresses.
; RUN: %translate overlapping-parts.spv --abi=driver --mcpu=gfx1100 | %check --check-prefix=OVERLAP --implicit-check-not='icmp ult ptr addrspace(7)'
; OVERLAP: icmp ult ptr addrspace(1)
