/* A place becomes a !DILocation. LLVM's verifier wants its scope to lead to the subprogram of the function that has the
 * instruction, directly or through where it was inlined; so a place whose scopes lead elsewhere is put into the
 * function itself. Lexical blocks would only matter to variables, which the IR does not describe. */
#include "translator/lower/debug_info.h"

#include <spirv/unified1/NonSemanticShaderDebugInfo100.h>
#include <stdarg.h>
#include <stdio.h>

#include "mmra/base/search.h"
#include "mmra/base/text.h"

enum { MAX_INLINED = 64, MAX_COLUMN = 0xFFFF };

struct debug_info {
    struct lowering *lowering;
    ir_metadata unit, type;
    /* by spirv_debug_index; 0: none yet. Names may be long, so that each is read once. */
    ir_metadata *subprograms; /* of a DebugFunction */
    ir_metadata *files;       /* of an OpString */
    ir_metadata *names;       /* of a DebugFunction */
    /* of the function that is written */
    spirv_id own_scope; /* its DebugFunction; 0: not known */
    spirv_id file;
    ir_metadata subprogram;
};

/* ---- nodes ---- */

/* A node whose text is the format's; \1 in it stands for the next operand. */
static ir_metadata record(struct debug_info *d, bool distinct, const ir_metadata *operands, uint32_t count,
                          const char *format, ...) {
    char text[256];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return ir_metadata_record(d->lowering->ir, text, (size_t)length, operands, count, distinct);
}

/* Names are operands of their own: metadata strings, which the printer escapes. */
static ir_metadata name(struct debug_info *d, const char *bytes, size_t length) {
    return ir_metadata_string(d->lowering->ir, bytes, length);
}

static ir_metadata file_node(struct debug_info *d, spirv_id file) {
    ir_metadata *known = &d->files[spirv_debug_index(d->lowering->places, file)];
    if (!*known) {
        const char *path = spirv_debug_string(d->lowering->places, file);
        if (!path || !*path)
            path = "unknown"; /* LLVM takes no empty name */
        ir_metadata operand = name(d, path, strlen(path));
        *known = record(d, false, &operand, 1, "!DIFile(filename: \1, directory: \"\")");
    }
    return *known;
}

/* ---- subprograms ---- */

struct subprogram {
    ir_metadata name;
    spirv_id file;
    uint32_t line;
};

static ir_metadata name_of(struct debug_info *d, const char *text) {
    return name(d, text ? text : "", text ? strcspn(text, "(") : 0); /* glslang: "sum(u1;" */
}

static ir_metadata new_subprogram(struct debug_info *d, const struct subprogram *own, bool is_local) {
    const ir_metadata file = file_node(d, own->file);
    const ir_metadata operands[] = {own->name, file, file, d->type, d->unit};
    return record(d, true, operands, 5,
                  "distinct !DISubprogram(name: \1, scope: \1, file: \1, line: %u, type: \1, scopeLine: %u, "
                  "spFlags: %sDISPFlagDefinition, unit: \1)",
                  own->line, own->line, is_local ? "DISPFlagLocalToUnit | " : "");
}

/* A DebugFunction. */
static struct subprogram describe(struct debug_info *d, spirv_id function) {
    const struct spirv_places *places = d->lowering->places;
    ir_metadata *known = &d->names[spirv_debug_index(places, function)];
    if (!*known)
        *known = name_of(d, spirv_debug_string(places, spirv_debug_operand(places, function, 0)));
    return (struct subprogram){
        .name = *known,
        .file = spirv_debug_operand(places, spirv_debug_operand(places, function, 2), 0),
        .line = spirv_debug_number(places, function, 3),
    };
}

static ir_metadata subprogram_of(struct debug_info *d, spirv_id function) {
    ir_metadata *known = &d->subprograms[spirv_debug_index(d->lowering->places, function)];
    if (!*known) {
        struct subprogram own = describe(d, function);
        *known = new_subprogram(d, &own, true);
    }
    return *known;
}

