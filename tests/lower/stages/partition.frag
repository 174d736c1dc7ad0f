#version 450
#extension GL_NV_shader_subgroup_partitioned : require
#extension GL_KHR_shader_subgroup_ballot : require
// A partition is found in a loop over the values that are left; a reduction or scan takes the lanes that its ballot names.
// CHECK: [[LEFT:%.*]] = phi i64 [ {{%.*}}, {{%.*}} ], [ [[REST:%.*]], {{%.*}} ]
// CHECK: call i64 @llvm.cttz.i64(i64 [[LEFT]], i1 true)
// CHECK: [[SAME:%.*]] = icmp eq i32 {{%.*}}, {{%.*}}
// CHECK: [[GROUP:%.*]] = call i64 @llvm.amdgcn.ballot.i64(i1 [[SAME]])
// CHECK: select i1 [[SAME]], i64 [[GROUP]]
// CHECK: [[OTHERS:%.*]] = xor i64 [[GROUP]], -1
// CHECK: [[REST]] = and i64 [[LEFT]], [[OTHERS]]
// CHECK: [[IN:%.*]] = trunc i64 {{%.*}} to i1
// CHECK: select i1 [[IN]], float
// CHECK: icmp ule i32
// CHECK: icmp ult i32
layout(location = 0) in float value;
layout(location = 1) flat in int kind;
layout(location = 0) out vec4 color;

void main() {
    uvec4 equals = subgroupPartitionNV(kind);
    color.x = subgroupPartitionedAddNV(value, equals);
    color.y = subgroupPartitionedInclusiveMaxNV(value, equals);
    color.z = subgroupPartitionedExclusiveMulNV(value, equals);
    color.w = float(subgroupPartitionNV(vec2(value, 1.0)).x);
}
