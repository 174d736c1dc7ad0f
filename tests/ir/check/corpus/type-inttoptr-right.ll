; expect: nothing
; Vectors of pointers from vectors of integers, and a pointer from their bits.
target triple = "amdgcn-amd-amdhsa"

define void @f(<2 x i32> %v) {
  %q = inttoptr <2 x i32> %v to <2 x ptr addrspace(3)>
  %i = bitcast <2 x i32> %v to i64
  %p = inttoptr i64 %i to ptr
  ret void
}
