; expect: target
; On another target the stack is in address space 0.
target triple = "x86_64-pc-linux-gnu"

define void @main(i32 %n) {
entry:
  %v = alloca i32, align 4
  store i32 1, ptr %v, align 4, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"private"}
