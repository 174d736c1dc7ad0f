#version 450
// Vertices are emitted with the outputs as they are; a function that emits gets them from its callers, and asks the shell for inputs.
// CHECK: define internal amdgpu_gfx void @"emit(i1;"(ptr addrspace(5) {{.*}}, ptr addrspace(5) %color, ptr addrspace(5) %gl_PrimitiveID, ptr addrspace(5) %gl_Layer, ptr addrspace(5) %i)
// CHECK: [[VERTEX:%.*]] = load i32, ptr addrspace(5) %i
// CHECK: call amdgpu_gfx <4 x float> @smmra.load.vertex.builtin.v4f32(i32 0, i32 0, i32 [[VERTEX]])
// CHECK: [[FIRST:%.*]] = insertvalue { <3 x float>, <4 x float>, i32, i32 } poison, <3 x float> {{.*}}, 0
// CHECK: [[SECOND:%.*]] = insertvalue { <3 x float>, <4 x float>, i32, i32 } [[FIRST]], <4 x float> {{.*}}, 1
// CHECK: [[THIRD:%.*]] = insertvalue { <3 x float>, <4 x float>, i32, i32 } [[SECOND]], i32 {{.*}}, 2
// CHECK: [[ALL:%.*]] = insertvalue { <3 x float>, <4 x float>, i32, i32 } [[THIRD]], i32 {{.*}}, 3
// CHECK: call amdgpu_gfx void @smmra.emit.vertex(i32 0, { <3 x float>, <4 x float>, i32, i32 } [[ALL]])
// CHECK: declare amdgpu_gfx void @smmra.emit.vertex(i32, { <3 x float>, <4 x float>, i32, i32 }) #[[CALLED:[0-9]+]]
// CHECK: define amdgpu_gfx void @main(i32 %input.1, i32 %input.2)
// CHECK: call amdgpu_gfx void @smmra.end.primitive(i32 0)
// CHECK: ret void
// CHECK: declare amdgpu_gfx void @smmra.end.primitive(i32) #[[CALLED]]
// CHECK: attributes #[[CALLED]] = { nounwind memory(inaccessiblemem: readwrite) }
// CHECK: !{!"main", !"Geometry", !"main", ![[IN:[0-9]+]], ![[INVOCATIONS:[0-9]+]], ![[OUT:[0-9]+]], ![[VERTICES:[0-9]+]]}
// CHECK: ![[IN]] = !{i32 22}
// CHECK: ![[INVOCATIONS]] = !{i32 0, i32 2}
// CHECK: ![[OUT]] = !{i32 29}
// CHECK: ![[VERTICES]] = !{i32 26, i32 3}
// CHECK: !"input", i32 -1, !"color_in", {{.*}}, !"f32x3", i32 0, i32 3, !"flat"
// CHECK: !"input", i32 -1, {{.*}} !"Position", {{.*}}, !"f32x4", i32 0, i32 3, {{.*}}, i32 -1}
// CHECK: !"input", i32 0, {{.*}} !"PrimitiveId"
// CHECK: !"input", i32 1, {{.*}} !"InvocationId"
// CHECK: !"output", i32 0, !"color"
// CHECK: !"output", i32 1, {{.*}} !"Position"
// CHECK: !"output", i32 2, {{.*}} !"PrimitiveId"
// CHECK: !"output", i32 3, {{.*}} !"Layer"
layout(triangles, invocations = 2) in;
layout(triangle_strip, max_vertices = 3) out;
layout(location = 0) flat in vec3 color_in[];
layout(location = 0) out vec3 color;

void emit(int i) {
    gl_Position = gl_in[i].gl_Position;
    EmitVertex();
}

void main() {
    for (int i = 0; i < 3; i++) {
        color = color_in[0] + color_in[2];
        gl_PrimitiveID = gl_PrimitiveIDIn;
        gl_Layer = gl_InvocationID;
        emit(i);
    }
    EndPrimitive();
}
