; --abi=buffer: the number of workgroups and the dispatch base are read through parameters, not from implicit arguments.
; RUN: %translate builtin-num-workgroups.spv --abi=buffer --mcpu=gfx1100 --dispatch-base | %check --check-prefix=IR
; RUN: for c in gfx942 gfx1100 gfx1201; do %translate builtin-num-workgroups.spv --abi=buffer --mcpu=$c | llc-%version -filetype=null; done
; IR: define amdgpu_kernel void @main({{.*}}, ptr addrspace(4) noundef align 4 %smmra_num_workgroups, ptr addrspace(4) noundef align 4 %smmra_dispatch_base)
; IR: load <3 x i32>, ptr addrspace(4) %smmra_num_workgroups, align 4, {{.*}}!invariant.load
; IR-NOT: implicitarg
; IR: !{!"main", i32 {{[0-9]+}}, !"num_workgroups", i32 0, i32 0, i32 1, i64 12}
; IR: !{!"main", i32 {{[0-9]+}}, !"dispatch_base", i32 0, i32 0, i32 1, i64 12}
