/* Answers of translate as JSON. Kinds of resources, types and decorations have the names of the IR's metadata
 * (docs/guide/stages.md), models and built-ins those of SPIR-V. */
#include <inttypes.h>

#include "spirv/module.h"
#include "translator/command/command.h"

/* The words of the bits that are set. */
static void put_words(const char *name, uint64_t flags, const char *const *words, size_t count) {
    json_put(", %s: [", name);
    for (size_t i = 0; i < count; i++)
        if (flags >> i & 1)
            json_put(", %s", words[i]);
    json_put("]");
}

/* ---- inputs and outputs ---- */

/* "f32x4" */
static const char *type_name(const smmra_interface *value, char name[32]) {
    static const char letters[] = {
        [SMMRA_SCALAR_FLOAT] = 'f', [SMMRA_SCALAR_SINT] = 'i', [SMMRA_SCALAR_UINT] = 'u', [SMMRA_SCALAR_BOOL] = 'b'};
    char count[16] = "";
    if (value->components > 1)
        snprintf(count, sizeof count, "x%" PRIu32, value->components);
    snprintf(name, 32, "%c%" PRIu32 "%s", letters[value->scalar], value->width, count);
    return name;
}

static void put_decorations(uint32_t decorations) {
    static const char *const words[] = {"flat",  "noperspective", "centroid", "sample",    "pervertex",
                                        "patch", "perprimitive",  "perview",  "invariant", "explicit"};
    put_words("decorations", decorations, words, sizeof words / sizeof *words);
}

static void put_value(const smmra_interface *value) {
    char type[32];
    json_put(",\n      {\"direction\": %s, \"position\": %x, \"name\": %s, \"member\": %x, \"builtin\": %s, "
             "\"location\": %x, \"component\": %x, \"index\": %x, \"type\": %s, \"array_length\": %x, \"vertices\": %x",
             value->direction == SMMRA_DIRECTION_INPUT ? "input" : "output", value->position, value->name,
             value->member, value->builtin == SMMRA_NONE ? NULL : spirv_builtin_name(value->builtin), value->location,
             value->component, value->index, type_name(value, type), value->array_length, value->vertices);
    put_decorations(value->decorations);
    json_put(", \"used\": %d, \"stream\": %x, \"transform_buffer\": %x, \"transform_offset\": %x, "
             "\"transform_stride\": %x",
             value->used, value->stream, value->transform_buffer, value->transform_offset, value->transform_stride);
    if (value->address_space == SMMRA_NONE) /* it is a value, and lies in no memory */
        json_put(", \"memory\": null}");
    else
        json_put(", \"memory\": {\"address_space\": %u, \"offset\": %lu, \"vertex_stride\": %lu}}",
                 value->address_space, value->offset, value->vertex_stride);
}

/* ---- facts ---- */

static void put_use(const smmra_descriptor_use *use) {
    static const char *const words[] = {"read", "written", "atomic", "indexed", "non_uniform"};
    json_put(", {\"set\": %u, \"binding\": %u", use->set, use->binding);
    put_words("uses", use->flags, words, sizeof words / sizeof *words);
    json_put("}");
}

static void put_facts(const smmra_facts *facts) {
    static const char *const words[] = {"kills",
                                        "demotes",
                                        "writes_memory",
                                        "addresses",
                                        "whole_quads",
                                        "per_sample",
                                        "early_tests",
                                        "early_and_late_tests",
                                        "post_depth_coverage",
                                        "depth",
                                        "depth_greater",
                                        "depth_less",
                                        "depth_unchanged",
                                        "stencil",
                                        "sample_mask",
                                        "interlock",
                                        "barriers",
                                        "subgroups",
                                        "traces",
                                        "ray_queries",
                                        "aborts"};
    json_put(
        ",\n     \"facts\": {\"call_depth\": %u, \"shared_bytes\": %lu, \"private_bytes\": %lu, \"subgroup_size\": %u, "
        "\"workgroup_size\": [%u, %u, %u]",
        facts->call_depth, facts->shared_bytes, facts->private_bytes, facts->subgroup_size, facts->workgroup_size[0],
        facts->workgroup_size[1], facts->workgroup_size[2]);
    put_words("does", facts->flags, words, sizeof words / sizeof *words);
    json_put(", \"builtins\": [");
    for (size_t i = 0; i < facts->builtin_count; i++)
        json_put(", %s", spirv_builtin_name(facts->builtins[i]));
    json_put("], \"descriptors\": [");
    for (size_t i = 0; i < facts->descriptor_count; i++)
        put_use(facts->descriptors[i]);
    json_put("]}");
}

/* ---- entry points ---- */

static void put_mode(const smmra_execution_mode *mode) {
    json_put(", {\"mode\": %u, \"operands\": [", mode->mode);
    for (uint32_t i = 0; i < mode->operand_count; i++)
        json_put(", %u", mode->operands[i]);
    json_put("]}");
}

static void put_resource(const smmra_resource *resource) {
    json_put(",\n      {\"parameter\": %u, \"kind\": %s, \"set\": %u, \"binding\": %u, \"descriptor_count\": %u, "
             "\"byte_size\": %lu, \"input_attachment\": %u}",
             resource->parameter, smmra_resource_kind_name(resource->kind), resource->set, resource->binding,
             resource->descriptor_count, resource->byte_size, resource->input_attachment);
}

static void put_entry(const smmra_translated_entry *entry, const smmra_facts *facts) {
    json_put(",\n    {\"model\": %s, \"name\": %s, \"function\": %s,\n     \"modes\": [",
             spirv_execution_model_name(entry->execution_model), entry->name, entry->function);
    for (size_t i = 0; i < entry->mode_count; i++)
        put_mode(entry->modes[i]);
    json_put("]");
    put_facts(facts);
    json_put(",\n     \"resources\": [");
    for (size_t i = 0; i < entry->resource_count; i++)
        put_resource(entry->resources[i]);
    json_put("],\n     \"interface\": [");
    for (size_t i = 0; i < entry->interface_count; i++)
        put_value(entry->interfaces[i]);
    json_put("]}");
}

/* ---- one input ---- */

void translate_print_json(const char *input, const char *output, const smmra_translation *translation) {
    const smmra_statistics *figures = smmra_translation_statistics(translation);
    size_t length, count;
    smmra_translation_text(translation, &length);
    json_begin(input);
    json_put(", \"output\": %s,\n   \"entry_points\": [", output);
    const smmra_translated_entry *const *entries = smmra_translation_entry_points(translation, &count);
    for (size_t i = 0; i < count; i++)
        put_entry(entries[i], smmra_translation_facts(translation, i));
    json_put("],\n   \"findings\": [");
    const smmra_finding *const *findings = smmra_translation_findings(translation, &count);
    for (size_t i = 0; i < count; i++)
        json_finding(findings[i]);
    json_put("],\n   \"words\": %lu, \"instructions\": %lu, \"memory_operations\": %lu, \"bytes\": %zu, "
             "\"bytes_allocated\": %lu}",
             figures->words, figures->instructions, figures->memory_operations, length, figures->bytes_allocated);
}
