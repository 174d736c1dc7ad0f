; Ray queries on an acceleration structure without instances, which a driver's own replace:
;
;     0   i32 number of triangles
;     16  <4 x i32> descriptor for the instruction that intersects
;     64  triangles, 64 bytes each: nine floats, the positions
;
; The object of a query, of 256 bytes, is theirs alone:
;
;     0   i64 structure      8   i32 flags         12  i32 next triangle
;     16  origin             28  least distance    32  direction    44  largest distance
;     64  candidate          128 committed: i32 type, float distance, <2 x float> barycentrics, i32 triangle
;
; They are linked to whatever calls them and are inlined there, so that they name no processor.
target triple = "amdgcn-amd-amdpal"

declare <4 x i32> @llvm.amdgcn.image.bvh.intersect.ray.i64.v3f32(i64, float, <3 x float>, <3 x float>, <3 x float>, <4 x i32>)

define amdgpu_gfx void @smmra.ray.query.initialize(ptr addrspace(5) %query, i64 %structure, i32 %flags, i32 %mask, <3 x float> %origin, float %min, <3 x float> %direction, float %max) alwaysinline {
  %p8 = getelementptr i8, ptr addrspace(5) %query, i32 8
  %p12 = getelementptr i8, ptr addrspace(5) %query, i32 12
  %p16 = getelementptr i8, ptr addrspace(5) %query, i32 16
  %p28 = getelementptr i8, ptr addrspace(5) %query, i32 28
  %p32 = getelementptr i8, ptr addrspace(5) %query, i32 32
  %p44 = getelementptr i8, ptr addrspace(5) %query, i32 44
  %p128 = getelementptr i8, ptr addrspace(5) %query, i32 128
  store i64 %structure, ptr addrspace(5) %query, align 8
  store i32 %flags, ptr addrspace(5) %p8, align 4
  ; a mask without bits sees nothing: no triangle is next
  %blind = icmp eq i32 %mask, 0
  %first = select i1 %blind, i32 -1, i32 0
  store i32 %first, ptr addrspace(5) %p12, align 4
  store <3 x float> %origin, ptr addrspace(5) %p16, align 4
  store float %min, ptr addrspace(5) %p28, align 4
  store <3 x float> %direction, ptr addrspace(5) %p32, align 4
  store float %max, ptr addrspace(5) %p44, align 4
  store i32 0, ptr addrspace(5) %p128, align 4
  ret void
}

define amdgpu_gfx void @smmra.ray.query.terminate(ptr addrspace(5) %query) alwaysinline {
  %p12 = getelementptr i8, ptr addrspace(5) %query, i32 12
  store i32 -1, ptr addrspace(5) %p12, align 4
  ret void
}

; the next triangle that the ray meets between its distances
define amdgpu_gfx i1 @smmra.ray.query.proceed(ptr addrspace(5) %query) alwaysinline {
  %p12 = getelementptr i8, ptr addrspace(5) %query, i32 12
  %p16 = getelementptr i8, ptr addrspace(5) %query, i32 16
  %p28 = getelementptr i8, ptr addrspace(5) %query, i32 28
  %p32 = getelementptr i8, ptr addrspace(5) %query, i32 32
  %p44 = getelementptr i8, ptr addrspace(5) %query, i32 44
  %address = load i64, ptr addrspace(5) %query, align 8
  %structure = inttoptr i64 %address to ptr addrspace(1)
  %count = load i32, ptr addrspace(1) %structure, align 4
  %p.descriptor = getelementptr i8, ptr addrspace(1) %structure, i32 16
  %descriptor = load <4 x i32>, ptr addrspace(1) %p.descriptor, align 16
  %origin = load <3 x float>, ptr addrspace(5) %p16, align 4
  %direction = load <3 x float>, ptr addrspace(5) %p32, align 4
  %inverse = fdiv afn <3 x float> splat (float 1.0), %direction
  %min = load float, ptr addrspace(5) %p28, align 4
  %max = load float, ptr addrspace(5) %p44, align 4
  %begin = load i32, ptr addrspace(5) %p12, align 4
  br label %try

try:
  %next = phi i32 [ %begin, %0 ], [ %after, %meet ]
  %more = icmp ult i32 %next, %count
  br i1 %more, label %meet, label %end

meet:
  %after = add i32 %next, 1
  %wide = zext i32 %next to i64
  %offset = shl i64 %wide, 6
  %place = add i64 %offset, 64
  %triangle = add i64 %address, %place
  %node = lshr i64 %triangle, 3
  %met = call <4 x i32> @llvm.amdgcn.image.bvh.intersect.ray.i64.v3f32(i64 %node, float %max, <3 x float> %origin, <3 x float> %direction, <3 x float> %inverse, <4 x i32> %descriptor)
  %fractions = bitcast <4 x i32> %met to <4 x float>
  %numerator = extractelement <4 x float> %fractions, i32 0
  %denominator = extractelement <4 x float> %fractions, i32 1
  %distance = fdiv afn float %numerator, %denominator
  %far = fcmp ogt float %distance, %min
  %near = fcmp olt float %distance, %max
  %hit = and i1 %far, %near
  br i1 %hit, label %candidate, label %try

candidate:
  %i = extractelement <4 x float> %fractions, i32 2
  %j = extractelement <4 x float> %fractions, i32 3
  %u = fdiv afn float %i, %denominator
  %v = fdiv afn float %j, %denominator
  %p64 = getelementptr i8, ptr addrspace(5) %query, i32 64
  %p68 = getelementptr i8, ptr addrspace(5) %query, i32 68
  %p72 = getelementptr i8, ptr addrspace(5) %query, i32 72
  %p76 = getelementptr i8, ptr addrspace(5) %query, i32 76
  %p80 = getelementptr i8, ptr addrspace(5) %query, i32 80
  store i32 0, ptr addrspace(5) %p64, align 4
  store float %distance, ptr addrspace(5) %p68, align 4
  store float %u, ptr addrspace(5) %p72, align 4
  store float %v, ptr addrspace(5) %p76, align 4
  store i32 %next, ptr addrspace(5) %p80, align 4
  br label %end

end:
  %left = phi i32 [ %next, %try ], [ %after, %candidate ]
  %found = phi i1 [ false, %try ], [ true, %candidate ]
  store i32 %left, ptr addrspace(5) %p12, align 4
  ret i1 %found
}

