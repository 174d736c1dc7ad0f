/* Answers of translate as JSON. Kinds of resources, types and decorations have the names of the IR's metadata
 * (docs/guide/stages.md), models and built-ins those of SPIR-V. */
#include <inttypes.h>

#include "spirv/module.h"
#include "translator/command/command.h"

static void put_number(const char *name, uint32_t number) {
    if (number == SMMRA_NONE)
        printf(", \"%s\": null", name);
    else
        printf(", \"%s\": %" PRIu32, name, number);
}

/* The words of the bits that are set. */
static void put_words(const char *name, uint64_t flags, const char *const *words, size_t count) {
    const char *separator = "";
    printf(", \"%s\": [", name);
    for (size_t i = 0; i < count; i++) {
        if (!(flags >> i & 1))
            continue;
        printf("%s\"%s\"", separator, words[i]);
        separator = ", ";
    }
    printf("]");
}

/* ---- resources ---- */

static void put_resource(const smmra_resource *resource) {
    printf("\n      {\"parameter\": %" PRIu32 ", \"kind\": \"%s\", \"set\": %" PRIu32 ", \"binding\": %" PRIu32
           ", \"descriptor_count\": %" PRIu32 ", \"byte_size\": %" PRIu64 ", \"input_attachment\": %" PRIu32 "}",
           resource->parameter, smmra_resource_kind_name(resource->kind), resource->set, resource->binding,
           resource->descriptor_count, resource->byte_size, resource->input_attachment);
}

/* ---- inputs and outputs ---- */

static void put_type(const smmra_interface *value) {
    static const char letters[] = {
        [SMMRA_SCALAR_FLOAT] = 'f', [SMMRA_SCALAR_SINT] = 'i', [SMMRA_SCALAR_UINT] = 'u', [SMMRA_SCALAR_BOOL] = 'b'};
    printf(", \"type\": \"%c%" PRIu32, letters[value->scalar], value->width);
    if (value->components > 1)
        printf("x%" PRIu32, value->components);
    printf("\"");
}

static void put_decorations(uint32_t decorations) {
    static const char *const words[] = {"flat",  "noperspective", "centroid", "sample",    "pervertex",
                                        "patch", "perprimitive",  "perview",  "invariant", "explicit"};
    put_words("decorations", decorations, words, sizeof words / sizeof *words);
}

/* Writes in which memory it lies; null: it is a value. */
static void put_memory(const smmra_interface *value) {
    if (value->address_space == SMMRA_NONE)
        printf(", \"memory\": null");
    else
        printf(", \"memory\": {\"address_space\": %" PRIu32 ", \"offset\": %" PRIu64 ", \"vertex_stride\": %" PRIu64
               "}",
               value->address_space, value->offset, value->vertex_stride);
}

static void put_value(const smmra_interface *value) {
    printf("\n      {\"direction\": \"%s\"", value->direction == SMMRA_DIRECTION_INPUT ? "input" : "output");
    put_number("position", value->position);
    json_member("name", value->name);
    put_number("member", value->member);
    json_member("builtin", value->builtin == SMMRA_NONE ? NULL : spirv_builtin_name(value->builtin));
    put_number("location", value->location);
    put_number("component", value->component);
    put_number("index", value->index);
    put_type(value);
    put_number("array_length", value->array_length);
    put_number("vertices", value->vertices);
    put_decorations(value->decorations);
    printf(", \"used\": %s", value->used ? "true" : "false");
    put_number("stream", value->stream);
    put_number("transform_buffer", value->transform_buffer);
    put_number("transform_offset", value->transform_offset);
    put_number("transform_stride", value->transform_stride);
    put_memory(value);
    printf("}");
}

/* ---- entry points ---- */

static void put_mode(const smmra_execution_mode *mode) {
    printf("{\"mode\": %" PRIu32 ", \"operands\": [", mode->mode);
    for (uint32_t i = 0; i < mode->operand_count; i++)
        printf("%s%" PRIu32, i ? ", " : "", mode->operands[i]);
    printf("]}");
}

