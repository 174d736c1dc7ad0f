/* Reads a recorded dispatch. A folder may come from anybody: its files are plain names in it, and no links. */
#define _GNU_SOURCE /* O_DIRECTORY, O_NOFOLLOW */
#include "translator/command/command_recording.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "mmra/base/sort.h"
#include "mmra/machine/machine_arguments.h"
#include "mmra/machine/machine_object.h"

#define HEADER "spirv-mmra dispatch 1"
enum { MOST_ITEMS = 4096, MOST_WORDS = 16, MOST_EXTENT = 65536, MOST_TEXELS = 1 << 26, MEMORY_ALIGNMENT = 16 };

bool recording_is(const char *path) {
    return path_ends_in(path, RECORDING_MANIFEST) || strcmp(path, &RECORDING_MANIFEST[1]) == 0;
}

const char *fault_of_recording(const char *start, size_t length) {
    size_t header = strlen(HEADER);
    bool is_one = length > header && memcmp(start, HEADER "\n", header + 1) == 0 && !memchr(start, 0, length);
    return is_one ? NULL : "is no recorded dispatch: its first line is not \"" HEADER "\"";
}

/* ---- where it is ---- */

/* Which bytes of which buffer a descriptor is. */
struct range {
    uint64_t handle, begin, end;
    const char *name;
    uint32_t at[2]; /* set and binding */
    bool is_of_array;
};

/* The memory at an address, and which bytes of which buffer it is. */
struct addressed {
    uint64_t address, length, handle, begin;
    uint32_t
        last_end; /* of this one and those of the buffer before it, in the order of places, the one that ends last */
};

struct manifest {
    struct recording *recording;
    struct work *work;
    int folder, status;
    uint32_t line;
    const char *words[MOST_WORDS];
    uint32_t word_count, left_out_count;
    const char *left_out; /* of the descriptors the first that was left out, and why; NULL: none was */
    char *module;         /* or the kernel's code object */
    size_t module_length;
    const char *seen[2]; /* a line that is of a module alone, and one that is of a kernel alone; NULL: none */
    struct range *ranges;
    uint32_t range_count, range_capacity;
    struct addressed *addressed; /* of buffers that are known */
    uint32_t addressed_count, addressed_capacity;
};

__attribute__((format(printf, 3, 4))) static bool wrong(struct manifest *m, int status, const char *format, ...) {
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    message_print(&(struct message_place){.path = m->work->path, .line = m->line}, SMMRA_SEVERITY_ERROR, "%s",
                  printable(text, sizeof text));
    m->status = status;
    return false;
}

/* ---- files ---- */

static bool is_plain(const char *name) {
    return *name && *name != '.' && !strchr(name, '/');
}

static bool read_all(struct manifest *m, int file, char *bytes, size_t length, const char *name) {
    size_t used = 0;
    while (used < length) {
        ssize_t got = read(file, bytes + used, length - used);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return wrong(m, SMMRA_INVALID_ARGUMENT, "%s: %s", name, got ? strerror(errno) : "has become shorter");
        used += (size_t)got;
    }
    return true;
}

