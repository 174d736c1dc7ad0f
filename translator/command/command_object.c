#include "translator/command/command_object.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "mmra/base/sort.h"
#include "translator/command/command_process.h"

enum { WORD = 4, MOST_COMMAND = 512, MOST_FILES = 4096 };

/* A line of the disassembly. */
enum line_kind { LINE_OTHER, LINE_SECTION, LINE_LABEL, LINE_PLACE, LINE_RELOCATION, LINE_INSTRUCTION };
struct line {
    enum line_kind kind;
    const char *at; /* a label's name, a file's, an instruction */
    size_t length;
    uint32_t section, number; /* number: of a line of the source */
    uint64_t address;
    bool is_relocated; /* the next line says what a linker is to put there */
};

struct listing {
    struct line *lines;
    uint32_t count, capacity;
    uint64_t *targets; /* of branches, by section and address; in order */
    uint32_t target_count, target_capacity;
};

/* ---- commands ---- */

static bool find_objdump(const char *given, char *command, size_t size) {
    static const char *const versions[] = {"23", "22", "21", "19"}; /* older ones fail on these objects */
    const char *named = getenv("SMMRA_OBJDUMP");
    snprintf(command, size, "%s", given ? given : named && *named ? named : "");
    for (size_t k = 0; !*command && k < sizeof versions / sizeof *versions; k++) {
        snprintf(command, size, "llvm-objdump-%s", versions[k]);
        *command = process_is_installed(command) ? *command : '\0';
    }
    return *command != '\0';
}

/* The command that reads notes stands beside the disassembler, and has its name but for a word. */
static void name_readobj(const char *objdump, char *command, size_t size) {
    const char *word = strstr(objdump, "objdump");
    for (const char *next = word; next; next = strstr(word + 1, "objdump"))
        word = next;
    size_t before = word ? (size_t)(word - objdump) : 0, length = word ? strcspn(word + 7, " ") : 0;
    snprintf(command, size, word ? "%.*sreadobj%.*s" : "llvm-readobj", (int)before, objdump, (int)length,
             word ? word + 7 : "");
}

/* ---- lines of the disassembly ---- */

static uint64_t key_of(uint32_t section, uint64_t address) {
    return (uint64_t)section << 40 | (address & ((UINT64_C(1) << 40) - 1));
}

/* "0000000000000300 <name>:" */
static bool read_label(struct line *one, const char *text, size_t length) {
    char *end;
    one->address = strtoull(text, &end, 16);
    if (end == text || (size_t)(end - text) + 4 >= length || strncmp(end, " <", 2) != 0 ||
        strncmp(text + length - 2, ">:", 2) != 0)
        return false;
    one->kind = LINE_LABEL;
    one->at = end + 2;
    one->length = length - (size_t)(end + 2 - text) - 2;
    return true;
}

/* "; file:12" */
static bool read_place(struct line *one, const char *text, size_t length) {
    size_t colon = length;
    while (colon > 2 && text[colon - 1] >= '0' && text[colon - 1] <= '9')
        colon--;
    if (strncmp(text, "; ", 2) != 0 || colon == length || text[colon - 1] != ':')
        return false;
    one->kind = LINE_PLACE;
    one->number = (uint32_t)strtoul(text + colon, NULL, 10);
    one->at = text + 2;
    one->length = colon - 3;
    return true;
}

/* "s_endpgm    // 00000000009C: BFB00000", with a tab before it. */
static bool read_instruction(struct line *one, const char *text, size_t length) {
    size_t comment = length;
    while (comment > 2 && strncmp(text + comment - 2, "//", 2) != 0)
        comment--;
    if (*text != '\t' || comment <= 2)
        return false;
    one->kind = LINE_INSTRUCTION;
    one->at = text + 1;
    one->length = comment - 3;
    one->address = strtoull(text + comment, NULL, 16);
    return true;
}

static void read_line(struct listing *l, struct arena *arena, const char *text, size_t length, uint32_t *section) {
    static const char begins[] = "Disassembly of section ";
    struct line one = {.section = *section};
    if (length >= sizeof begins - 1 && strncmp(text, begins, sizeof begins - 1) == 0)
        ++*section;
    else if (length >= 2 && strncmp(text, "\t\t", 2) == 0 && l->count)
        l->lines[l->count - 1].is_relocated = true;
    else if (length >= 4 &&
             (read_label(&one, text, length) || read_place(&one, text, length) || read_instruction(&one, text, length)))
        *ARENA_PUSH(arena, l->lines, l->count, l->capacity) = one;
    else if (length >= 4 && strncmp(text, "\t...", 4) == 0)
        *ARENA_PUSH(arena, l->lines, l->count, l->capacity) =
            (struct line){.kind = LINE_INSTRUCTION, .at = "left-out", .length = 8, .section = *section};
}

