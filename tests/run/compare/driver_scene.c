/* The scene of host/rays.h as acceleration structures of the device. */
#include <string.h>

#include "compare/driver.h"
#include "host/rays.h"

/* Vulkan: VkAccelerationStructureBuildGeometryInfoKHR's addresses. */
enum { SCRATCH_ALIGNMENT = 256 };

VkDeviceAddress address_of_buffer(const struct run *run, const struct device_buffer *buffer) {
    VkBufferDeviceAddressInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO, .buffer = buffer->buffer};
    return vkGetBufferDeviceAddress(run->driver->device, &info);
}

struct device_buffer *new_traced_buffer(struct run *run, uint64_t size, VkBufferUsageFlags usage) {
    struct traced *traced = &run->traced;
    struct device_buffer *made = &traced->buffers[traced->buffer_count];
    if (traced->buffer_count == MAX_TRACED_BUFFERS ||
        !make_device_buffer(run, made, size, usage | VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT))
        return NULL;
    traced->buffer_count++;
    return made;
}

static struct device_buffer *new_input(struct run *run, const void *bytes, uint64_t size) {
    struct device_buffer *made =
        new_traced_buffer(run, size, VK_BUFFER_USAGE_ACCELERATION_STRUCTURE_BUILD_INPUT_READ_ONLY_BIT_KHR);
    if (made)
        memcpy(made->mapped, bytes, size);
    return made;
}

/* The structure that the build, whose geometries are there, makes. */
static bool make_structure(struct run *run, struct structure *to, const uint32_t *counts) {
    const struct driver *driver = run->driver;
    VkAccelerationStructureBuildSizesInfoKHR sizes = {
        .sType = VK_STRUCTURE_TYPE_ACCELERATION_STRUCTURE_BUILD_SIZES_INFO_KHR};
    driver->structure_sizes(driver->device, VK_ACCELERATION_STRUCTURE_BUILD_TYPE_DEVICE_KHR, &to->build, counts,
                            &sizes);
    struct device_buffer *memory =
        new_traced_buffer(run, sizes.accelerationStructureSize, VK_BUFFER_USAGE_ACCELERATION_STRUCTURE_STORAGE_BIT_KHR);
    struct device_buffer *scratch = new_traced_buffer(run, sizes.buildScratchSize + SCRATCH_ALIGNMENT, 0);
    if (!memory || !scratch)
        return false;
    VkAccelerationStructureCreateInfoKHR info = {.sType = VK_STRUCTURE_TYPE_ACCELERATION_STRUCTURE_CREATE_INFO_KHR,
                                                 .buffer = memory->buffer,
                                                 .size = sizes.accelerationStructureSize,
                                                 .type = to->build.type};
    if (driver->create_structure(driver->device, &info, NULL, &to->structure) != VK_SUCCESS)
        return false;
    to->build.dstAccelerationStructure = to->structure;
    to->build.scratchData.deviceAddress =
        (address_of_buffer(run, scratch) + SCRATCH_ALIGNMENT - 1) / SCRATCH_ALIGNMENT * SCRATCH_ALIGNMENT;
    return true;
}

static VkAccelerationStructureGeometryKHR geometry_of(VkDeviceAddress address, bool boxes, bool opaque) {
    VkAccelerationStructureGeometryKHR geometry = {.sType = VK_STRUCTURE_TYPE_ACCELERATION_STRUCTURE_GEOMETRY_KHR,
                                                   .geometryType = boxes ? VK_GEOMETRY_TYPE_AABBS_KHR
                                                                         : VK_GEOMETRY_TYPE_TRIANGLES_KHR,
                                                   .flags = opaque ? VK_GEOMETRY_OPAQUE_BIT_KHR : 0};
    if (boxes)
        geometry.geometry.aabbs = (VkAccelerationStructureGeometryAabbsDataKHR){
            .sType = VK_STRUCTURE_TYPE_ACCELERATION_STRUCTURE_GEOMETRY_AABBS_DATA_KHR,
            .data.deviceAddress = address,
            .stride = sizeof(VkAabbPositionsKHR)};
    else
        geometry.geometry.triangles = (VkAccelerationStructureGeometryTrianglesDataKHR){
            .sType = VK_STRUCTURE_TYPE_ACCELERATION_STRUCTURE_GEOMETRY_TRIANGLES_DATA_KHR,
            .vertexFormat = VK_FORMAT_R32G32B32_SFLOAT,
            .vertexData.deviceAddress = address,
            .vertexStride = 3 * sizeof(float),
            .maxVertex = SCENE_MOST_PRIMITIVES * 3 - 1,
            .indexType = VK_INDEX_TYPE_NONE_KHR};
    return geometry;
}

/* Triangles lie as the device wants them; boxes are two corners each. */
static struct device_buffer *new_corners(struct run *run, const struct scene_geometry *geometry, bool boxes) {
    VkAabbPositionsKHR positions[SCENE_MOST_PRIMITIVES];
    if (!boxes)
        return new_input(run, geometry->corners, sizeof geometry->corners);
    for (uint32_t i = 0; i < SCENE_MOST_PRIMITIVES; i++)
        memcpy(&positions[i], geometry->corners[i], sizeof positions[i]);
    return new_input(run, positions, sizeof positions);
}