/* ---- facts ---- */

static void put_use(const smmra_descriptor_use *use) {
    static const char *const words[] = {"read", "written", "atomic", "indexed", "non_uniform"};
    printf("{\"set\": %" PRIu32 ", \"binding\": %" PRIu32, use->set, use->binding);
    put_words("uses", use->flags, words, sizeof words / sizeof *words);
    printf("}");
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
                                        "ray_queries"};
    printf(",\n     \"facts\": {\"call_depth\": %" PRIu32 ", \"shared_bytes\": %" PRIu64 ", \"private_bytes\": %" PRIu64
           ", \"subgroup_size\": %" PRIu32 ", \"workgroup_size\": [%" PRIu32 ", %" PRIu32 ", %" PRIu32 "]",
           facts->call_depth, facts->shared_bytes, facts->private_bytes, facts->subgroup_size, facts->workgroup_size[0],
           facts->workgroup_size[1], facts->workgroup_size[2]);
    put_words("does", facts->flags, words, sizeof words / sizeof *words);
    printf(", \"builtins\": [");
    for (size_t i = 0; i < facts->builtin_count; i++) {
        printf(i ? ", " : "");
        json_string(stdout, spirv_builtin_name(facts->builtins[i]));
    }
    printf("], \"descriptors\": [");
    for (size_t i = 0; i < facts->descriptor_count; i++) {
        printf(i ? ", " : "");
        put_use(facts->descriptors[i]);
    }
    printf("]}");
}

static void put_entry(const smmra_translated_entry *entry, const smmra_facts *facts) {
    printf("\n    {\"model\": ");
    json_string(stdout, spirv_execution_model_name(entry->execution_model));
    json_member("name", entry->name);
    json_member("function", entry->function);
    printf(",\n     \"modes\": [");
    for (size_t i = 0; i < entry->mode_count; i++) {
        printf(i ? ", " : "");
        put_mode(entry->modes[i]);
    }
    printf("]");
    put_facts(facts);
    printf(",\n     \"resources\": [");
    for (size_t i = 0; i < entry->resource_count; i++) {
        printf(i ? "," : "");
        put_resource(entry->resources[i]);
    }
    printf("],\n     \"interface\": [");
    for (size_t i = 0; i < entry->interface_count; i++) {
        printf(i ? "," : "");
        put_value(entry->interfaces[i]);
    }
    printf("]}");
}

static void put_entries(const smmra_translation *translation) {
    size_t count;
    const smmra_translated_entry *const *entries = smmra_translation_entry_points(translation, &count);
    printf(",\n   \"entry_points\": [");
    for (size_t i = 0; i < count; i++) {
        printf(i ? "," : "");
        put_entry(entries[i], smmra_translation_facts(translation, i));
    }
    printf("]");
}

/* ---- one input ---- */

static void put_findings(const smmra_translation *translation) {
    size_t count;
    const smmra_finding *const *findings = smmra_translation_findings(translation, &count);
    printf(",\n   \"findings\": [");
    for (size_t i = 0; i < count; i++) {
        printf(i ? ",\n" : "\n");
        json_finding(findings[i]);
    }
    printf("]");
}

void translate_print_json(const char *input, const char *output, const smmra_translation *translation) {
    const smmra_statistics *figures = smmra_translation_statistics(translation);
    size_t length;
    smmra_translation_text(translation, &length);
    json_begin(input);
    json_member("output", output);
    put_entries(translation);
    put_findings(translation);
    printf(",\n   \"words\": %" PRIu64 ", \"instructions\": %" PRIu64 ", \"memory_operations\": %" PRIu64
           ", \"bytes\": %zu, \"bytes_allocated\": %" PRIu64 "}",
           figures->words, figures->instructions, figures->memory_operations, length, figures->bytes_allocated);
}