/* The places of a function: from `first` on, `count` of them. */
struct range {
    const struct spirv_place *first;
    uint32_t count;
};

static struct range places_of(const struct spirv_places *places, const struct spirv_function *function) {
    uint32_t begin = COUNT_BELOW(places->items, places->count, word, function->word);
    struct range range = {places->items + begin, 0};
    while (begin + range.count < places->count && range.first[range.count].word <= function->end_word)
        range.count++;
    return range;
}

/* DebugFunction of what the function has itself, not by inlining; 0: none is known. */
static spirv_id own_scope(const struct spirv_places *places, struct range range) {
    for (uint32_t i = 0; i < range.count; i++) {
        spirv_id function = range.first[i].inlined ? 0 : spirv_debug_function(places, range.first[i].scope);
        if (function)
            return function;
    }
    return 0;
}

static const struct spirv_place *first_place(struct range range) {
    for (uint32_t i = 0; i < range.count; i++)
        if (range.first[i].file)
            return &range.first[i];
    return NULL;
}

/* The file and line of the function itself are those of OpFunction where DebugFunction does not know them. */
static ir_metadata own_subprogram(struct debug_info *d, const struct spirv_function *function, struct range range,
                                  bool is_local) {
    const struct spirv_places *places = d->lowering->places;
    const struct spirv_place *first = first_place(range);
    struct subprogram own = {.file = first->file};
    ir_metadata *known = &d->subprograms[spirv_debug_index(places, d->own_scope)];
    if (d->own_scope)
        own = describe(d, d->own_scope);
    else
        own.name = name_of(d, spirv_name(d->lowering->spirv, function->id));
    if (!own.line && first->word == function->word && first->file == own.file)
        own.line = first->line;
    d->file = own.file;
    ir_metadata node = new_subprogram(d, &own, is_local);
    if (!*known)
        *known = node;
    return node;
}

/* ---- locations ---- */

static ir_metadata location(struct debug_info *d, uint32_t line, uint32_t column, ir_metadata scope,
                            ir_metadata inlined_at) {
    const ir_metadata operands[] = {scope, inlined_at};
    return record(d, false, operands, inlined_at ? 2 : 1,
                  inlined_at ? "!DILocation(line: %u, column: %u, scope: \1, inlinedAt: \1)"
                             : "!DILocation(line: %u, column: %u, scope: \1)",
                  line, column <= MAX_COLUMN ? column : 0);
}

/* The calls of an inlined function, up to the function that has the instruction; 0: they do not lead there. */
static ir_metadata inlined_at(struct debug_info *d, spirv_id inlined) {
    const struct spirv_places *places = d->lowering->places;
    spirv_id chain[MAX_INLINED];
    uint32_t count = 0, number;
    for (; inlined && count < MAX_INLINED; inlined = spirv_debug_operand(places, inlined, 2)) {
        if (!spirv_debug_instruction(places, inlined, &number) || number != NonSemanticShaderDebugInfo100DebugInlinedAt)
            return 0;
        chain[count++] = inlined;
    }
    ir_metadata at = 0;
    for (uint32_t i = count; i > 0 && !inlined; i--) {
        spirv_id function = spirv_debug_function(places, spirv_debug_operand(places, chain[i - 1], 1));
        if (!function || (i == count && d->own_scope && function != d->own_scope))
            return 0;
        at = location(d, spirv_debug_number(places, chain[i - 1], 0), 0,
                      i == count ? d->subprogram : subprogram_of(d, function), at);
    }
    return at;
}

static ir_metadata locate(struct debug_info *d, const struct spirv_place *place) {
    const struct spirv_places *places = d->lowering->places;
    if (!place->file)
        return 0;
    spirv_id function = place->inlined ? spirv_debug_function(places, place->scope) : 0, file = d->file;
    ir_metadata at = function ? inlined_at(d, place->inlined) : 0,
                scope = at ? subprogram_of(d, function) : d->subprogram;
    if (at)
        file = spirv_debug_operand(places, spirv_debug_operand(places, function, 2), 0);
    if (place->file != file) {
        const ir_metadata operands[] = {scope, file_node(d, place->file)};
        scope = record(d, false, operands, 2, "!DILexicalBlockFile(scope: \1, file: \1, discriminator: 0)");
    }
    return location(d, place->line, place->column, scope, at);
}

