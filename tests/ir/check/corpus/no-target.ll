; expect: no-target
; No triple.

define void @f() {
  ret void
}
