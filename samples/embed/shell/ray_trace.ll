; Ray tracing shaders call these functions, which are as small as can be: triangles one after the other (ray_queries.ll), shaders
; by their addresses in the table. A driver's own traversal replaces them. Before its own arguments each function has the table
; and the ray of the shader that calls, which its shell hands over.
;
; The table from byte 1,152 on: addresses of the miss, hit, any-hit and callable shaders. The ray, of 512 bytes, is private memory:
;
;     0    distance that was found     4   least distance     8   kind of hit     12   primitive
;     16   origin                      32  direction          48  1: ignored, 2: ended     52  flags     56  mask
;     256  attributes of the hit
target triple = "amdgcn-amd-amdpal"

declare amdgpu_gfx void @smmra.ray.query.initialize(ptr addrspace(5), i64, i32, i32, <3 x float>, float, <3 x float>, float)
declare amdgpu_gfx i1 @smmra.ray.query.proceed(ptr addrspace(5))
declare amdgpu_gfx void @smmra.ray.query.confirm.intersection(ptr addrspace(5))
declare amdgpu_gfx void @smmra.ray.query.terminate(ptr addrspace(5))
declare amdgpu_gfx i32 @smmra.ray.query.intersection.type(ptr addrspace(5), i32)
declare amdgpu_gfx i32 @smmra.ray.query.primitive.index(ptr addrspace(5), i32)
declare amdgpu_gfx float @smmra.ray.query.intersection.t(ptr addrspace(5), i32)
declare amdgpu_gfx <2 x float> @smmra.ray.query.barycentrics(ptr addrspace(5), i32)

; a shader at an address of the table
define internal amdgpu_gfx void @run(ptr addrspace(4) inreg %table, i32 %offset, ptr addrspace(5) %ray, ptr addrspace(5) %data) alwaysinline {
  %place = getelementptr i8, ptr addrspace(4) %table, i32 %offset
  %shader = load ptr, ptr addrspace(4) %place, align 8
  call amdgpu_gfx void %shader(ptr addrspace(4) inreg %table, ptr addrspace(5) %ray, ptr addrspace(5) %data)
  ret void
}

; the intersection that the query has, in the ray of the shaders that look at it
define internal amdgpu_gfx void @keep(ptr addrspace(5) %query, ptr addrspace(5) %ray, i32 %committed) alwaysinline {
  %p12 = getelementptr i8, ptr addrspace(5) %ray, i32 12
  %p256 = getelementptr i8, ptr addrspace(5) %ray, i32 256
  %t = call amdgpu_gfx float @smmra.ray.query.intersection.t(ptr addrspace(5) %query, i32 %committed)
  %primitive = call amdgpu_gfx i32 @smmra.ray.query.primitive.index(ptr addrspace(5) %query, i32 %committed)
  %weights = call amdgpu_gfx <2 x float> @smmra.ray.query.barycentrics(ptr addrspace(5) %query, i32 %committed)
  store float %t, ptr addrspace(5) %ray, align 4
  store i32 %primitive, ptr addrspace(5) %p12, align 4
  store <2 x float> %weights, ptr addrspace(5) %p256, align 8
  ret void
}

define amdgpu_gfx void @smmra.ray.trace(ptr addrspace(4) inreg %table, ptr addrspace(5) %caller, i64 %structure, i32 %flags, i32 %mask, i32 %offset, i32 %stride, i32 %miss, <3 x float> %origin, float %min, <3 x float> %direction, float %max, ptr addrspace(5) %payload) alwaysinline {
  %query = alloca [256 x i8], align 16, addrspace(5)
  %ray = alloca [512 x i8], align 16, addrspace(5)
  %p4 = getelementptr i8, ptr addrspace(5) %ray, i32 4
  %p16 = getelementptr i8, ptr addrspace(5) %ray, i32 16
  %p32 = getelementptr i8, ptr addrspace(5) %ray, i32 32
  %p48 = getelementptr i8, ptr addrspace(5) %ray, i32 48
  %p52 = getelementptr i8, ptr addrspace(5) %ray, i32 52
  %p56 = getelementptr i8, ptr addrspace(5) %ray, i32 56
  store float %max, ptr addrspace(5) %ray, align 4
  store float %min, ptr addrspace(5) %p4, align 4
  store <3 x float> %origin, ptr addrspace(5) %p16, align 4
  store <3 x float> %direction, ptr addrspace(5) %p32, align 4
  store i32 %flags, ptr addrspace(5) %p52, align 4
  store i32 %mask, ptr addrspace(5) %p56, align 4
  call amdgpu_gfx void @smmra.ray.query.initialize(ptr addrspace(5) %query, i64 %structure, i32 %flags, i32 %mask, <3 x float> %origin, float %min, <3 x float> %direction, float %max)
  %hit.scaled = shl i32 %offset, 3
  %any.offset = add i32 %hit.scaled, 1664
  %hit.offset = add i32 %hit.scaled, 1408
  %miss.scaled = shl i32 %miss, 3
  %miss.offset = add i32 %miss.scaled, 1152
  br label %next

next:
  %more = call amdgpu_gfx i1 @smmra.ray.query.proceed(ptr addrspace(5) %query)
  br i1 %more, label %candidate, label %end

candidate:
  call amdgpu_gfx void @keep(ptr addrspace(5) %query, ptr addrspace(5) %ray, i32 0)
  store i32 0, ptr addrspace(5) %p48, align 4
  call amdgpu_gfx void @run(ptr addrspace(4) inreg %table, i32 %any.offset, ptr addrspace(5) %ray, ptr addrspace(5) %payload)
  %said = load i32, ptr addrspace(5) %p48, align 4
  %ignored = icmp eq i32 %said, 1
  br i1 %ignored, label %next, label %accept

accept:
  call amdgpu_gfx void @smmra.ray.query.confirm.intersection(ptr addrspace(5) %query)
  %ended = icmp eq i32 %said, 2
  br i1 %ended, label %end, label %next

end:
  %type = call amdgpu_gfx i32 @smmra.ray.query.intersection.type(ptr addrspace(5) %query, i32 1)
  %none = icmp eq i32 %type, 0
  br i1 %none, label %missed, label %hit

missed:
  call amdgpu_gfx void @run(ptr addrspace(4) inreg %table, i32 %miss.offset, ptr addrspace(5) %ray, ptr addrspace(5) %payload)
  ret void

hit:
  call amdgpu_gfx void @keep(ptr addrspace(5) %query, ptr addrspace(5) %ray, i32 1)
  call amdgpu_gfx void @run(ptr addrspace(4) inreg %table, i32 %hit.offset, ptr addrspace(5) %ray, ptr addrspace(5) %payload)
  ret void
}

