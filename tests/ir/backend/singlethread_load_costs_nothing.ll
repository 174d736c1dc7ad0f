; mapping.md 10: `load atomic ... syncscope("singlethread") monotonic` costs nothing: at an address that differs between
; threads, where a plain load is a vector load too, the ISA is the same, instruction for instruction.
; RUN: for c in gfx90a gfx942 gfx1030 gfx1100 gfx1201; do %llc -mcpu=$c < %s | grep -P '^\t[a-z]+_' | grep -v amdhsa > %t.$c.atomic; done
; RUN: sed 's/load atomic \(.*\) syncscope("singlethread") monotonic/load \1/' %s > %t.plain.ll; ! cmp -s %s %t.plain.ll
; RUN: for c in gfx90a gfx942 gfx1030 gfx1100 gfx1201; do %llc -mcpu=$c < %t.plain.ll | grep -P '^\t[a-z]+_' | grep -v amdhsa > %t.$c.plain; done
; RUN: for c in gfx90a gfx942 gfx1030 gfx1100 gfx1201; do test -s %t.$c.atomic && cmp %t.$c.atomic %t.$c.plain || exit 1; done

define amdgpu_kernel void @words(ptr addrspace(1) %q, ptr addrspace(1) %out) {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  fence syncscope("agent") acquire, !mmra !0
  %p = getelementptr i32, ptr addrspace(1) %q, i32 %t
  %x = load atomic i32, ptr addrspace(1) %p syncscope("singlethread") monotonic, align 4, !mmra !0
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %x, ptr addrspace(1) %o, align 4, !mmra !0
  ret void
}

define amdgpu_kernel void @doubles(ptr addrspace(1) %q, ptr addrspace(1) %out) {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  fence syncscope("workgroup") acquire, !mmra !0
  %p = getelementptr double, ptr addrspace(1) %q, i32 %t
  %x = load atomic double, ptr addrspace(1) %p syncscope("singlethread") monotonic, align 8, !mmra !0
  %o = getelementptr double, ptr addrspace(1) %out, i32 %t
  store double %x, ptr addrspace(1) %o, align 8, !mmra !0
  ret void
}

define amdgpu_kernel void @bytes(ptr addrspace(1) %q, ptr addrspace(1) %out) {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  fence syncscope("workgroup") acquire, !mmra !0
  %p = getelementptr i8, ptr addrspace(1) %q, i32 %t
  %x = load atomic i8, ptr addrspace(1) %p syncscope("singlethread") monotonic, align 1, !mmra !0
  %o = getelementptr i8, ptr addrspace(1) %out, i32 %t
  store i8 %x, ptr addrspace(1) %o, align 1, !mmra !0
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()

!0 = !{!"vulkan", !"nonprivate"}
