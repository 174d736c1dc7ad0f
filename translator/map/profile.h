/* Profiles of textual IR (which av intrinsics exist) and targets (triple, layout, scopes): two tables.
 * mapping.md 1 and 3. */
#ifndef TRANSLATOR_PROFILE_H
#define TRANSLATOR_PROFILE_H

#include <stdbool.h>
#include <stdint.h>

#include "mmra/base/address_space.h"
#include "mmra/base/scope.h"
#include "mmra/ir/ir_revision.h"

/* As smmra_profile (translator/library/request.c). */
enum profile {
    PROFILE_23,
    PROFILE_22,
    PROFILE_DOCUMENT,
    PROFILE_24,
    PROFILE_DRAFT,
    PROFILE_21,
    PROFILE_19,
    PROFILE_COUNT
};

struct profile_info {
    const char *name;               /* as --llvm takes it */
    enum ir_revision revision;      /* of the model */
    const char *av_load, *av_store; /* intrinsic names up to the number of bits; NULL: none */
    const char *buffer_resource;    /* llvm.amdgcn.make.buffer.rsrc, up to the type of its pointer */
    uint8_t resource_bits;          /* of its number of bytes */
    bool resource_is_fat;           /* its result is of address space 7, and not 8 */
    bool exchanges_integers;        /* and no floats, in images */
    bool lacks_wave_shuffle;        /* llvm.amdgcn.wave.shuffle, whose name LLVM then takes for that of a function */
    bool few_fat_vectors;           /* llc ends at some vectors through address space 7: mapping.md 10 */
    bool suffix_address_space;      /* append .p1 or .p0 */
    bool narrow_intrinsics;         /* b8, b16, b32, b64 exist too */
    bool scopes_are_values;         /* and not metadata; operations that only make available or visible exist */
    bool numbered;                  /* a real LLVM: mapping.md 9 and 10 workarounds apply */
    bool released;                  /* its backend is known: passes spell what a processor does, mapping.md 10 */
    bool spares_caches;             /* the backend neither invalidates nor writes back where amdgcn-av:none stands */
    bool reduces_waves;             /* llvm.amdgcn.wave.reduce takes numbers of 8 to 64 bits, and no loop */
    bool widens_halves;             /* docs/upstream/llvm-whole-wave-halves.md, where a register has halves */
    bool confuses_indexes;          /* llc crashes where an element of a private array is the index into another */
    bool loses_zero_signs;          /* the backend makes +0 of a product that is -0 where it rounds it to a half */
    bool rounds_quotients;    /* a quotient of what it sees to have 24 bits: docs/upstream/llvm-division-24-bits.md */
    bool forgets_write_backs; /* the backend does not count buffer_wbl2, and may leave out the wait after it */
};

const struct profile_info *profile_get(enum profile profile);

/* Whether the profile has an av intrinsic of that width for pointers to that address space. */
bool profile_has_intrinsic(const struct profile_info *profile, uint32_t bytes, uint32_t address_space);

enum { PROFILE_INTRINSIC_NAME_SIZE = 48 };

/* Its name, for which profile_has_intrinsic must hold. Its value is i8, i16, i32, <2 x i32> or <4 x i32>; its
 * last operand the scope, a metadata tuple of one string. */
void profile_intrinsic_name(const struct profile_info *profile, bool store, uint32_t bytes, uint32_t address_space,
                            char name[PROFILE_INTRINSIC_NAME_SIZE]);

/* Profile draft: the intrinsic that makes the scope a value. */
const char *profile_scope_name(enum mmra_scope scope);

/* Profile draft: the operation that makes available, or visible, all memory or what is at a pointer. */
const char *profile_making_name(bool visible, bool pointer);

/* The amdgcn scope of a SPIR-V scope (SpvScope), mapping.md 1; MMRA_SCOPE_UNKNOWN for a value that is none. */
enum mmra_scope target_scope(uint32_t spirv_scope);

#endif
