; An exchange writes what it is given, also where it reads an undefined value.
; @Threads: @P0 wg 0 wave 0
; @Exists: u = 1
target triple = "amdgcn-amd-amdhsa"
@u = addrspace(1) global i32 undef, align 4
define void @P0() {
  %h0 = atomicrmw xchg ptr addrspace(1) @u, i32 1 syncscope("agent") monotonic, align 4
  ret void
}