static void write_lines(struct debug_info *d, ir_function index, const struct spirv_function *function,
                        struct range range) {
    struct lowering *l = d->lowering;
    struct ir_line *lines = arena_allocate_array(l->ir->arena, (size_t)range.count + 1, sizeof *lines);
    for (uint32_t i = 0; i < range.count; i++) {
        mmra_work(&l->watch, 4);
        lines[i] = (struct ir_line){range.first[i].word, locate(d, &range.first[i])};
    }
    lines[range.count] = (struct ir_line){function->end_word + 1, 0};
    struct ir_function_info *info = &l->ir->functions[index];
    info->subprogram = d->subprogram;
    info->lines = lines;
    info->line_count = range.count + 1;
    info->no_line = location(d, 0, 0, d->subprogram, 0);
}

/* ---- the module ---- */

static const struct spirv_function *function_at(const struct spirv_module *spirv, uint32_t word) {
    return word ? spirv_function_of_id(spirv, spirv->words[word + 2]) : NULL;
}

static void write_flag(struct lowering *l, uint32_t behaviour, const char *flag, uint32_t value) {
    ir_type i32 = ir_type_integer(l->ir, 32);
    const ir_metadata operands[] = {ir_metadata_value(l->ir, ir_integer(l->ir, i32, behaviour)),
                                    ir_metadata_string(l->ir, flag, strlen(flag)),
                                    ir_metadata_value(l->ir, ir_integer(l->ir, i32, value))};
    ir_add_named_metadata(l->ir, "llvm.module.flags", ir_metadata_tuple(l->ir, operands, 3));
}

/* The unit has the file of the first place. */
static void write_unit(struct debug_info *d, spirv_id file) {
    enum { WARNING = 2, LARGEST = 7, DWARF_VERSION = 5, DEBUG_INFO_VERSION = 3 };
    struct lowering *l = d->lowering;
    const ir_metadata nothing = 0, types = ir_metadata_tuple(l->ir, &nothing, 1);
    const char *producer = "spirv-mmra";
    const ir_metadata operands[] = {file_node(d, file), name(d, producer, strlen(producer))};
    d->type = record(d, false, &types, 1, "!DISubroutineType(types: \1)");
    d->unit = record(d, true, operands, 2,
                     "distinct !DICompileUnit(language: DW_LANG_C99, file: \1, producer: \1, isOptimized: false, "
                     "runtimeVersion: 0, emissionKind: FullDebug)");
    ir_add_named_metadata(l->ir, "llvm.dbg.cu", d->unit);
    write_flag(l, LARGEST, "Dwarf Version", DWARF_VERSION);
    write_flag(l, WARNING, "Debug Info Version", DEBUG_INFO_VERSION);
}

void debug_info_write(struct lowering *l) {
    const struct spirv_places *places = l->places;
    struct debug_info d = {.lowering = l};
    size_t count = (size_t)places->definition_count + 1;
    d.subprograms = arena_allocate_array(l->arena, count, sizeof *d.subprograms);
    d.files = arena_allocate_array(l->arena, count, sizeof *d.files);
    d.names = arena_allocate_array(l->arena, count, sizeof *d.names);
    for (ir_function i = 1; i < l->ir->function_count; i++) {
        const struct spirv_function *function = function_at(l->spirv, l->ir->functions[i].source);
        struct range range = {0};
        if (function)
            range = places_of(places, function);
        const struct spirv_place *first = first_place(range);
        if (!first)
            continue;
        if (!d.unit)
            write_unit(&d, first->file);
        d.own_scope = own_scope(places, range);
        d.subprogram = own_subprogram(&d, function, range, l->ir->functions[i].internal);
        d.subprograms[0] = 0; /* of what has no DebugFunction */
        write_lines(&d, i, function, range);
    }
}
