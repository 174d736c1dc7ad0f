; global-fence-local-data: not by one of global memory
; @Threads: @P0 wg 0 wave 0, @P1 wg 0 wave 1
; @Init: x = 0, y = 0
target triple = "amdgcn-amd-amdhsa"

@x = internal addrspace(3) global i32 poison, align 4
@y = internal addrspace(3) global i32 poison, align 4

define void @P0() {
entry:
  store i32 1, ptr addrspace(3) @x, align 4
  fence syncscope("workgroup") release, !mmra !0
  store atomic i32 1, ptr addrspace(3) @y syncscope("workgroup") monotonic, align 4
  br label %end
end:
  ret void
}

define void @P1() {
entry:
  %r0 = load atomic i32, ptr addrspace(3) @y syncscope("workgroup") monotonic, align 4
  fence syncscope("workgroup") acquire, !mmra !0
  %c0 = icmp eq i32 %r0, 1
  br i1 %c0, label %then0, label %end
then0:
  %r1 = load i32, ptr addrspace(3) @x, align 4
  br label %end
end:
  ret void
}

!0 = !{!"amdgpu-synchronize-as", !"global"}
