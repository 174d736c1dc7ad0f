; expect: nothing
; Address space 4 is generic to SPIR-V, and its scopes have other names.
target triple = "spirv64-amd-amdhsa"

define spir_func void @f(ptr addrspace(4) %p) {
  store i32 1, ptr addrspace(4) %p, align 4
  %v = atomicrmw add ptr addrspace(4) %p, i32 1 syncscope("device") monotonic, align 4
  ret void
}
