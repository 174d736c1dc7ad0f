; The cache policy that the translation gives atomic loads and stores of images is what LLVM gives those of agent scope; the
; volatile bit, which it gives them where no processor is named, is coherence with the system everywhere.
; RUN: for c in gfx906:1:0 gfx90a:1:0 gfx942:16:16 gfx950:16:16 gfx1010:5:0 gfx1030:5:0 gfx1100:1:0 gfx1200:16:16 gfx1201:16:16; do IFS=: read -r p load store <<<"$c"; sed "s/i32 1001/i32 $load/; s/i32 1002/i32 $store/" %s | %llc -mcpu=$p >%t || exit 1; for a in load store; do test "$(grep -oE "global_${a}_.*" %t | grep -oE ' (glc|dlc|sc1|scope:SCOPE_[A-Z]+)' | tr -d '\n')" = "$(grep -oE "buffer_${a}_.*" %t | head -1 | grep -oE ' (glc|dlc|sc1|scope:SCOPE_[A-Z]+)' | tr -d '\n')" || exit 1; done; done
; RUN: for c in gfx1030 gfx1100; do sed 's/i32 100[12]/i32 0/' %s | %llc -mcpu=$c | %check --check-prefix=GLC || exit 1; done
; RUN: sed 's/i32 100[12]/i32 0/' %s | %llc -mcpu=gfx942 | %check --check-prefix=SC
; RUN: sed 's/i32 100[12]/i32 0/' %s | %llc -mcpu=gfx1201 | %check --check-prefix=SCOPE
; Of a read-modify-write gfx12 takes a scope from the policy alone: the volatile bit gives it none. Bit 4 is its device scope, and on
; the others something that is stronger or nothing.
; RUN: for p in gfx1030 gfx1100; do %llc -mcpu=$p < %s | %check --check-prefix=MODIFY || exit 1; done
; RUN: %llc -mcpu=gfx90a < %s | %check --check-prefix=MODIFY90A
; RUN: %llc -mcpu=gfx942 < %s | %check --check-prefix=MODIFY942
; RUN: %llc -mcpu=gfx1201 < %s | %check --check-prefix=MODIFY12
; MODIFY-LABEL: modify:
; MODIFY: buffer_atomic_add{{.*}} idxen{{$}}
; MODIFY: buffer_atomic_add{{.*}} idxen{{$}}
; MODIFY90A-LABEL: modify:
; MODIFY90A: buffer_atomic_add{{.*}} idxen{{$}}
; MODIFY90A: buffer_atomic_add{{.*}} idxen scc{{$}}
; MODIFY942-LABEL: modify:
; MODIFY942: buffer_atomic_add{{.*}} idxen{{$}}
; MODIFY942: buffer_atomic_add{{.*}} idxen sc1{{$}}
; MODIFY12-LABEL: modify:
; MODIFY12: buffer_atomic_add{{.*}} idxen{{$}}
; MODIFY12: buffer_atomic_add{{.*}} idxen scope:SCOPE_DEV
define amdgpu_kernel void @modify(<4 x i32> %r) {
  %v = call i32 @llvm.amdgcn.struct.buffer.atomic.add.i32(i32 1, <4 x i32> %r, i32 0, i32 0, i32 0, i32 -2147483648)
  %w = call i32 @llvm.amdgcn.struct.buffer.atomic.add.i32(i32 1, <4 x i32> %r, i32 0, i32 0, i32 0, i32 -2147483632)
  ret void
}
; GLC-LABEL: volatile:
; GLC: buffer_load_format_x {{.*}} glc dlc
; GLC: buffer_store_format_x
; SC-LABEL: volatile:
; SC: buffer_load_format_x {{.*}} sc0 sc1
; SC: buffer_store_format_x {{.*}} sc0 sc1
; SCOPE-LABEL: volatile:
; SCOPE: buffer_load_format_x {{.*}} scope:SCOPE_SYS
; SCOPE: buffer_store_format_x {{.*}} scope:SCOPE_SYS
define amdgpu_kernel void @atomic(ptr addrspace(1) %p, <4 x i32> %r) {
  %v = load atomic i32, ptr addrspace(1) %p syncscope("agent") monotonic, align 4
  store atomic i32 %v, ptr addrspace(1) %p syncscope("agent") monotonic, align 4
  %w = call float @llvm.amdgcn.struct.buffer.load.format.f32(<4 x i32> %r, i32 0, i32 0, i32 0, i32 1001)
  call void @llvm.amdgcn.struct.buffer.store.format.f32(float %w, <4 x i32> %r, i32 0, i32 0, i32 0, i32 1002)
  ret void
}

define amdgpu_kernel void @volatile(ptr addrspace(1) %p, <4 x i32> %r) {
  %w = call float @llvm.amdgcn.struct.buffer.load.format.f32(<4 x i32> %r, i32 0, i32 0, i32 0, i32 -2147483648)
  call void @llvm.amdgcn.struct.buffer.store.format.f32(float %w, <4 x i32> %r, i32 0, i32 0, i32 0, i32 -2147483648)
  ret void
}
