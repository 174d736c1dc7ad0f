/* What a fuzzer's input says beside the module itself. The header of a module has a word that nothing looks at, the
 * number of the tool that made it: where it begins with 0xF, which no tool's does, its other 28 bits are options. So
 * every input is a module as it stands, and one that real tools made asks for the defaults. */
#ifndef TESTS_FUZZ_OPTIONS_H
#define TESTS_FUZZ_OPTIONS_H

#include "translator/spirv_mmra.h"

enum { FUZZ_OPTIONS_WORD = 2, FUZZ_HEADER_WORDS = 5 };
#define FUZZ_OPTIONS_MARK UINT32_C(0xF0000000)

/* The options' bits of a module; 0: the defaults. */
uint32_t fuzz_option_bits(const uint32_t *words, size_t count);

/* A translation's options from those bits: profile, ABI, target, processor, subgroup, tokens, flags and so on. None is
 * refused by itself: what is refused at once teaches nothing. */
smmra_options fuzz_options_from(uint32_t bits);

#endif
