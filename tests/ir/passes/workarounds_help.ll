; What the workaround is for. A uniform load after an acquire fence: scalar without it, a vector load with it. And loads on
; both sides of an acquire load: merged without it, apart with it.
; RUN: for c in gfx90a gfx942 gfx1030 gfx1100 gfx1201; do %llc -mcpu=$c < %s | %check --check-prefixes=ALL,WITHOUT || exit 1; done
; RUN: %passes workarounds > %t.ll; for c in gfx90a gfx942 gfx1030 gfx1100 gfx1201; do %llc -mcpu=$c < %t.ll | %check --check-prefixes=ALL,WITH || exit 1; done
; RUN: for c in gfx942 gfx1201; do opt-%version -mtriple=amdgcn-amd-amdhsa -mcpu=$c -O2 %t.ll -o - | %llc -mcpu=$c | %check --check-prefixes=ALL,WITH || exit 1; done

; ALL-LABEL: uniform:
; ALL: {{wbinvl1|buffer_inv|gl0_inv|global_inv}}
; WITHOUT: s_load_{{dword|b32}} s{{[0-9]+}}, s[{{[0-9:]+}}], 0x{{[04]$}}
; WITH: global_load_{{dword|b32}} v{{[0-9]+}}, v{{[0-9]+}}, s[{{[0-9:]+}}]{{( offset:4)?$}}
; ALL: s_endpgm
define amdgpu_kernel void @uniform(ptr addrspace(1) %q, ptr addrspace(1) %out) {
  fence syncscope("agent") acquire, !mmra !0
  %x = load i32, ptr addrspace(1) %q, align 4, !mmra !0
  store i32 %x, ptr addrspace(1) %out, align 4, !mmra !0
  ret void
}

; ALL-LABEL: both_sides:
; WITHOUT: ds_{{read|load}}_b64
; WITH: ds_{{read|load}}_b32
; WITH: ds_{{read|load}}_b32
; WITH: ds_{{read|load}}_b32 v{{[0-9]+}}, v{{[0-9]+}} offset:4
; ALL: s_endpgm
define amdgpu_kernel void @both_sides(ptr addrspace(3) %data, ptr addrspace(3) %flag, ptr addrspace(1) %out) {
  %a = load i32, ptr addrspace(3) %data, align 8, !mmra !0
  %g = load atomic i32, ptr addrspace(3) %flag syncscope("workgroup") acquire, align 4, !mmra !0
  %q = getelementptr i32, ptr addrspace(3) %data, i32 1
  %b = load i32, ptr addrspace(3) %q, align 4, !mmra !0
  %d = sub i32 %a, %b
  %e = add i32 %d, %g
  store i32 %e, ptr addrspace(1) %out, align 4, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