static bool make_object(struct run *run, uint32_t number) {
    const struct scene_object *object = &host_scene.objects[number];
    struct structure *to = &run->traced.structures[number];
    uint32_t counts[SCENE_MOST_GEOMETRIES];
    for (uint32_t i = 0; i < object->geometry_count; i++) {
        const struct scene_geometry *geometry = &object->geometries[i];
        struct device_buffer *corners = new_corners(run, geometry, object->has_boxes);
        if (!corners)
            return false;
        to->geometries[i] = geometry_of(address_of_buffer(run, corners), object->has_boxes, geometry->is_opaque);
        to->ranges[i].primitiveCount = counts[i] = geometry->count;
    }
    to->build = (VkAccelerationStructureBuildGeometryInfoKHR){
        .sType = VK_STRUCTURE_TYPE_ACCELERATION_STRUCTURE_BUILD_GEOMETRY_INFO_KHR,
        .type = VK_ACCELERATION_STRUCTURE_TYPE_BOTTOM_LEVEL_KHR,
        .geometryCount = object->geometry_count,
        .pGeometries = to->geometries};
    return make_structure(run, to, counts);
}

static VkDeviceAddress structure_address(const struct run *run, uint32_t number) {
    VkAccelerationStructureDeviceAddressInfoKHR of = {
        .sType = VK_STRUCTURE_TYPE_ACCELERATION_STRUCTURE_DEVICE_ADDRESS_INFO_KHR,
        .accelerationStructure = run->traced.structures[number].structure};
    return of.accelerationStructure ? run->driver->structure_address(run->driver->device, &of) : 0;
}

static VkAccelerationStructureInstanceKHR instance_of(const struct run *run, const struct scene_instance *instance) {
    VkAccelerationStructureInstanceKHR to = {.instanceCustomIndex = instance->custom & 0xFFFFFF,
                                             .mask = instance->mask & 0xFF,
                                             .instanceShaderBindingTableRecordOffset = instance->record & 0xFFFFFF,
                                             .flags = instance->flags & 0xFF,
                                             .accelerationStructureReference =
                                                 structure_address(run, instance->object)};
    memcpy(&to.transform, instance->to_world, sizeof to.transform);
    return to;
}

static bool make_instances(struct run *run) {
    VkAccelerationStructureInstanceKHR instances[MAX_INSTANCES];
    struct structure *to = &run->traced.structures[host_scene.object_count];
    for (uint32_t i = 0; i < host_scene.instance_count; i++)
        instances[i] = instance_of(run, &host_scene.instances[i]);
    struct device_buffer *input = new_input(run, instances, host_scene.instance_count * sizeof *instances);
    if (!input)
        return false;
    to->geometries[0] = (VkAccelerationStructureGeometryKHR){
        .sType = VK_STRUCTURE_TYPE_ACCELERATION_STRUCTURE_GEOMETRY_KHR, .geometryType = VK_GEOMETRY_TYPE_INSTANCES_KHR};
    to->geometries[0].geometry.instances = (VkAccelerationStructureGeometryInstancesDataKHR){
        .sType = VK_STRUCTURE_TYPE_ACCELERATION_STRUCTURE_GEOMETRY_INSTANCES_DATA_KHR,
        .data.deviceAddress = address_of_buffer(run, input)};
    to->ranges[0].primitiveCount = host_scene.instance_count;
    to->build = (VkAccelerationStructureBuildGeometryInfoKHR){
        .sType = VK_STRUCTURE_TYPE_ACCELERATION_STRUCTURE_BUILD_GEOMETRY_INFO_KHR,
        .type = VK_ACCELERATION_STRUCTURE_TYPE_TOP_LEVEL_KHR,
        .geometryCount = 1,
        .pGeometries = to->geometries};
    return make_structure(run, to, &host_scene.instance_count);
}

bool make_scene(struct run *run) {
    if (!run->driver->has_structures)
        return false;
    for (uint32_t i = 0; i < host_scene.object_count; i++)
        if (!make_object(run, i))
            return false;
    return make_instances(run);
}

VkAccelerationStructureKHR scene_structure(const struct run *run) {
    return run->traced.structures[host_scene.object_count].structure;
}

VkDeviceAddress scene_address(const struct run *run) {
    return structure_address(run, host_scene.object_count);
}

/* One after the other: the last takes those before. */
void record_scene(struct run *run) {
    static const VkMemoryBarrier all = {.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
                                        .srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT,
                                        .dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT};
    for (uint32_t i = 0; i <= host_scene.object_count; i++) {
        struct structure *structure = &run->traced.structures[i];
        const VkAccelerationStructureBuildRangeInfoKHR *ranges = structure->ranges;
        run->driver->build_structures(run->commands, 1, &structure->build, &ranges);
        vkCmdPipelineBarrier(run->commands, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0,
                             1, &all, 0, NULL, 0, NULL);
    }
}

void clean_up_scene(struct run *run) {
    VkDevice device = run->driver->device;
    for (uint32_t i = 0; i < MAX_STRUCTURES; i++)
        if (run->traced.structures[i].structure)
            run->driver->destroy_structure(device, run->traced.structures[i].structure, NULL);
    for (uint32_t i = 0; i < run->traced.buffer_count; i++) {
        vkDestroyBuffer(device, run->traced.buffers[i].buffer, NULL);
        vkFreeMemory(device, run->traced.buffers[i].memory, NULL);
    }
}