/* A branch goes so many words further than the instruction after it. */
static bool target_of(const struct line *one, uint64_t *target) {
    const char *blank = memchr(one->at, ' ', one->length);
    bool branches =
        one->length > 9 && blank && (strncmp(one->at, "s_cbranch", 9) == 0 || strncmp(one->at, "s_branch ", 9) == 0);
    char *end = NULL;
    unsigned long words = branches ? strtoul(blank, &end, 10) : 0;
    if (!branches || end == blank || words > UINT16_MAX)
        return false;
    *target = key_of(one->section, one->address + WORD + WORD * (uint64_t)(int64_t)(int16_t)words);
    return true;
}

static void read_listing(struct listing *l, struct arena *arena, const char *text) {
    uint32_t section = 0;
    uint64_t target;
    while (*text) {
        size_t length = strcspn(text, "\n");
        read_line(l, arena, text, length, &section);
        text += length + (text[length] != '\0');
    }
    for (uint32_t k = 0; k < l->count; k++)
        if (l->lines[k].kind == LINE_INSTRUCTION && target_of(&l->lines[k], &target))
            *ARENA_PUSH(arena, l->targets, l->target_count, l->target_capacity) = target;
    mmra_sort(arena, l->targets, l->target_count, sizeof *l->targets, mmra_compare_longs);
}

/* ---- assembly ---- */

struct writer {
    struct text text;
    struct arena *arena;
    const char **files;
    uint32_t file_count, file_capacity;
    uint64_t *addresses;
    uint32_t line_count, line_capacity;
};

/* Ends a line of the text, which has the instruction of that address. */
static void end_line(struct writer *w, uint64_t address) {
    text_char(&w->text, '\n');
    *ARENA_PUSH(w->arena, w->addresses, w->line_count, w->line_capacity) = address;
}

static void put_label(struct writer *w, const struct line *one) {
    text_char(&w->text, '"');
    for (size_t k = 0; k < one->length; k++) {
        if (strchr("\"\\", one->at[k]))
            text_char(&w->text, '\\');
        text_char(&w->text, one->at[k]);
    }
    text_format(&w->text, "\": .Lcode%" PRIx64 ":", one->address);
    end_line(w, 0);
}

static void put_place(struct writer *w, const struct line *one) {
    uint32_t at = 0;
    while (at < w->file_count &&
           (strlen(w->files[at]) != one->length || memcmp(w->files[at], one->at, one->length) != 0))
        at++;
    if (at == MOST_FILES)
        return;
    if (at == w->file_count) {
        *ARENA_PUSH(w->arena, w->files, w->file_count, w->file_capacity) =
            arena_copy_string(w->arena, one->at, one->length);
        text_format(&w->text, "\t.file %u \"%s\"", at, w->files[at]);
        end_line(w, 0);
    }
    text_format(&w->text, "\t.loc %u %u", at, one->number);
    end_line(w, 0);
}

/* What a linker has not filled in has another name, and is refused where it runs. */
static void put_instruction(struct writer *w, const struct listing *l, const struct line *one) {
    uint64_t target, key = key_of(one->section, one->address);
    if (l->target_count && bsearch(&key, l->targets, l->target_count, sizeof key, mmra_compare_longs))
        text_format(&w->text, ".L%" PRIx64 ":", key);
    text_string(&w->text, one->is_relocated ? "\tnot-linked:" : one->at[0] == '.' ? "\tdata:" : "\t");
    static const char getpc[] = "s_getpc_b64 ";
    if (one->length > sizeof getpc - 1 && strncmp(one->at, getpc, sizeof getpc - 1) == 0)
        text_format(&w->text, "s_mov_b64 %.*s, 0x%" PRIx64, (int)strcspn(one->at + sizeof getpc - 1, " \t\n/"),
                    one->at + sizeof getpc - 1, MACHINE_OBJECT_AT + one->address + WORD);
    else if (target_of(one, &target))
        text_format(&w->text, "%.*s .L%" PRIx64, (int)strcspn(one->at, " "), one->at, target);
    else
        text_bytes(&w->text, one->at, one->length);
    end_line(w, one->address);
}

/* Writes what readobj prints of the note, from its first line to its last. */
static void put_metadata(struct writer *w, const char *notes) {
    static const char begins[] = "AMDGPU Metadata: ---\n";
    const char *at = strstr(notes, begins), *end = at ? strstr(at, "\n...") : NULL;
    if (!end)
        return;
    TEXT_LITERAL(&w->text, "\t.amdgpu_metadata");
    end_line(w, 0);
    for (at += sizeof begins - 1; at <= end; at += strcspn(at, "\n") + 1) {
        text_bytes(&w->text, at, strcspn(at, "\n"));
        end_line(w, 0);
    }
    TEXT_LITERAL(&w->text, "\t.end_amdgpu_metadata");
    end_line(w, 0);
}

static void write_assembly(struct writer *w, const struct machine_object *object, const struct listing *l,
                           const char *notes) {
    size_t at = 0;
    machine_describe_kernels(object, &w->text);
    for (; at < text_length(&w->text); at++)
        if (w->text.start[at] == '\n')
            *ARENA_PUSH(w->arena, w->addresses, w->line_count, w->line_capacity) = 0;
    put_metadata(w, notes);
    for (uint32_t k = 0; k < l->count; k++) {
        const struct line *one = &l->lines[k];
        if (one->kind == LINE_LABEL)
            put_label(w, one);
        else if (one->kind == LINE_PLACE)
            put_place(w, one);
        else
            put_instruction(w, l, one);
    }
}

