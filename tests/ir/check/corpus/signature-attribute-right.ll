; expect: nothing
; Attributes where they belong.
target triple = "amdgcn-amd-amdhsa"

define noundef i32 @f(ptr addrspace(1) noalias readonly align 4 captures(none) %p, i16 signext %i) #0 {
  ret i32 0
}

attributes #0 = { nounwind willreturn memory(argmem: read) "amdgpu-flat-work-group-size"="1,64" }
