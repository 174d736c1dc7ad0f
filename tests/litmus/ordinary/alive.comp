// Particles that live are listed by number, each once.
#version 450
layout(local_size_x = 64) in;
struct Particle { vec3 place; float age; };
layout(binding = 0) readonly buffer Alive { uint alive[]; };
layout(binding = 1) buffer Particles { Particle particle[]; };
layout(push_constant) uniform P { uint count; float dt; };
void main() {
    if (gl_GlobalInvocationID.x >= count)
        return;
    uint i = alive[gl_GlobalInvocationID.x];
    particle[i].place += vec3(0, -dt, 0);
    particle[i].age += dt;
}