/* ---- the object ---- */

static int refuse(const char *path, bool unsupported, const char *text) {
    MESSAGE_ERROR(path, "%s%s", unsupported ? "not supported: " : "", text);
    return unsupported ? SMMRA_UNSUPPORTED : SMMRA_INVALID_INPUT;
}

/* Those of the request's processor that have its kernel; several of one processor are several source files. */
static const struct machine_object *choose(const struct machine_objects *all, const struct object_request *request,
                                           bool *several) {
    const struct machine_object *found = NULL;
    *several = false;
    for (uint32_t k = 0; k < all->count; k++) {
        const struct machine_object *one = &all->all[k];
        if ((request->processor != MACHINE_PROCESSOR_COUNT && one->processor != request->processor) ||
            !machine_object_has(one, request->kernel))
            continue;
        *several |= found && found->number != one->number;
        found = found ? found : one;
    }
    return found;
}

static const char *processor_name(const struct machine_object *object, char *buffer, size_t size) {
    if (object->processor != MACHINE_PROCESSOR_COUNT)
        return machine_processor_names[object->processor];
    snprintf(buffer, size, "processor 0x%x of ELF (EF_AMDGPU_MACH)", object->number);
    return buffer;
}

/* Why none was chosen, or not one alone: which processors there are. */
static int refuse_choice(const struct work *work, const struct machine_objects *all,
                         const struct object_request *request, bool several) {
    char buffer[64], names[512] = "";
    bool has_processor = false;
    for (uint32_t k = 0; k < all->count; k++) {
        size_t used = strlen(names);
        const char *name = processor_name(&all->all[k], buffer, sizeof buffer);
        if (!strstr(names, name))
            snprintf(names + used, sizeof names - used, "%s%s", used ? ", " : "", name);
        has_processor |= all->all[k].processor == request->processor;
    }
    if (several)
        MESSAGE_ERROR(work->path, "has code for %s: --mcpu says for which", names);
    else if (request->processor != MACHINE_PROCESSOR_COUNT && !has_processor)
        MESSAGE_ERROR(work->path, "is code for %s, not for %s as --mcpu says", names,
                      machine_processor_names[request->processor]);
    else if (request->kernel)
        MESSAGE_ERROR(work->path, "there is no kernel %s: no symbol %s.kd describes one",
                      printable(request->kernel, 256), printable(request->kernel, 256));
    else
        MESSAGE_ERROR(work->path, "there is no kernel: no symbol that ends in .kd describes one");
    return several || (request->processor != MACHINE_PROCESSOR_COUNT && !has_processor) ? SMMRA_INVALID_ARGUMENT
                                                                                        : SMMRA_INVALID_INPUT;
}

static int disassemble(struct object_assembly *assembly, const struct work *work, const char *objdump,
                       const struct machine_object *object, struct arena *arena) {
    static const char *const of_code[] = {"-d", "-l", "-r", "-", NULL}, *const of_notes[] = {"--notes", "-", NULL};
    char readobj[MOST_COMMAND];
    struct process_result code, notes;
    struct listing listing = {0};
    struct writer w = {.arena = arena};
    name_readobj(objdump, readobj, sizeof readobj);
    if (!process_run(objdump, of_code, (const char *)object->bytes, object->length, arena, &code))
        return refuse(work->path, false, code.error);
    if (!process_run(readobj, of_notes, (const char *)object->bytes, object->length, arena, &notes))
        return refuse(work->path, false, notes.error);
    text_init(&w.text, arena, code.length);
    read_listing(&listing, arena, code.output);
    write_assembly(&w, object, &listing, notes.output);
    *assembly = (struct object_assembly){text_finish(&w.text), text_length(&w.text), object->processor, w.addresses,
                                         w.line_count};
    return 0;
}

int object_read(struct object_assembly *assembly, const struct work *work, const struct object_request *request,
                struct arena *arena) {
    struct machine_objects *all = arena_allocate_array(arena, 1, sizeof *all);
    char objdump[MOST_COMMAND], name[64];
    bool several;
    machine_find_objects(all, (const uint8_t *)work->bytes, work->length);
    if (all->error)
        return refuse(work->path, all->unsupported, all->error);
    const struct machine_object *object = choose(all, request, &several);
    if (!object || several)
        return refuse_choice(work, all, request, several);
    if (object->processor == MACHINE_PROCESSOR_COUNT)
        return refuse(work->path, true, processor_name(object, name, sizeof name));
    if (!find_objdump(request->objdump, objdump, sizeof objdump))
        return refuse(
            work->path, false,
            "is a code object, which llvm-objdump of LLVM 19 or newer decodes: no llvm-objdump-22 is installed "
            "(Debian's package llvm-22; --objdump or SMMRA_OBJDUMP names another)");
    return disassemble(assembly, work, objdump, object, arena);
}
