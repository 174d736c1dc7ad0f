; RUN: %passes loops | %check
; RUN: %passes loops | llvm-as-%version -o /dev/null

; LLVM copies what a loop does before it asks whether to leave. Where that synchronizes, empty assembly at the header keeps it whole:
; in the header, or behind it where there is one way. Behind the question, or in another loop, it is not copied.
; CHECK-LABEL: define void @asks(
; CHECK: entry:
; CHECK-NEXT: br label %loop
; CHECK: loop:
; CHECK-NEXT: %n = phi
; CHECK-NEXT: call void asm sideeffect "", ""() #[[WHOLE:[0-9]+]]
; CHECK-NEXT: br label %more
; CHECK: late:
; CHECK-NEXT: br i1
; CHECK-LABEL: define void @straight(
; CHECK-NEXT: entry:
; CHECK-NEXT: fence
; CHECK-LABEL: define void @before(
; CHECK-NEXT: entry:
; CHECK-NEXT: fence
; CHECK: attributes #[[WHOLE]] = { noduplicate }
define void @asks(ptr addrspace(1) %p, i1 %again) {
entry:
  br label %loop
loop:
  %n = phi i32 [ 0, %entry ], [ 1, %back ]
  br label %more
more:
  %flag = load atomic i32, ptr addrspace(1) %p syncscope("agent") monotonic, align 4
  br i1 %again, label %back, label %late
back:
  br label %loop
late:
  br i1 %again, label %then, label %end
then:
  fence syncscope("agent") release
  br label %late
end:
  ret void
}

; No loop.
define void @straight(i1 %w) {
entry:
  fence syncscope("agent") release
  br i1 %w, label %a, label %b
a:
  br label %b
b:
  ret void
}

; What synchronizes stands before a loop.
define void @before(i1 %w) {
entry:
  fence syncscope("agent") release
  br i1 %w, label %a, label %loop
a:
  br label %loop
loop:
  br i1 %w, label %loop, label %end
end:
  ret void
}
