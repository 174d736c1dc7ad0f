; call: functions are inlined, each call with variables of its own
; Source: sequential semantics of calls
; @Threads: @P0 wg 0 wave 0
; @Exists: x = 9 and y = 4
target triple = "amdgcn-amd-amdhsa"

@x = addrspace(1) global i32 0, align 4
@y = addrspace(1) global i32 0, align 4

define internal i32 @more(ptr addrspace(1) %where, i32 %by, ptr addrspace(5) %calls) {
entry:
  %own = alloca i32, align 4, addrspace(5)
  %count = load i32, ptr addrspace(5) %calls, align 4
  %counted = add i32 %count, 1
  store i32 %counted, ptr addrspace(5) %calls, align 4
  %old = load i32, ptr addrspace(1) %where, align 4
  %odd = icmp eq i32 %by, 4
  br i1 %odd, label %early, label %late

early:
  store i32 %by, ptr addrspace(1) %where, align 4
  ret i32 4

late:
  %sum = add i32 %old, %by
  store i32 %sum, ptr addrspace(5) %own, align 4
  %again = load i32, ptr addrspace(5) %own, align 4
  ret i32 %again
}

define void @P0() {
entry:
  %calls = alloca i32, align 4, addrspace(5)
  store i32 0, ptr addrspace(5) %calls, align 4
  %a = call i32 @more(ptr addrspace(1) @y, i32 4, ptr addrspace(5) %calls)
  %b = call i32 @more(ptr addrspace(1) @x, i32 3, ptr addrspace(5) %calls)
  %c = load i32, ptr addrspace(5) %calls, align 4
  %ab = add i32 %a, %b
  %abc = add i32 %ab, %c
  store i32 %abc, ptr addrspace(1) @x, align 4
  ret void
}