define amdgpu_gfx void @smmra.ray.query.confirm.intersection(ptr addrspace(5) %query) alwaysinline {
  %p64 = getelementptr i8, ptr addrspace(5) %query, i32 64
  %p128 = getelementptr i8, ptr addrspace(5) %query, i32 128
  %p44 = getelementptr i8, ptr addrspace(5) %query, i32 44
  %p68 = getelementptr i8, ptr addrspace(5) %query, i32 68
  call void @llvm.memcpy.p5.p5.i32(ptr addrspace(5) align 4 %p128, ptr addrspace(5) align 4 %p64, i32 20, i1 false)
  store i32 1, ptr addrspace(5) %p128, align 4
  %distance = load float, ptr addrspace(5) %p68, align 4
  store float %distance, ptr addrspace(5) %p44, align 4
  ret void
}
declare void @llvm.memcpy.p5.p5.i32(ptr addrspace(5), ptr addrspace(5), i32, i1)

define amdgpu_gfx void @smmra.ray.query.generate.intersection(ptr addrspace(5) %query, float %t) alwaysinline {
  %p128 = getelementptr i8, ptr addrspace(5) %query, i32 128
  %p132 = getelementptr i8, ptr addrspace(5) %query, i32 132
  %p44 = getelementptr i8, ptr addrspace(5) %query, i32 44
  store i32 2, ptr addrspace(5) %p128, align 4
  store float %t, ptr addrspace(5) %p132, align 4
  store float %t, ptr addrspace(5) %p44, align 4
  ret void
}

; where the candidate (0) or the committed intersection (1) lies
define amdgpu_gfx ptr addrspace(5) @intersection(ptr addrspace(5) %query, i32 %committed) alwaysinline {
  %scaled = shl i32 %committed, 6
  %offset = add i32 %scaled, 64
  %place = getelementptr i8, ptr addrspace(5) %query, i32 %offset
  ret ptr addrspace(5) %place
}

define amdgpu_gfx i32 @smmra.ray.query.intersection.type(ptr addrspace(5) %query, i32 %committed) alwaysinline {
  %place = call amdgpu_gfx ptr addrspace(5) @intersection(ptr addrspace(5) %query, i32 %committed)
  %type = load i32, ptr addrspace(5) %place, align 4
  ret i32 %type
}

define amdgpu_gfx float @smmra.ray.query.intersection.t(ptr addrspace(5) %query, i32 %committed) alwaysinline {
  %place = call amdgpu_gfx ptr addrspace(5) @intersection(ptr addrspace(5) %query, i32 %committed)
  %p4 = getelementptr i8, ptr addrspace(5) %place, i32 4
  %t = load float, ptr addrspace(5) %p4, align 4
  ret float %t
}

define amdgpu_gfx <2 x float> @smmra.ray.query.barycentrics(ptr addrspace(5) %query, i32 %committed) alwaysinline {
  %place = call amdgpu_gfx ptr addrspace(5) @intersection(ptr addrspace(5) %query, i32 %committed)
  %p8 = getelementptr i8, ptr addrspace(5) %place, i32 8
  %weights = load <2 x float>, ptr addrspace(5) %p8, align 4
  ret <2 x float> %weights
}

define amdgpu_gfx i32 @smmra.ray.query.primitive.index(ptr addrspace(5) %query, i32 %committed) alwaysinline {
  %place = call amdgpu_gfx ptr addrspace(5) @intersection(ptr addrspace(5) %query, i32 %committed)
  %p16 = getelementptr i8, ptr addrspace(5) %place, i32 16
  %index = load i32, ptr addrspace(5) %p16, align 4
  ret i32 %index
}

