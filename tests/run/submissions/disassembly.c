#define _POSIX_C_SOURCE 200809L
#include "submissions/disassembly.h"

#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

enum { MOST_BYTES = 1 << 18, MOST_LINE = 512, CODE_END = (int)0xBF9F0000u, CODE_ENDS = 5, PATH_BYTES = 256 };

/* ---- llvm-mc ---- */

/* The code with what follows it, but no further than where compilers put several s_code_end in a row. */
static uint64_t length_of(const uint8_t *bytes, uint64_t size) {
    uint64_t most = (size < MOST_BYTES ? size : MOST_BYTES) / 4, ends = 0;
    for (uint64_t k = 0; k < most; k++) {
        uint32_t word;
        memcpy(&word, bytes + 4 * k, 4);
        ends = word == (uint32_t)CODE_END ? ends + 1 : 0;
        if (ends == CODE_ENDS)
            return 4 * (k + 1 - CODE_ENDS);
    }
    return 4 * most;
}

static bool write_numbers(int to, const uint8_t *bytes, uint64_t size) {
    FILE *file = fdopen(to, "w");
    if (!file)
        return false;
    for (uint64_t k = 0; k < size; k++)
        fprintf(file, "0x%02X\n", bytes[k]);
    bool good = !ferror(file);
    return fclose(file) == 0 && good;
}

/* The environment without what this process was preloaded with. */
static char **without_preload(void) {
    size_t count = 0, kept = 0;
    while (environ[count])
        count++;
    char **all = calloc(count + 1, sizeof *all);
    for (size_t k = 0; all && k < count; k++)
        if (strncmp(environ[k], "LD_PRELOAD=", 11) != 0)
            all[kept++] = environ[k];
    return all;
}

/* Lets llvm-mc write to two files; whether it ran. From gfx11 on an instruction may name half of a register. */
static bool run_llvm(const char *from, int to, int warnings, const char *processor, bool wave32) {
    const char *program = getenv("SMMRA_LLVM_MC");
    char cpu[64], path[PATH_BYTES], features[64];
    snprintf(cpu, sizeof cpu, "--mcpu=%s", processor);
    snprintf(path, sizeof path, "%s", from);
    snprintf(features, sizeof features, "--mattr=+wavefrontsize%d%s", wave32 ? 32 : 64,
             strncmp(processor, "gfx10", 5) == 0 ? "" : ",+real-true16");
    char name[] = "llvm-mc-22", disassembles[] = "--disassemble", triple[] = "--triple=amdgcn-mesa-mesa3d",
         encoding[] = "--show-encoding", **environment = without_preload();
    char *arguments[] = {name, disassembles, triple, cpu, features, encoding, path, NULL};
    posix_spawn_file_actions_t files;
    pid_t child;
    int status = -1;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, to, 1);
    posix_spawn_file_actions_adddup2(&files, warnings, 2);
    bool ran = environment && posix_spawnp(&child, program ? program : name, &files, NULL, arguments, environment) == 0;
    ran = ran && waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) != 127;
    posix_spawn_file_actions_destroy(&files);
    free(environment);
    return ran;
}

/* "FILE:LINE:1: warning: invalid instruction encoding": a line is a byte. The first of them, or the code's size. */
static uint64_t first_unknown(FILE *warnings, uint64_t size) {
    char line[MOST_LINE];
    while (fgets(line, sizeof line, warnings)) {
        const char *at = strstr(line, ": warning: invalid instruction"), *colon = at;
        for (int colons = 0; colon && colon > line && colons < 2; colons += *colon == ':')
            colon--;
        if (at)
            return strtoull(colon + 1, NULL, 10) - 1;
    }
    return size;
}

/* An unnamed file with what llvm-mc writes, to be read from its beginning. `known`: so many bytes are instructions, and
 * what follows them may be. */
static FILE *disassembled(const uint8_t *bytes, uint64_t size, const char *processor, bool wave32, uint64_t *known) {
    const char *folder = getenv("TMPDIR");
    char from[PATH_BYTES];
    FILE *out = tmpfile(), *warnings = tmpfile();
    snprintf(from, sizeof from, "%s/submission.XXXXXX", folder ? folder : "/tmp");
    int numbers = mkstemp(from);
    bool good = out && warnings && numbers >= 0 && write_numbers(numbers, bytes, size) &&
                run_llvm(from, fileno(out), fileno(warnings), processor, wave32);
    if (numbers >= 0)
        unlink(from);
    if (good) {
        rewind(out);
        rewind(warnings);
        *known = first_unknown(warnings, size);
    }
    if (warnings)
        fclose(warnings);
    if (!good && out)
        fclose(out);
    return good ? out : NULL;
}

/* ---- its lines ---- */

