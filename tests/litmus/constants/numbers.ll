; Intrinsics that compute numbers, with what LLVM's language reference says that they give.
; @Threads: @P0 wg 0 wave 0
; @Forall: over = 4294967295 and sum = 11 and under = 0 and difference = 5 and high = 127 and low = 128 and middle = 0 and absolute = 7 and positive = 7 and signed = 3221225472 and magnitude = 1077936128 and significand = 1056964608 and exponent = 4 and fused = 1088421888 and ones = 8 and leading = 31 and trailing = 3 and turned = 2147483648 and half = 15360
target triple = "amdgcn-amd-amdhsa"

@five = addrspace(1) global i32 5, align 4
@over = addrspace(1) global i32 undef, align 4
@sum = addrspace(1) global i32 undef, align 4
@under = addrspace(1) global i32 undef, align 4
@difference = addrspace(1) global i32 undef, align 4
@high = addrspace(1) global i8 undef, align 4
@low = addrspace(1) global i8 undef, align 4
@middle = addrspace(1) global i8 undef, align 4
@absolute = addrspace(1) global i32 undef, align 4
@positive = addrspace(1) global i32 undef, align 4
@signed = addrspace(1) global i32 undef, align 4
@magnitude = addrspace(1) global i32 undef, align 4
@significand = addrspace(1) global i32 undef, align 4
@exponent = addrspace(1) global i32 undef, align 4
@fused = addrspace(1) global i32 undef, align 4
@ones = addrspace(1) global i32 undef, align 4
@leading = addrspace(1) global i32 undef, align 4
@trailing = addrspace(1) global i32 undef, align 4
@turned = addrspace(1) global i32 undef, align 4
@half = addrspace(1) global i16 undef, align 4

declare i32 @llvm.uadd.sat.i32(i32, i32)
declare i32 @llvm.usub.sat.i32(i32, i32)
declare i8 @llvm.sadd.sat.i8(i8, i8)
declare i32 @llvm.abs.i32(i32, i1)
declare float @llvm.copysign.f32(float, float)
declare float @llvm.fabs.f32(float)
declare { float, i32 } @llvm.frexp.f32.i32(float)
declare float @llvm.fma.f32(float, float, float)
declare i32 @llvm.ctpop.i32(i32)
declare i32 @llvm.ctlz.i32(i32, i1)
declare i32 @llvm.cttz.i32(i32, i1)
declare i32 @llvm.bitreverse.i32(i32)
declare half @llvm.fptrunc.round.f16.f32(float, metadata)

define void @P0() {
  %five = load i32, ptr addrspace(1) @five, align 4
  %over = call i32 @llvm.uadd.sat.i32(i32 4294967294, i32 %five)
  %sum = call i32 @llvm.uadd.sat.i32(i32 6, i32 %five)
  %under = call i32 @llvm.usub.sat.i32(i32 3, i32 %five)
  %difference = call i32 @llvm.usub.sat.i32(i32 10, i32 %five)
  %high = call i8 @llvm.sadd.sat.i8(i8 100, i8 100)
  %low = call i8 @llvm.sadd.sat.i8(i8 -100, i8 -100)
  %middle = call i8 @llvm.sadd.sat.i8(i8 100, i8 -100)
  %negative = sub i32 -2, %five
  %absolute = call i32 @llvm.abs.i32(i32 %negative, i1 false)
  %positive = call i32 @llvm.abs.i32(i32 7, i1 false)
  %signed = call float @llvm.copysign.f32(float 2.0, float -1.0)
  %signed.bits = bitcast float %signed to i32
  %magnitude = call float @llvm.fabs.f32(float -3.0)
  %magnitude.bits = bitcast float %magnitude to i32
  %parts = call { float, i32 } @llvm.frexp.f32.i32(float 8.0)
  %significand = extractvalue { float, i32 } %parts, 0
  %significand.bits = bitcast float %significand to i32
  %exponent = extractvalue { float, i32 } %parts, 1
  %fused = call float @llvm.fma.f32(float 2.0, float 3.0, float 1.0)
  %fused.bits = bitcast float %fused to i32
  %ones = call i32 @llvm.ctpop.i32(i32 255)
  %leading = call i32 @llvm.ctlz.i32(i32 1, i1 false)
  %trailing = call i32 @llvm.cttz.i32(i32 8, i1 false)
  %turned = call i32 @llvm.bitreverse.i32(i32 1)
  %half = call half @llvm.fptrunc.round.f16.f32(float 1.0, metadata !"round.tonearest")
  %half.bits = bitcast half %half to i16
  store i32 %over, ptr addrspace(1) @over, align 4
  store i32 %sum, ptr addrspace(1) @sum, align 4
  store i32 %under, ptr addrspace(1) @under, align 4
  store i32 %difference, ptr addrspace(1) @difference, align 4
  store i8 %high, ptr addrspace(1) @high, align 4
  store i8 %low, ptr addrspace(1) @low, align 4
  store i8 %middle, ptr addrspace(1) @middle, align 4
  store i32 %absolute, ptr addrspace(1) @absolute, align 4
  store i32 %positive, ptr addrspace(1) @positive, align 4
  store i32 %signed.bits, ptr addrspace(1) @signed, align 4
  store i32 %magnitude.bits, ptr addrspace(1) @magnitude, align 4
  store i32 %significand.bits, ptr addrspace(1) @significand, align 4
  store i32 %exponent, ptr addrspace(1) @exponent, align 4
  store i32 %fused.bits, ptr addrspace(1) @fused, align 4
  store i32 %ones, ptr addrspace(1) @ones, align 4
  store i32 %leading, ptr addrspace(1) @leading, align 4
  store i32 %trailing, ptr addrspace(1) @trailing, align 4
  store i32 %turned, ptr addrspace(1) @turned, align 4
  store i16 %half.bits, ptr addrspace(1) @half, align 4
  ret void
}
