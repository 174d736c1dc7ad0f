#version 460
#extension GL_KHR_memory_scope_semantics : require
#extension GL_EXT_buffer_reference : enable
#ifdef TASK
#extension GL_EXT_mesh_shader : require
#endif
#ifdef MODEL
#pragma use_vulkan_memory_model
#endif
/* Two invocations of a workgroup write a word each, and after a barrier read that of the other; with TASK (-S task) in a
 * task shader. */
layout(local_size_x = 2) in;
#ifndef QUALIFIER
#define QUALIFIER
#endif
#if defined(SHARED)
shared uint word[2];
#define WORD(i) word[i]
#elif defined(IMAGE)
layout(set = 0, binding = 1, r32ui) QUALIFIER uniform uimage1D image;
#elif defined(REFERENCE)
layout(buffer_reference, buffer_reference_align = 4) QUALIFIER buffer Words { uint word[2]; };
layout(set = 0, binding = 1) buffer Addresses { Words words; } addresses;
#define WORD(i) addresses.words.word[i]
#else
layout(set = 0, binding = 1) QUALIFIER buffer Words { uint word[2]; } words;
#define WORD(i) words.word[i]
#endif
layout(set = 0, binding = 0) buffer Result { uint a[2]; } result;
void main() {
    uint me = gl_LocalInvocationIndex;
#ifdef IMAGE
    imageStore(image, int(me), uvec4(1 + me));
#else
    WORD(me) = 1 + me;
#endif
    BARRIER;
#ifdef IMAGE
    result.a[me] = imageLoad(image, 1 - int(me)).x;
#else
    result.a[me] = WORD(1 - me);
#endif
#ifdef TASK
    EmitMeshTasksEXT(1, 1, 1);
#endif
}