define amdgpu_gfx [3 x <3 x float>] @smmra.ray.query.triangle.positions(ptr addrspace(5) %query, i32 %committed) alwaysinline {
  %index = call amdgpu_gfx i32 @smmra.ray.query.primitive.index(ptr addrspace(5) %query, i32 %committed)
  %address = load i64, ptr addrspace(5) %query, align 8
  %structure = inttoptr i64 %address to ptr addrspace(1)
  %triangles = getelementptr i8, ptr addrspace(1) %structure, i32 64
  %triangle = getelementptr [64 x i8], ptr addrspace(1) %triangles, i32 %index
  %p12 = getelementptr i8, ptr addrspace(1) %triangle, i32 12
  %p24 = getelementptr i8, ptr addrspace(1) %triangle, i32 24
  %a = load <3 x float>, ptr addrspace(1) %triangle, align 4
  %b = load <3 x float>, ptr addrspace(1) %p12, align 4
  %c = load <3 x float>, ptr addrspace(1) %p24, align 4
  %one = insertvalue [3 x <3 x float>] poison, <3 x float> %a, 0
  %two = insertvalue [3 x <3 x float>] %one, <3 x float> %b, 1
  %three = insertvalue [3 x <3 x float>] %two, <3 x float> %c, 2
  ret [3 x <3 x float>] %three
}

define amdgpu_gfx i32 @smmra.ray.query.flags(ptr addrspace(5) %query) alwaysinline {
  %p8 = getelementptr i8, ptr addrspace(5) %query, i32 8
  %flags = load i32, ptr addrspace(5) %p8, align 4
  ret i32 %flags
}

define amdgpu_gfx float @smmra.ray.query.t.min(ptr addrspace(5) %query) alwaysinline {
  %p28 = getelementptr i8, ptr addrspace(5) %query, i32 28
  %min = load float, ptr addrspace(5) %p28, align 4
  ret float %min
}

define amdgpu_gfx <3 x float> @smmra.ray.query.world.ray.origin(ptr addrspace(5) %query) alwaysinline {
  %p16 = getelementptr i8, ptr addrspace(5) %query, i32 16
  %origin = load <3 x float>, ptr addrspace(5) %p16, align 4
  ret <3 x float> %origin
}

define amdgpu_gfx <3 x float> @smmra.ray.query.world.ray.direction(ptr addrspace(5) %query) alwaysinline {
  %p32 = getelementptr i8, ptr addrspace(5) %query, i32 32
  %direction = load <3 x float>, ptr addrspace(5) %p32, align 4
  ret <3 x float> %direction
}

; there are no instances: an object is the world
define amdgpu_gfx <3 x float> @smmra.ray.query.object.ray.origin(ptr addrspace(5) %query, i32 %committed) alwaysinline {
  %origin = call amdgpu_gfx <3 x float> @smmra.ray.query.world.ray.origin(ptr addrspace(5) %query)
  ret <3 x float> %origin
}

define amdgpu_gfx <3 x float> @smmra.ray.query.object.ray.direction(ptr addrspace(5) %query, i32 %committed) alwaysinline {
  %direction = call amdgpu_gfx <3 x float> @smmra.ray.query.world.ray.direction(ptr addrspace(5) %query)
  ret <3 x float> %direction
}

define amdgpu_gfx [4 x <3 x float>] @smmra.ray.query.object.to.world(ptr addrspace(5) %query, i32 %committed) alwaysinline {
  ret [4 x <3 x float>] [<3 x float> <float 1.0, float 0.0, float 0.0>, <3 x float> <float 0.0, float 1.0, float 0.0>,
                         <3 x float> <float 0.0, float 0.0, float 1.0>, <3 x float> zeroinitializer]
}

define amdgpu_gfx [4 x <3 x float>] @smmra.ray.query.world.to.object(ptr addrspace(5) %query, i32 %committed) alwaysinline {
  %identity = call amdgpu_gfx [4 x <3 x float>] @smmra.ray.query.object.to.world(ptr addrspace(5) %query, i32 %committed)
  ret [4 x <3 x float>] %identity
}

define amdgpu_gfx i32 @smmra.ray.query.instance.custom.index(ptr addrspace(5) %query, i32 %committed) alwaysinline {
  ret i32 0
}
define amdgpu_gfx i32 @smmra.ray.query.instance.id(ptr addrspace(5) %query, i32 %committed) alwaysinline {
  ret i32 0
}
define amdgpu_gfx i32 @smmra.ray.query.record.offset(ptr addrspace(5) %query, i32 %committed) alwaysinline {
  ret i32 0
}
define amdgpu_gfx i32 @smmra.ray.query.geometry.index(ptr addrspace(5) %query, i32 %committed) alwaysinline {
  ret i32 0
}
define amdgpu_gfx i1 @smmra.ray.query.front.face(ptr addrspace(5) %query, i32 %committed) alwaysinline {
  ret i1 true
}
define amdgpu_gfx i1 @smmra.ray.query.candidate.is.opaque(ptr addrspace(5) %query) alwaysinline {
  ret i1 false
}
