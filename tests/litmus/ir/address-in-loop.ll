; address-in-loop: a loop writes one element after the other; where an element lies is not where the first round had it
; Source: sequential semantics of a loop, a phi and a private variable
; @Threads: @P0 wg 0 wave 0
; @Exists: x[0] = 1 and x[1] = 2 and y[0] = 3 and y[1] = 4
target triple = "amdgcn-amd-amdhsa"

@x = addrspace(1) global [2 x i32] zeroinitializer, align 4
@y = addrspace(1) global [2 x i32] zeroinitializer, align 4

define void @P0() {
entry:
  %n = alloca i32, align 4, addrspace(5)
  store i32 0, ptr addrspace(5) %n, align 4
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %next = add i32 %i, 1
  %p = getelementptr i32, ptr addrspace(1) @x, i32 %i
  store i32 %next, ptr addrspace(1) %p, align 4
  %m = load i32, ptr addrspace(5) %n, align 4
  %q = getelementptr i32, ptr addrspace(1) @y, i32 %m
  %value = add i32 %i, 3
  store i32 %value, ptr addrspace(1) %q, align 4
  %k = add i32 %m, 1
  store i32 %k, ptr addrspace(5) %n, align 4
  %again = icmp ult i32 %next, 2
  br i1 %again, label %loop, label %end

end:
  ret void
}
