; mapping.md 10, "Waits for data": arguments that several blocks use are taken once.
; RUN: %passes arguments | %check
; RUN: %passes arguments | llvm-as-%version -o /dev/null

declare i32 @llvm.amdgcn.workitem.id.x()

; At the end of the first block; the last argument is used by nobody.
; CHECK-LABEL: define amdgpu_kernel void @blocks(
; CHECK: entry:
; CHECK-NEXT: call void asm sideeffect "", "s,s"(ptr addrspace(1) %p, ptr addrspace(1) %q)
; CHECK-NEXT: br label %loop
define amdgpu_kernel void @blocks(ptr addrspace(1) %p, ptr addrspace(1) %q, ptr addrspace(1) %r) {
entry:
  br label %loop
loop:
  %a = load atomic i32, ptr addrspace(1) %p monotonic, align 4
  %more = icmp eq i32 %a, 0
  br i1 %more, label %loop, label %end
end:
  store i32 1, ptr addrspace(1) %q, align 4
  ret void
}

; Descriptors that lie among the arguments are waited for too, where they are read.
; CHECK-LABEL: define amdgpu_kernel void @by_value(
; CHECK: entry:
; CHECK-NEXT: call void asm sideeffect "", "s"(ptr addrspace(1) %q)
; CHECK-NEXT: br label %next
define amdgpu_kernel void @by_value(ptr addrspace(4) byref([16 x i8]) %texels, ptr addrspace(1) %q) {
entry:
  br label %next
next:
  %a = load i32, ptr addrspace(4) %texels, align 4
  br label %end
end:
  store i32 %a, ptr addrspace(1) %q, align 4
  ret void
}

; Where the first block waits for one, or one block alone does, nothing is taken.
; CHECK-LABEL: define amdgpu_kernel void @waited(
; CHECK-NOT: asm
; CHECK-LABEL: define amdgpu_kernel void @alone(
; CHECK-NOT: asm
; CHECK-LABEL: define amdgpu_kernel void @adds(
define amdgpu_kernel void @waited(ptr addrspace(1) %p, ptr addrspace(1) %q) {
entry:
  store i32 1, ptr addrspace(1) %p, align 4
  br label %next
next:
  store i32 1, ptr addrspace(1) %q, align 4
  br label %end
end:
  store i32 1, ptr addrspace(1) %p, align 4
  ret void
}
define amdgpu_kernel void @alone(ptr addrspace(1) %p) {
entry:
  br label %next
next:
  store i32 1, ptr addrspace(1) %p, align 4
  ret void
}

; Before an atomic that LLVM makes blocks of, with what has been loaded from the arguments.
; CHECK: %id = call
; CHECK-NEXT: %pushed = load i64
; CHECK-NEXT: call void asm sideeffect "", "s,s"(i64 %pushed, ptr addrspace(1) %p)
; CHECK-NEXT: %a = atomicrmw add
define amdgpu_kernel void @adds(ptr addrspace(1) %p, ptr addrspace(4) byref([8 x i64]) %push) {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %pushed = load i64, ptr addrspace(4) %push, align 8
  %a = atomicrmw add ptr addrspace(1) %p, i32 1 monotonic, align 4
  %to = inttoptr i64 %pushed to ptr addrspace(1)
  store i32 %id, ptr addrspace(1) %to, align 4
  ret void
}

; An exchange is none, and an access before it waits itself, as what lanes load from the arguments each for itself.
; CHECK-LABEL: define amdgpu_kernel void @exchanges(
; CHECK-NOT: asm
; CHECK-LABEL: define amdgpu_kernel void @stores(
; CHECK-NOT: asm
; CHECK-LABEL: define amdgpu_kernel void @indexes(
; CHECK-NOT: asm
; CHECK: ret void
define amdgpu_kernel void @exchanges(ptr addrspace(1) %p) {
  %a = atomicrmw xchg ptr addrspace(1) %p, i32 1 monotonic, align 4
  ret void
}
define amdgpu_kernel void @stores(ptr addrspace(1) %p) {
  store i32 1, ptr addrspace(1) %p, align 4
  %a = atomicrmw add ptr addrspace(1) %p, i32 1 monotonic, align 4
  ret void
}
define amdgpu_kernel void @indexes(ptr addrspace(1) %p, ptr addrspace(4) byref([8 x i64]) %push) {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %at = getelementptr i32, ptr addrspace(4) %push, i32 %id
  %other = load i32, ptr addrspace(4) %at, align 4
  %a = atomicrmw add ptr addrspace(1) %p, i32 %other monotonic, align 4
  ret void
}