/* The bytes of a file of the folder, in the arena; NULL after a message. */
static char *read_file(struct manifest *m, const char *name, size_t *length) {
    struct stat about;
    if (!is_plain(name)) {
        wrong(m, SMMRA_INVALID_INPUT, "%s is no name of a file in the folder", name);
        return NULL;
    }
    int file = openat(m->folder, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    bool is_link = file < 0 && errno == ELOOP;
    if (file < 0) {
        wrong(m, SMMRA_INVALID_ARGUMENT, "%s: %s", name, is_link ? "is a link" : strerror(errno));
        return NULL;
    }
    char *bytes = NULL;
    if (fstat(file, &about) != 0 || !S_ISREG(about.st_mode)) {
        wrong(m, SMMRA_INVALID_ARGUMENT, "%s: is no regular file", name);
    } else if ((uint64_t)about.st_size > m->work->arena.limit) {
        wrong(m, SMMRA_OUT_OF_MEMORY, "%s: is too large for the available memory", name);
    } else {
        *length = (size_t)about.st_size;
        bytes = arena_allocate_array(&m->work->arena, *length + 1, 1);
        if (!read_all(m, file, bytes, *length, name))
            bytes = NULL;
    }
    close(file);
    return bytes;
}

/* ---- words ---- */

static bool read_number(const char *text, int base, uint64_t most, uint64_t *number) {
    char *end;
    errno = 0;
    *number = strtoull(text, &end, base);
    return *text >= '0' && *text <= '9' && !*end && errno == 0 && *number <= most;
}

static bool numbers(struct manifest *m, uint32_t first, uint32_t count, uint64_t most, uint32_t *values) {
    for (uint32_t i = 0; i < count; i++) {
        uint64_t number;
        if (!read_number(m->words[first + i], 10, most, &number))
            return wrong(m, SMMRA_INVALID_INPUT, "%s is no number from 0 to %llu", m->words[first + i],
                         (unsigned long long)most);
        values[i] = (uint32_t)number;
    }
    return true;
}

static bool room(struct manifest *m, uint32_t count) {
    return count < MOST_ITEMS || wrong(m, SMMRA_UNSUPPORTED, "more than %d lines of one kind", MOST_ITEMS);
}

/* "@SET.BINDING.ELEMENT", of the words after the first. */
static const char *descriptor_name(struct manifest *m) {
    uint32_t at[3];
    char name[48];
    if (!numbers(m, 1, 3, UINT32_MAX, at))
        return NULL;
    snprintf(name, sizeof name, "@%u.%u.%u", at[0], at[1], at[2]);
    return arena_copy_string(&m->work->arena, name, strlen(name));
}

/* ---- lines ---- */

static bool take_module(struct manifest *m) {
    m->module = read_file(m, m->words[1], &m->module_length);
    return m->module != NULL;
}

static bool take_groups(struct manifest *m) {
    uint32_t *groups = m->recording->groups;
    if (!numbers(m, 1, 3, UINT32_MAX, groups))
        return false;
    if (!groups[0] || !groups[1] || !groups[2])
        return wrong(m, SMMRA_UNSUPPORTED, "not supported: a dispatch without workgroups");
    return true;
}

static bool take_base(struct manifest *m) {
    uint32_t base[3];
    if (!numbers(m, 1, 3, UINT32_MAX, base))
        return false;
    return !(base[0] | base[1] | base[2]) ||
           wrong(m, SMMRA_UNSUPPORTED, "not supported: a dispatch whose workgroups begin at a base");
}

static bool take_subgroup(struct manifest *m) {
    return numbers(m, 1, 1, UINT32_MAX, &m->recording->subgroup);
}

static bool take_robust(struct manifest *m) {
    m->recording->is_robust = true;
    return true;
}

static bool take_constant(struct manifest *m) {
    struct recording *r = m->recording;
    smmra_specialization constant = {0};
    if (!room(m, r->constant_count) || !numbers(m, 1, 1, UINT32_MAX, &constant.spec_id))
        return false;
    if (!read_number(m->words[2], 0, UINT64_MAX, &constant.bits))
        return wrong(m, SMMRA_INVALID_INPUT, "%s are no bits of a constant", m->words[2]);
    *ARENA_PUSH(&m->work->arena, r->constants, r->constant_count, r->constant_capacity) = constant;
    return true;
}

static bool add_data(struct manifest *m, const char *name, const char *file) {
    struct recording *r = m->recording;
    size_t length;
    const char *bytes = name && room(m, r->data_count) ? read_file(m, file, &length) : NULL;
    if (!bytes)
        return false;
    *ARENA_PUSH(&m->work->arena, r->data, r->data_count, r->data_capacity) = (smmra_litmus_data){name, bytes, length};
    return true;
}

static bool take_push(struct manifest *m) {
    return add_data(m, "@push", m->words[1]);
}

/* "0xHANDLE+OFFSET" */
static bool read_place(const char *text, uint64_t *handle, uint64_t *begin) {
    char digits[32];
    const char *plus = strchr(text, '+');
    size_t length = plus ? (size_t)(plus - text) : sizeof digits;
    snprintf(digits, sizeof digits, "%.*s", (int)(length < sizeof digits ? length : 0), text);
    return plus && read_number(digits, 16, UINT64_MAX, handle) && read_number(plus + 1, 10, UINT64_MAX / 2, begin);
}

static bool read_range(struct manifest *m, const char *text, struct range *range) {
    return read_place(text, &range->handle, &range->begin) ||
           wrong(m, SMMRA_INVALID_INPUT, "%s is no handle and offset of a buffer", text);
}

static bool take_buffer(struct manifest *m) {
    struct recording *r = m->recording;
    struct range range = {0};
    if (!read_range(m, m->words[4], &range) || !add_data(m, descriptor_name(m), m->words[5]))
        return false;
    range.name = r->data[r->data_count - 1].name;
    range.end = range.begin + r->data[r->data_count - 1].length;
    numbers(m, 1, 2, UINT32_MAX, range.at);
    *ARENA_PUSH(&m->work->arena, m->ranges, m->range_count, m->range_capacity) = range;
    return true;
}

static bool take_after(struct manifest *m) {
    struct recording *r = m->recording;
    size_t length;
    const char *name = descriptor_name(m);
    const char *bytes = name && room(m, r->result_count) ? read_file(m, m->words[5], &length) : NULL;
    if (!bytes)
        return false;
    *ARENA_PUSH(&m->work->arena, r->results, r->result_count, r->result_capacity) =
        (smmra_litmus_data){name, bytes, length};
    return true;
}

/* The file is the last word. */
static bool add_addressed(struct manifest *m, struct addressed *made) {
    struct recording *r = m->recording;
    char name[32];
    if (!read_number(m->words[1], 16, UINT64_MAX, &made->address))
        return wrong(m, SMMRA_INVALID_INPUT, "%s is no address", m->words[1]);
    snprintf(name, sizeof name, "@0x%llx", (unsigned long long)made->address);
    if (!add_data(m, arena_copy_string(&m->work->arena, name, strlen(name)), m->words[m->word_count - 1]))
        return false;
    made->length = r->data[r->data_count - 1].length;
    return true;
}

static bool take_address(struct manifest *m) {
    struct addressed made;
    return add_addressed(m, &made);
}

static bool take_address_of(struct manifest *m) {
    struct addressed made = {0};
    if (!read_place(m->words[2], &made.handle, &made.begin) && !read_number(m->words[2], 16, UINT64_MAX, &made.handle))
        return wrong(m, SMMRA_INVALID_INPUT, "%s is no handle of a buffer", m->words[2]);
    if (!add_addressed(m, &made))
        return false;
    *ARENA_PUSH(&m->work->arena, m->addressed, m->addressed_count, m->addressed_capacity) = made;
    return true;
}

static bool take_image(struct manifest *m) {
    struct recording *r = m->recording;
    smmra_litmus_image image = {.name = descriptor_name(m)};
    size_t length;
    const char *fault;
    if (!image.name || !room(m, r->image_count) || !numbers(m, 6, 3, MOST_EXTENT, image.extents))
        return false;
    uint64_t count = (uint64_t)image.extents[0] * image.extents[1] * image.extents[2];
    if (!count || count > MOST_TEXELS)
        return wrong(m, SMMRA_UNSUPPORTED, "not supported: an image without texels, or of more than %d", MOST_TEXELS);
    const char *bytes = read_file(m, m->words[9], &length);
    if (!bytes)
        return false;
    image.texels =
        texels_read(&m->work->arena, m->words[4], m->words[5], count, (const unsigned char *)bytes, length, &fault);
    if (!image.texels)
        return wrong(m, SMMRA_INVALID_INPUT, "%s", fault);
    *ARENA_PUSH(&m->work->arena, r->images, r->image_count, r->image_capacity) = image;
    return true;
}

static bool take_word(struct manifest *m, uint32_t at, const char *const *words, uint32_t count, uint32_t *which) {
    for (*which = 0; *which < count; ++*which)
        if (strcmp(words[*which], m->words[at]) == 0)
            return true;
    return wrong(m, SMMRA_INVALID_INPUT, "%s is nothing that a sampler does there", m->words[at]);
}

static bool take_sampler(struct manifest *m) {
    static const char *const filters[] = {"nearest", "linear"}, *const coordinates[] = {"normalized", "texels"},
                             *const addresses[] = {"edge", "repeat", "mirror", "mirror-once", "border"},
                             *const borders[] = {"transparent", "black", "white", "black-integer", "white-integer"};
    enum { ONE = 0x3F800000 }; /* as a float */
    static const uint32_t colors[][4] = {
        {0}, {0, 0, 0, ONE}, {ONE, ONE, ONE, ONE}, {0, 0, 0, 1}, {1, 1, 1, 1}}; /* as the borders' names */
    struct recording *r = m->recording;
    smmra_litmus_sampler sampler = {.name = descriptor_name(m)};
    uint32_t filter, unnormalized, address, border;
    if (!sampler.name || !room(m, r->sampler_count) || !take_word(m, 4, filters, 2, &filter) ||
        !take_word(m, 5, coordinates, 2, &unnormalized))
        return false;
    for (uint32_t k = 0; k < 3; k++) {
        if (!take_word(m, 6 + k, addresses, 5, &address))
            return false;
        sampler.address[k] = (smmra_litmus_address)address; /* in the order of that type */
    }
    if (!take_word(m, 9, borders, 5, &border))
        return false;
    sampler.is_linear = filter != 0;
    sampler.is_unnormalized = unnormalized != 0;
    memcpy(sampler.border, colors[border], sizeof sampler.border);
    *ARENA_PUSH(&m->work->arena, r->samplers, r->sampler_count, r->sampler_capacity) = sampler;
    return true;
}

/* ---- lines of a kernel ---- */

static bool take_kernel(struct manifest *m) {
    m->recording->is_kernel = true;
    return take_module(m);
}

static bool take_local(struct manifest *m) {
    uint32_t *local = m->recording->local;
    if (!numbers(m, 1, 3, UINT16_MAX, local))
        return false;
    return (local[0] && local[1] && local[2]) || wrong(m, SMMRA_INVALID_INPUT, "a workgroup without work-items");
}

static bool take_shared(struct manifest *m) {
    return numbers(m, 1, 1, UINT16_MAX + 1, &m->recording->shared);
}

static bool add_argument(struct manifest *m, uint32_t number, const char *file) {
    struct recording *r = m->recording;
    struct recorded_argument one = {number, NULL, 0};
    one.bytes = room(m, r->argument_count) ? (const uint8_t *)read_file(m, file, &one.length) : NULL;
    if (one.bytes)
        *ARENA_PUSH(&m->work->arena, r->arguments, r->argument_count, r->argument_capacity) = one;
    return one.bytes != NULL;
}

static bool take_argument(struct manifest *m) {
    uint32_t number;
    return numbers(m, 1, 1, KERNEL_ALL_ARGUMENTS - 1, &number) && add_argument(m, number, m->words[2]);
}

static bool take_shared_argument(struct manifest *m) {
    struct recording *r = m->recording;
    uint32_t number, bytes;
    if (!numbers(m, 1, 1, KERNEL_ALL_ARGUMENTS - 1, &number) || !numbers(m, 2, 1, UINT16_MAX + 1, &bytes) ||
        !room(m, r->argument_count))
        return false;
    *ARENA_PUSH(&m->work->arena, r->arguments, r->argument_count, r->argument_capacity) =
        (struct recorded_argument){number, NULL, bytes};
    return true;
}

static bool take_arguments(struct manifest *m) {
    return add_argument(m, KERNEL_ALL_ARGUMENTS, m->words[1]);
}

static bool take_memory(struct manifest *m) {
    struct recording *r = m->recording;
    struct machine_memory one = {0};
    size_t length;
    if (!read_number(m->words[1], 16, UINT64_MAX, &one.address))
        return wrong(m, SMMRA_INVALID_INPUT, "%s is no address", m->words[1]);
    one.bytes = room(m, r->memory_count) ? (const uint8_t *)read_file(m, m->words[2], &length) : NULL;
    if (!one.bytes)
        return false;
    one.size = length;
    if (length)
        *ARENA_PUSH(&m->work->arena, r->memories, r->memory_count, r->memory_capacity) = one;
    return true;
}

static int by_address(const void *a, const void *b) {
    uint64_t left = ((const struct machine_memory *)a)->address, right = ((const struct machine_memory *)b)->address;
    return (left > right) - (left < right);
}

static bool lies_in(const struct machine_memory *memory, uint64_t address, uint64_t size) {
    return memory->address < address + size && address < memory->address + memory->size;
}

/* Where the executor has nothing of its own, and each for itself (struct machine_memories). */
static bool check_memories(struct manifest *m) {
    const struct recording *r = m->recording;
    if (r->memory_count > MACHINE_MOST_MEMORIES)
        return wrong(m, SMMRA_UNSUPPORTED, "not supported: more than %d memories", MACHINE_MOST_MEMORIES);
    mmra_sort(&m->work->arena, r->memories, r->memory_count, sizeof *r->memories, by_address);
    for (uint32_t k = 0; k < r->memory_count; k++) {
        const struct machine_memory *one = &r->memories[k];
        if (one->address % MEMORY_ALIGNMENT || one->address + one->size > UINT64_C(1) << 48 ||
            one->address + one->size < one->address || lies_in(one, 0, MACHINE_BUFFER_GAP) ||
            lies_in(one, MACHINE_CODE_AT, MACHINE_MODULE_SIZE) || lies_in(one, MACHINE_OBJECT_AT, MACHINE_MODULE_SIZE))
            return wrong(m, SMMRA_UNSUPPORTED, "not supported: memory at address 0x%llx",
                         (unsigned long long)one->address);
        if (k && lies_in(&one[-1], one->address, one->size))
            return wrong(m, SMMRA_INVALID_INPUT, "the memory at address 0x%llx overlaps another one",
                         (unsigned long long)one->address);
    }
    return true;
}

/* A line begins with `word`, and `words` words follow it, or all the rest as one. */
enum { OF_MODULE, OF_KERNEL, OF_BOTH };
static const struct line {
    const char *word;
    uint32_t words;
    bool (*take)(struct manifest *m);
    uint32_t of;
} lines[] = {
    {"module", 1, take_module, OF_MODULE},
    {"groups", 3, take_groups, OF_BOTH},
    {"base", 3, take_base, OF_MODULE},
    {"subgroup", 1, take_subgroup, OF_MODULE},
    {"push", 1, take_push, OF_MODULE},
    {"buffer", 5, take_buffer, OF_MODULE},
    {"constant", 2, take_constant, OF_MODULE},
    {"after", 5, take_after, OF_MODULE},
    {"image", 9, take_image, OF_MODULE},
    {"address", 2, take_address, OF_MODULE},
    {"address", 3, take_address_of, OF_MODULE},
    {"sampler", 9, take_sampler, OF_MODULE},
    {"robust", 0, take_robust, OF_MODULE},
    {"kernel", 1, take_kernel, OF_KERNEL},
    {"local", 3, take_local, OF_KERNEL},
    {"shared", 1, take_shared, OF_KERNEL},
    {"shared-argument", 2, take_shared_argument, OF_KERNEL},
    {"argument", 2, take_argument, OF_KERNEL},
    {"arguments", 1, take_arguments, OF_KERNEL},
    {"memory", 2, take_memory, OF_KERNEL},
};

/* The text after a word, up to the end of the line; NULL: the line begins otherwise. */
static const char *rest_of(const char *line, const char *word) {
    size_t length = strlen(word);
    return strncmp(line, word, length) == 0 && line[length] == ' ' ? line + length + 1 : NULL;
}

static bool take_words(struct manifest *m, char *line) {
    char *state = NULL;
    m->word_count = 0;
    for (char *word = strtok_r(line, " ", &state); word && m->word_count < MOST_WORDS;
         word = strtok_r(NULL, " ", &state))
        m->words[m->word_count++] = word;
    const struct line *like = NULL; /* one that begins so */
    for (size_t i = 0; m->word_count && i < sizeof lines / sizeof *lines; i++) {
        if (strcmp(lines[i].word, m->words[0]) != 0)
            continue;
        if (lines[i].of != OF_BOTH)
            m->seen[lines[i].of] = lines[i].word;
        if (m->word_count == lines[i].words + 1)
            return lines[i].take(m);
        like = &lines[i];
    }
    if (like)
        return wrong(m, SMMRA_INVALID_INPUT, "%s has %u words after it, not %u", like->word, like->words,
                     m->word_count - 1);
    return !m->word_count ||
           wrong(m, SMMRA_INVALID_INPUT, "%s: a line of a recorded dispatch does not begin so", m->words[0]);
}

/* Something that is said of the verdict, too. */
static void add_gap(struct manifest *m, const char *text) {
    struct recording *r = m->recording;
    if (r->gap_count < MOST_ITEMS)
        *ARENA_PUSH(&m->work->arena, r->gaps, r->gap_count, r->gap_capacity) = text;
}

static bool take_gap(struct manifest *m, const char *text) {
    add_gap(m, text);
    message_print(&(struct message_place){.path = m->work->path}, SMMRA_SEVERITY_WARNING, "not recorded: %s",
                  printable(text, 200));
    return true;
}

static bool take_line(struct manifest *m, char *line) {
    const char *entry = rest_of(line, "entry"), *left_out = rest_of(line, "left-out");
    const char *gap = rest_of(line, "not-recorded");
    left_out = left_out ? left_out : rest_of(line, "left-out-address");
    if (entry)
        m->recording->entry = entry;
    if (left_out && !m->left_out_count++)
        m->left_out = left_out;
    if (left_out)
        add_gap(m, left_out);
    return entry || left_out || (gap && take_gap(m, gap)) || *line == '#' || take_words(m, line);
}

static bool check_kernel(struct manifest *m) {
    if (!m->recording->local[0] || !m->recording->entry)
        return wrong(m, SMMRA_INVALID_INPUT, "the line of the %s is missing",
                     m->recording->local[0] ? "entry" : "local");
    if (!machine_is_object(m->module, m->module_length))
        return wrong(m, SMMRA_INVALID_INPUT, "the kernel is no code object");
    return check_memories(m);
}

static bool take_lines(struct manifest *m) {
    char *text = arena_allocate_array(&m->work->arena, m->work->length + 1, 1);
    memcpy(text, m->work->bytes, m->work->length);
    text[m->work->length] = '\0';
    for (char *line = text, *end; line; line = end ? end + 1 : NULL) {
        end = strchr(line, '\n');
        if (end)
            *end = '\0';
        if (m->line++ && !take_line(m, line)) /* the first is the header */
            return false;
    }
    m->line = 0;
    if (m->seen[OF_MODULE] && m->seen[OF_KERNEL])
        return wrong(m, SMMRA_INVALID_INPUT, "the lines %s and %s are of a module and of a kernel", m->seen[OF_MODULE],
                     m->seen[OF_KERNEL]);
    m->recording->is_missing = !m->module && !m->recording->groups[0] && m->recording->gap_count;
    if (m->recording->is_missing)
        return true;
    if (!m->module || !m->recording->groups[0])
        return wrong(m, SMMRA_INVALID_INPUT, "the line of the %s is missing", m->module ? "groups" : "module");
    if (m->recording->is_kernel)
        return check_kernel(m);
    const char *fault = fault_of_spirv(m->work->path, m->module, m->module_length);
    return !fault || wrong(m, SMMRA_INVALID_INPUT, "the module %s", fault);
}

static void note_left_out(const struct manifest *m) {
    if (m->left_out)
        message_print(&(struct message_place){.path = m->work->path}, SMMRA_SEVERITY_WARNING,
                      "%u of what the dispatch reads was not recorded, and is 0 here: %s", m->left_out_count,
                      printable(m->left_out, 160));
}

static int by_descriptor(const void *a, const void *b) {
    return memcmp(((const struct range *)a)->at, ((const struct range *)b)->at, sizeof((const struct range *)a)->at);
}

static int by_place(const void *a, const void *b) {
    const struct range *x = a, *y = b;
    return x->handle != y->handle ? (x->handle > y->handle) - (x->handle < y->handle)
                                  : (x->begin > y->begin) - (x->begin < y->begin);
}

/* Says of each range whether it is of an array of descriptors: another element was recorded. Leaves ranges in the order
 * of their descriptors. */
static void order_ranges(struct manifest *m) {
    mmra_sort(&m->work->arena, m->ranges, m->range_count, sizeof *m->ranges, by_descriptor);
    for (uint32_t i = 1; i < m->range_count; i++)
        if (by_descriptor(&m->ranges[i - 1], &m->ranges[i]) == 0)
            m->ranges[i - 1].is_of_array = m->ranges[i].is_of_array = true;
}

static int by_begin(const void *a, const void *b) {
    const struct addressed *x = a, *y = b;
    return x->handle != y->handle ? (x->handle > y->handle) - (x->handle < y->handle)
                                  : (x->begin > y->begin) - (x->begin < y->begin);
}

static void order_addressed(struct manifest *m) {
    mmra_sort(&m->work->arena, m->addressed, m->addressed_count, sizeof *m->addressed, by_begin);
    for (uint32_t i = 0; i < m->addressed_count; i++) {
        struct addressed *at = &m->addressed[i];
        const struct addressed *before = i && at[-1].handle == at->handle ? &m->addressed[at[-1].last_end] : NULL;
        at->last_end = before && before->begin + before->length > at->begin + at->length ? at[-1].last_end : i;
    }
}

/* Returns memory at an address that is of the range's buffer, begins before `end` and has bytes from the range's first
 * one on: the one that ends last. NULL: there is none. */
static const struct addressed *addressed_before(const struct manifest *m, const struct range *range, uint64_t end) {
    const struct addressed key = {.handle = range->handle, .begin = end};
    uint32_t first = 0, behind = m->addressed_count; /* the first that is not before it */
    while (first < behind) {
        uint32_t middle = first + (behind - first) / 2;
        if (by_begin(&m->addressed[middle], &key) < 0)
            first = middle + 1;
        else
            behind = middle;
    }
    if (!first || m->addressed[first - 1].handle != range->handle)
        return NULL;
    const struct addressed *at = &m->addressed[m->addressed[first - 1].last_end];
    return at->begin + at->length > range->begin ? at : NULL;
}

/* Returns the address of a range's first byte; 0: that is not known. */
static uint64_t address_of(const struct manifest *m, const struct range *range) {
    const struct addressed *at = addressed_before(m, range, range->begin + 1);
    return at ? at->address + (range->begin - at->begin) : 0;
}

/* Whether a buffer address leads to bytes of a range. */
static bool has_address(const struct manifest *m, const struct range *range) {
    return addressed_before(m, range, range->end) != NULL;
}

/* Ranges are in the order of their places. Those that have bytes in common, also by others between them, are one
 * memory: a number of its own names it, as the rest of what the handle names may lie far away. */
static void take_ranges(struct manifest *m) {
    struct recording *r = m->recording;
    uint64_t number = 0, begin = 0, end = 0;
    const struct range *before = NULL;
    for (uint32_t i = 0; i < m->range_count; i++) {
        const struct range *range = &m->ranges[i];
        if (range->is_of_array)
            continue;
        if (!before || before->handle != range->handle || range->begin >= end) {
            number++;
            begin = range->begin;
            end = range->end;
        }
        end = range->end > end ? range->end : end;
        before = range;
        *ARENA_PUSH(&m->work->arena, r->ranges, r->range_count, r->range_capacity) =
            (smmra_litmus_range){range->at[0], range->at[1], number, range->begin - begin, address_of(m, range)};
    }
}

/* Descriptors and buffer addresses are memories of their own, which these two are not; but in a race's run they are
 * one, unless a descriptor is of an array. */
static void note_overlap(struct manifest *m, bool is_race) {
    const char *first = NULL, *second = NULL;
    const struct range *longest = NULL, *longest_of_array = NULL; /* of the same buffer: which of them ends last */
    for (uint32_t i = 0; i < m->range_count && !first; i++) {
        const struct range *b = &m->ranges[i];
        if (longest && longest->handle != b->handle)
            longest = longest_of_array = NULL;
        const struct range *a = is_race && !b->is_of_array ? longest_of_array : longest;
        if (a && b->begin < a->end && b->begin < b->end)
            first = a->name + 1, second = b->name + 1;
        else if (has_address(m, b) && !(is_race && !b->is_of_array && address_of(m, b)))
            first = b->name + 1;
        longest = !longest || b->end > longest->end ? b : longest;
        if (b->is_of_array && (!longest_of_array || b->end > longest_of_array->end))
            longest_of_array = b;
    }
    if (!first)
        return;
    char text[192];
    snprintf(text, sizeof text,
             "the descriptor%s %s and %s have memory in common, and count as two: no race between "
             "them is found",
             second ? "s" : "", first, second ? second : "a buffer address");
    message_print(&(struct message_place){.path = m->work->path}, SMMRA_SEVERITY_WARNING, "%s", text);
    add_gap(m, arena_copy_string(&m->work->arena, text, strlen(text)));
}

int recording_read(struct recording *recording, struct work *work, bool is_race) {
    *recording = (struct recording){0};
    struct manifest m = {.recording = recording, .work = work, .status = SMMRA_SUCCESS};
    const char *slash = strrchr(work->path, '/');
    const char *folder = slash ? arena_copy_string(&work->arena, work->path, (size_t)(slash - work->path) + 1) : ".";
    m.folder = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (m.folder < 0) {
        wrong(&m, SMMRA_INVALID_ARGUMENT, "%s", strerror(errno));
        return m.status;
    }
    if (take_lines(&m) && !recording->is_missing) {
        work->bytes = m.module;
        work->length = m.module_length;
        note_left_out(&m);
        order_ranges(&m);
        order_addressed(&m);
        mmra_sort(&work->arena, m.ranges, m.range_count, sizeof *m.ranges, by_place);
        take_ranges(&m);
        note_overlap(&m, is_race);
    }
    if (recording->is_kernel && !is_race)
        wrong(&m, SMMRA_UNSUPPORTED, "not supported: the dispatch of a kernel, which race takes");
    if (recording->is_missing && !is_race)
        wrong(&m, SMMRA_UNSUPPORTED, "not supported: a dispatch that was not recorded");
    close(m.folder);
    return m.status;
}

void recording_add_constants(const struct recording *recording, struct module_constants *constants) {
    for (uint32_t i = 0; i < recording->constant_count && constants->count < MODULE_MAX_ITEMS; i++) {
        bool is_given = false;
        for (uint32_t k = 0; k < constants->count; k++)
            is_given = is_given || constants->given[k].spec_id == recording->constants[i].spec_id;
        if (!is_given)
            constants->given[constants->count++] = recording->constants[i];
    }
}

void recording_apply(const struct recording *r, struct work *work, smmra_litmus_options *options) {
    smmra_litmus_data *data =
        arena_allocate_array(&work->arena, (size_t)r->data_count + options->data_count + 1, sizeof *data);
    if (r->data_count)
        memcpy(data, r->data, r->data_count * sizeof *data);
    if (options->data_count)
        memcpy(data + r->data_count, options->data, options->data_count * sizeof *data);
    options->data = data;
    options->data_count += r->data_count;
    options->images = r->images;
    options->image_count = r->image_count;
    options->samplers = r->samplers;
    options->sampler_count = r->sampler_count;
    options->ranges = r->ranges;
    options->range_count = r->range_count;
    options->entry = options->entry ? options->entry : r->entry;
    options->subgroup = options->subgroup ? options->subgroup : r->subgroup;
}
