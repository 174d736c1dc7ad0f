/* Real translations with a deliberate mistake in the memory map. */
#ifndef TRANSLATOR_MISTAKES_H
#define TRANSLATOR_MISTAKES_H

#include "translator/litmus/litmus_translate.h"
#include "translator/spirv_mmra.h"

/* As smmra_translate, with the mistake in each answer of the memory map. One call at a time. */
smmra_result translate_with_mistake(const struct litmus_mutation *mistake, const uint32_t *words, size_t word_count,
                                    const smmra_options *options, smmra_translation **translation);

#endif