struct listing {
    FILE *text;
    const uint8_t *bytes;
    uint64_t size, known, at, address, furthest; /* furthest: that a branch leads to */
    bool ends;
};

/* How many bytes the comment of a line says. They need not be those of the code, whose unused bits may be anything. */
static uint64_t encoded(const char *line) {
    const char *at = strstr(line, "encoding: ["), *end = at ? strchr(at, ']') : NULL;
    uint64_t count = end != NULL;
    for (; end && at < end; at++)
        count += *at == ',';
    return count;
}

static bool begins(const char *text, const char *with) {
    return strncmp(text, with, strlen(with)) == 0;
}

/* After a vector instruction of 8 bytes may be a number of 32 bits; llvm-mc prints its lower half alone if a source is
 * a float of 16 bits, though op_sel may take the upper one. Writes the instruction with all of it. */
static void write_instruction(const struct listing *l, const char *instruction, uint64_t length) {
    char half[16], whole[16];
    uint32_t literal = 0;
    if (length == 12 && begins(instruction, "v_"))
        memcpy(&literal, l->bytes + l->at + 8, 4);
    snprintf(half, sizeof half, "0x%x", (unsigned)(literal & 0xFFFF));
    snprintf(whole, sizeof whole, "0x%x", (unsigned)literal);
    const char *at = literal >> 16 ? strstr(instruction, half) : NULL;
    for (; at; instruction = at + strlen(half), at = strstr(instruction, half)) {
        char next = at[strlen(half)];
        bool is_whole = strchr(", \n", next) != NULL; /* also at the end */
        fprintf(l->text, "%.*s%s", (int)(at - instruction), instruction, is_whole ? whole : half);
    }
    fprintf(l->text, "%s\n", instruction);
}

/* Writes an instruction as the executor reads it: after a label, branches to labels, addresses of code as numbers. */
static void write_line(struct listing *l, char *instruction, uint64_t next) {
    unsigned first, last, distance;
    char *comment = strstr(instruction, "; encoding"), *number = strchr(instruction, ' ');
    if (comment)
        *comment = '\0';
    fprintf(l->text, "L%llx: ", (unsigned long long)l->at);
    if ((begins(instruction, "s_branch ") || begins(instruction, "s_cbranch_")) && number &&
        sscanf(number, "%u", &distance) == 1) {
        uint64_t target = next + (uint64_t)(4 * (int64_t)(int16_t)distance);
        fprintf(l->text, "%.*s L%llx\n", (int)(number - instruction), instruction, (unsigned long long)target);
        if (target < l->size && target > l->furthest)
            l->furthest = target;
    } else if (sscanf(instruction, "s_getpc_b64 s[%u:%u]", &first, &last) == 2) {
        uint64_t here = l->address + next;
        fprintf(l->text, "s_mov_b32 s%u, 0x%x\ns_mov_b32 s%u, 0x%x\n", first, (unsigned)here, last,
                (unsigned)(here >> 32));
    } else {
        write_instruction(l, instruction, next - l->at);
    }
    l->ends = (begins(instruction, "s_endpgm") || begins(instruction, "s_branch ")) && next > l->furthest;
}

/* Reads until the code ends; false at bytes that are no instruction. */
static bool read_lines(struct listing *l, FILE *from) {
    char line[MOST_LINE];
    while (!l->ends && fgets(line, sizeof line, from)) {
        char *instruction = line + strspn(line, " \t");
        if (*instruction == '.' || *instruction == '\n' || !*instruction)
            continue;
        uint64_t length = encoded(instruction);
        if (!length || l->at + length > l->known)
            return false;
        write_line(l, instruction, l->at + length);
        l->at += length;
    }
    return l->ends;
}

char *disassemble(const uint8_t *bytes, uint64_t size, uint64_t address, const char *processor, bool wave32,
                  size_t *length, char *message, size_t message_size) {
    char *text = NULL;
    size_t text_length;
    struct listing l = {.text = open_memstream(&text, &text_length),
                        .bytes = bytes,
                        .size = length_of(bytes, size),
                        .address = address};
    FILE *from = l.text ? disassembled(bytes, l.size, processor, wave32, &l.known) : NULL;
    uint32_t word = 0;
    bool good = from && read_lines(&l, from);
    if (from)
        fclose(from);
    if (l.text)
        fclose(l.text);
    *length = l.at;
    if (good)
        return text;
    if (l.at + 4 <= l.size)
        memcpy(&word, bytes + l.at, 4);
    if (!from)
        snprintf(message, message_size, "llvm-mc-22 does not run, or its input cannot be written to TMPDIR");
    else
        snprintf(message, message_size, "code at 0x%llx: no instruction of %s that llvm-mc knows: 0x%08X, byte %llu",
                 (unsigned long long)address, processor, word, (unsigned long long)l.at);
    free(text);
    return NULL;
}
