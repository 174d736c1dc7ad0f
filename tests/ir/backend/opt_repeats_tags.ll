; mapping.md 10: a union made by opt -O2 may hold a tag twice.
; RUN: %opt -O2 %s | %check

; CHECK: load i32, ptr addrspace(1) %p, align 4, !mmra [[UNION:![0-9]+]]
; CHECK: [[UNION]] = !{[[TAG:![0-9]+]], {{(.*, )?}}[[TAG]]
define i32 @joined(ptr addrspace(1) %p, i1 %c) {
entry:
  br i1 %c, label %a, label %b

a:
  %x = load i32, ptr addrspace(1) %p, align 4, !mmra !4
  br label %d

b:
  %y = load i32, ptr addrspace(1) %p, align 4, !mmra !0
  br label %d

d:
  %z = phi i32 [ %x, %a ], [ %y, %b ]
  ret i32 %z
}

!0 = !{!"foo", !"a"}
!1 = !{!"foo", !"b"}
!4 = !{!0, !1}
