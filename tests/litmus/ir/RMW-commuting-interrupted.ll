; RMW-commuting-interrupted: an increment may come behind a store that stands behind another one
; Source: own
; @Threads: @P0 wg 0 wave 0, @P1 wg 1 wave 0
; @Init: x = 0
; @Exists: x = 6
target triple = "amdgcn-amd-amdhsa"

@x = addrspace(1) global i32 0, align 4

define void @P0() {
entry:
  atomicrmw add ptr addrspace(1) @x, i32 1 monotonic, align 4
  br label %end
end:
  ret void
}

define void @P1() {
entry:
  atomicrmw add ptr addrspace(1) @x, i32 2 monotonic, align 4
  store atomic i32 5, ptr addrspace(1) @x monotonic, align 4
  br label %end
end:
  ret void
}
