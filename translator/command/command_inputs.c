/* Recognizes a file's kind by its beginning, so that a file of the wrong kind is not read whole and the message says
 * what to do. */
#include "translator/command/command.h"

#include <string.h>

static const uint32_t magic_number = 0x07230203;

bool is_assembly(const char *path, const char *start, size_t length) {
    return input_ends_in(path, ".spvasm") || (!input_kind() && strcmp(path, "-") == 0 && length &&
                                              (start[0] == ';' || start[0] == 'O' || start[0] == '%'));
}

static uint32_t first_word(const char *start) {
    const unsigned char *bytes = (const unsigned char *)start;
    return (uint32_t)bytes[3] << 24 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[1] << 8 | bytes[0];
}

bool input_begins_like_spirv(const char *start, size_t length) {
    static const uint32_t swapped = 0x03022307;
    return length >= 4 && (first_word(start) == magic_number || first_word(start) == swapped);
}

static bool is_text(const char *start, size_t length) {
    static const char blanks[] = {'\t', '\n', '\v', '\f', '\r'};
    for (size_t i = 0; i < length; i++)
        if ((unsigned char)start[i] < ' ' && !memchr(blanks, start[i], sizeof blanks))
            return false;
    return length > 0;
}

/* Words that a language has and those before it in the table have not. */
enum { SPIRV_ASSEMBLY, LLVM_IR, HLSL, GLSL, KERNEL };
static const struct language {
    const char *words[6];
    const char *fault;
} languages[] = {
    [SPIRV_ASSEMBLY] = {{"OpCapability", "; SPIR-V"}, "is SPIR-V assembly; give it a name that ends in .spvasm"},
    [LLVM_IR] = {{"; ModuleID", "target triple", "target datalayout", "define ", "; spirv-mmra "},
                 "is LLVM IR, not SPIR-V; 'spirv-mmra check' judges it"},
    [HLSL] = {{"[numthreads", "SV_DispatchThreadID", "SV_GroupIndex", "RWStructuredBuffer", "RWByteAddressBuffer",
               "cbuffer "},
              "is HLSL, not SPIR-V; its name does not end in .hlsl, and -x hlsl says that it is"},
    [GLSL] =
        {{"#version", "layout(", "layout (", "void main", "gl_GlobalInvocationID", "#extension"},
         "is GLSL, not SPIR-V; its name does not end in .comp, .vert, .frag ..., and -x comp says that it is a compute shader"},
    [KERNEL] = {{"__kernel", "kernel void", "__global__"}, "is OpenCL or HIP, not Vulkan's SPIR-V"},
};

static const struct language *language_of(const char *start) {
    for (size_t i = 0; i < sizeof languages / sizeof *languages; i++)
        for (size_t k = 0; k < sizeof languages[i].words / sizeof *languages[i].words && languages[i].words[k]; k++)
            if (strstr(start, languages[i].words[k]))
                return &languages[i];
    return NULL;
}

bool input_begins_like_glsl(const char *start) {
    return language_of(start) == &languages[GLSL];
}

bool input_begins_like_hlsl(const char *start) {
    return language_of(start) == &languages[HLSL];
}

static const char *fault_of_text(const char *start, const char *otherwise) {
    const struct language *language = language_of(start);
    return language ? language->fault : otherwise;
}

const char *fault_of_spirv(const char *path, const char *start, size_t length) {
    if (input_begins_like_spirv(start, length))
        return input_ends_in(path, ".spvasm") ? "is a SPIR-V module, not its assembly; give it a name that ends in .spv"
                                              : NULL;
    if (is_assembly(path, start, length))
        return is_text(start, length) || !length ? NULL : "is not SPIR-V assembly: it does not begin with text";
    if (length == 0)
        return "is empty";
    return is_text(start, length)
               ? fault_of_text(start, "is text, not SPIR-V; a module begins with the word 0x07230203")
               : "is not SPIR-V; a module begins with the word 0x07230203";
}

const char *fault_of_ir(const char *path, const char *start, size_t length) {
    (void)path;
    if (input_begins_like_spirv(start, length))
        return "is SPIR-V, not LLVM IR; --source translates it first, and so does spirv-mmra IN.spv -o OUT.ll";
    if (input_begins_like_glsl(start) || input_begins_like_hlsl(start))
        return "is a shader's source, not LLVM IR; --source translates it first";
    if (length >= 4 && memcmp(start, "BC\xC0\xDE", 4) == 0)
        return "is LLVM bitcode, not text; write it as text first: llvm-dis IN.bc -o OUT.ll";
    return memchr(start, 0, length) ? "is not LLVM IR: it does not begin with text" : NULL;
}

const char *fault_of_code(const char *path, const char *start, size_t length) {
    (void)path;
    if (input_begins_like_spirv(start, length))
        return "is a SPIR-V module; give it a name that ends in .spv";
    return memchr(start, 0, length) ? "is no assembly: it does not begin with text" : NULL;
}

const char *fault_of_program(const char *path, const char *start, size_t length) {
    if (memchr(start, 0, length) && !input_begins_like_spirv(start, length))
        return "is no litmus program: it does not begin with text";
    static const char *const endings[] = {".test", ".litmus", ".ll", ".s", ".spv", ".spvasm"};
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
        if (input_ends_in(path, endings[i]))
            return NULL;
    if (input_begins_like_spirv(start, length))
        return "is a SPIR-V module; give it a name that ends in .spv";
    return fault_of_text(start, "is no litmus program by its name: that ends in .test, .litmus, .ll, .s, .spv or "
                                ".spvasm");
}
