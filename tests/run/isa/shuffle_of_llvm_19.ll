; LLVM 19 and 21 have no shuffle, and take its name for that of a function elsewhere: the lanes are read one after the other, or 32 of them
; by their place in bytes.
; RUN: for l in 19 21; do %translate subgroup-shuffle.spv --llvm $l --mcpu=gfx1100 | %check --implicit-check-not=wave.shuffle; done
; RUN: for l in 19 21; do %translate subgroup-shuffle.spv --llvm $l --mcpu=gfx1100 --wave=32 | %check --check-prefix=HALF --implicit-check-not=wave.shuffle; done
; RUN: %translate subgroup-shuffle.spv --llvm 22 --mcpu=gfx1100 | %check --check-prefix=LATER
; CHECK: [[LANE:%.*]] = trunc i64 {{.*}} to i32
; CHECK: [[WORD:%.*]] = call i32 @llvm.amdgcn.readlane.i32(i32 {{.*}}, i32 [[LANE]])
; CHECK: [[IS:%.*]] = icmp eq i32 {{.*}}, [[LANE]]
; CHECK: select i1 [[IS]], i32 [[WORD]],
; LATER: @llvm.amdgcn.wave.shuffle.i32
; HALF: [[PLACE:%.*]] = shl i32 {{.*}}, 2
; HALF: call i32 @llvm.amdgcn.ds.bpermute(i32 [[PLACE]], i32