; nothing moves here
define amdgpu_gfx void @smmra.ray.trace.motion(ptr addrspace(4) inreg %table, ptr addrspace(5) %caller, i64 %structure, i32 %flags, i32 %mask, i32 %offset, i32 %stride, i32 %miss, <3 x float> %origin, float %min, <3 x float> %direction, float %max, float %time, ptr addrspace(5) %payload) alwaysinline {
  call amdgpu_gfx void @smmra.ray.trace(ptr addrspace(4) inreg %table, ptr addrspace(5) %caller, i64 %structure, i32 %flags, i32 %mask, i32 %offset, i32 %stride, i32 %miss, <3 x float> %origin, float %min, <3 x float> %direction, float %max, ptr addrspace(5) %payload)
  ret void
}

define amdgpu_gfx void @smmra.ray.execute.callable(ptr addrspace(4) inreg %table, ptr addrspace(5) %ray, i32 %index, ptr addrspace(5) %data) alwaysinline {
  %scaled = shl i32 %index, 3
  %offset = add i32 %scaled, 1920
  call amdgpu_gfx void @run(ptr addrspace(4) inreg %table, i32 %offset, ptr addrspace(5) %ray, ptr addrspace(5) %data)
  ret void
}

define amdgpu_gfx i1 @smmra.ray.report.intersection(ptr addrspace(4) inreg %table, ptr addrspace(5) %ray, float %t, i32 %kind) alwaysinline {
  %p4 = getelementptr i8, ptr addrspace(5) %ray, i32 4
  %p8 = getelementptr i8, ptr addrspace(5) %ray, i32 8
  %p48 = getelementptr i8, ptr addrspace(5) %ray, i32 48
  %max = load float, ptr addrspace(5) %ray, align 4
  %min = load float, ptr addrspace(5) %p4, align 4
  %far = fcmp oge float %t, %min
  %near = fcmp ole float %t, %max
  %inside = and i1 %far, %near
  br i1 %inside, label %ask, label %no

ask:
  store float %t, ptr addrspace(5) %ray, align 4
  store i32 %kind, ptr addrspace(5) %p8, align 4
  store i32 0, ptr addrspace(5) %p48, align 4
  call amdgpu_gfx void @run(ptr addrspace(4) inreg %table, i32 1664, ptr addrspace(5) %ray, ptr addrspace(5) %ray)
  %said = load i32, ptr addrspace(5) %p48, align 4
  %ignored = icmp eq i32 %said, 1
  br i1 %ignored, label %back, label %yes

back:
  store float %max, ptr addrspace(5) %ray, align 4
  br label %no

yes:
  ret i1 true

no:
  ret i1 false
}

define amdgpu_gfx void @smmra.ray.ignore.intersection(ptr addrspace(4) inreg %table, ptr addrspace(5) %ray) alwaysinline {
  %p48 = getelementptr i8, ptr addrspace(5) %ray, i32 48
  store i32 1, ptr addrspace(5) %p48, align 4
  ret void
}

define amdgpu_gfx void @smmra.ray.terminate(ptr addrspace(4) inreg %table, ptr addrspace(5) %ray) alwaysinline {
  %p48 = getelementptr i8, ptr addrspace(5) %ray, i32 48
  store i32 2, ptr addrspace(5) %p48, align 4
  ret void
}

define amdgpu_gfx float @smmra.ray.t.max(ptr addrspace(4) inreg %table, ptr addrspace(5) %ray) alwaysinline {
  %t = load float, ptr addrspace(5) %ray, align 4
  ret float %t
}
