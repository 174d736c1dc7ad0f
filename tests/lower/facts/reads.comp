#version 450
#extension GL_EXT_buffer_reference : require
// Reads of everything, a store to Workgroup memory, and a barrier of a subgroup alone, write nothing.
#extension GL_KHR_shader_subgroup_basic : require
// does: addresses subgroups
// builtins:
// numbers: shared_bytes=4
// lds: 4
layout(local_size_x = 1) in;
layout(buffer_reference) buffer Words { uint word; };
layout(push_constant) uniform Push { Words words; };
shared uint kept;

void main() {
    if (subgroupElect())
        kept = words.word;
    subgroupBarrier();
}
