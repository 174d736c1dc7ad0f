; --wave: the size of subgroups is an attribute of every function, so that llc needs no option; SubgroupSize is a constant, masks
; of lanes are words of that size.
; RUN: %translate subgroup-ballot.spv --wave=32 --mcpu=gfx1100 | %check --check-prefix=IR32
; RUN: %translate subgroup-ballot.spv --wave=64 --mcpu=gfx1100 | %check --check-prefix=IR64
; RUN: %translate subgroup-ballot.spv --mcpu=gfx1100 | %check --check-prefix=IR
; RUN: %translate subgroup-builtins.spv --mcpu=gfx942 | (! grep wavefrontsize)
; RUN: for c in gfx1030 gfx1100 gfx1201; do %translate subgroup-builtins.spv --wave=32 --mcpu=$c | llc-%version -o - | %check --check-prefix=W32; done
; RUN: for c in gfx1030 gfx1100 gfx1201; do %translate subgroup-builtins.spv --wave=64 --mcpu=$c | llc-%version -o - | %check --check-prefix=W64; done
; RUN: for s in ballot shuffle vote quad reduce-integers masks; do for w in 32 64; do %translate subgroup-$s.spv --wave=$w --mcpu=gfx1201 | llc-%version -filetype=null || exit 1; done; done
; IR32-NOT: wavefrontsize()
; IR32: call i32 @llvm.amdgcn.ballot.i32(i1
; IR32: attributes #{{.*}} "target-cpu"="gfx1100" "target-features"="+wavefrontsize32"
; IR64-NOT: wavefrontsize()
; IR64: call i64 @llvm.amdgcn.ballot.i64(i1
; IR64: attributes #{{.*}} "target-cpu"="gfx1100" "target-features"="+wavefrontsize64"
; IR: call i64 @llvm.amdgcn.ballot.i64(i1
; IR-NOT: target-features
; W32-LABEL: main:
; W32: v_{{(dual_)?}}mov_b32{{(_e32)?}} v{{[0-9]+}}, 32{{( ::.*)?$}}
; W32: .amdhsa_wavefront_size32 1
; W64-LABEL: main:
; W64: v_mov_b32{{(_e32)?}} v{{[0-9]+}}, 64{{$}}
; W64: .amdhsa_wavefront_size32 0
