; scope-wave-groups: wavefront scope across workgroups, in waves of one number
; Source: AMDGPU Memory Model document
; @Threads: @P0 wg 0 wave 0, @P1 wg 1 wave 0
; @Init: x = 0, y = 0
target triple = "amdgcn-amd-amdhsa"

@x = addrspace(1) global i32 0, align 4
@y = addrspace(1) global i32 0, align 4

define void @P0() {
entry:
  store i32 1, ptr addrspace(1) @x, align 4
  store atomic i32 1, ptr addrspace(1) @y syncscope("wavefront") release, align 4
  br label %end
end:
  ret void
}

define void @P1() {
entry:
  %r0 = load atomic i32, ptr addrspace(1) @y syncscope("wavefront") acquire, align 4
  %c0 = icmp eq i32 %r0, 1
  br i1 %c0, label %then0, label %end
then0:
  %r1 = load i32, ptr addrspace(1) @x, align 4
  br label %end
end:
  ret void
}
