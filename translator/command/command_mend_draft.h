/* The source of a shader as what a mend changes: its lines, what stands in them, and changes of that. */
#ifndef TRANSLATOR_COMMAND_MEND_DRAFT_H
#define TRANSLATOR_COMMAND_MEND_DRAFT_H

#include "translator/command/command_mend.h"

/* A line, or while changes are sought a part of one: a statement, the head of one, or a brace. */
struct line {
    const char *text;
    const char *before; /* what it was; NULL: it is new */
    uint32_t number;    /* of the source's line, from 1 */
    int depth;          /* braces that are open where it begins */
    bool joins;         /* a part that is not the first of its line */
};

struct draft {
    struct line *lines;
    size_t count;
    bool is_open; /* the last line has no end */
};

/* Reads a source, part by part. */
void draft_read(struct draft *draft, const struct source *source, struct arena *arena);

int draft_indentation(const char *line);
/* The text of a part without its indentation. */
const char *draft_bare(const struct draft *draft, size_t at);
bool draft_is_letter(char c);
bool draft_begins_with(const char *line, const char *word);
/* The word in the line, outside of comments and of longer words; NULL: there is none. */
const char *draft_find_word(const char *line, const char *word);

/* Whether a statement can stand before the part. */
bool draft_is_between(const struct draft *draft, size_t at);
/* Whether the part is a statement that a condition has for its body, without braces. */
bool draft_is_body(const struct draft *draft, size_t at);
/* Parts, by the number of a line (from 1): its first; the one before which its statement begins; the one after that
 * statement. The count of parts: none. */
size_t draft_first_of_line(const struct draft *draft, uint32_t number);
size_t draft_before_statement(const struct draft *draft, uint32_t line);
size_t draft_after_statement(const struct draft *draft, uint32_t line);

enum { MOST_EDITS = 64 };

/* A statement before a part, a text in its place, or a statement before it in braces with it. */
enum place { BEFORE, INSTEAD, IN_BRACES };

struct edit {
    size_t at; /* the part */
    enum place place;
    const char *text;
};

struct edits {
    struct edit items[MOST_EDITS];
    size_t count;
};

/* Adds nothing if the text is NULL, or there are too many edits. */
void draft_add_edit(struct edits *edits, size_t at, enum place place, const char *text);
/* The text of the edit at that place, NULL if there is none but the one left out (SIZE_MAX: all count). */
const char *draft_edit_at(const struct edits *edits, size_t at, enum place place, size_t left_out);
/* Lines with all edits but one. */
struct draft draft_edited(const struct draft *draft, const struct edits *edits, size_t left_out, struct arena *arena);

/* The text of all lines, how it differs from what they were, and the same for the mend. */
const char *draft_text(const struct draft *draft, struct arena *arena, size_t *length);
const char *draft_difference(const struct draft *draft, const char *path, struct arena *arena);
void draft_note_changes(struct mend *mend, const struct draft *draft, struct arena *arena);

/* ---- command_mend_barrier.c, command_mend_bounds.c ---- */

/* The change of this number for a barrier to which not all come, or for an access out of bounds; without edits, where
 * the source has not what it is about. All of its edits belong together. False: there are no more. `global`: what a
 * language has before a variable of an invocation that is in no function. */
bool mend_barrier_change(const struct draft *draft, const struct mend_fault *fault, uint32_t number, const char *global,
                         struct edits *edits, struct arena *arena);
bool mend_bounds_change(const struct draft *draft, const struct mend_fault *fault, uint32_t number, struct edits *edits,
                        struct arena *arena);
/* Say what such a change does besides, which its author must know; NULL: nothing. */
const char *mend_barrier_remark(const struct mend_fault *fault, uint32_t number);
const char *mend_bounds_remark(uint32_t number);

/* ---- command_mend_atomics.c ---- */

enum { MOST_NAMES = 8 };

/* Names of variables that both lines of a race have, of which one may be what they race for; with `is_one` it alone,
 * where that is known. */
size_t mend_find_names(const struct draft *draft, const struct mend_fault *fault, const char *names[MOST_NAMES],
                       bool is_one, struct arena *arena);
/* How atomics are written. */
struct atomic_form {
    int language; /* 0: GLSL, 1: HLSL, of which only what changes a variable can be atomic */
    bool is_signed;
    struct arena *arena;
};
/* The part with its accesses of the variable made atomic; NULL: it has none of a form that is known. `*by_chance`
 * becomes true where it stores what another invocation would store otherwise, so that chance chooses which remains. */
const char *mend_atomic_part(const char *part, const char *name, const struct atomic_form *form, bool *by_chance);

/* ---- command_mend_rewrite.c, command_mend_split.c, command_mend_begin.c, command_mend_coherent.c ---- */

/* Words of a language: what makes a workgroup wait and what orders memory alone, by which declarations a buffer or an
 * image is known that can be coherent, and what makes fragments of one pixel go one by one. */
struct mend_words {
    const char *wait, *wait_for_buffers, *order, *coherent;
    const char *declarations[8];
    int language; /* struct atomic_form has it */
    const char *interlock, *begin, *end;
    const char *global; /* before a variable of an invocation that is in no function; NULL: such changes are not made */
};

/* The change of this number of the accesses that race in these lines, which may be of several workgroups: an index that
 * each invocation has for itself, one atomic in place of a read and a write, or all reads before all writes. Without
 * edits, where the source has not what it is about. All of its edits belong together. False: there are no more. */
bool mend_rewrite_change(const struct draft *draft, const struct mend_fault *fault, uint32_t number,
                         const struct mend_words *words, struct edits *edits, struct arena *arena);
bool mend_split_change(const struct draft *draft, const struct mend_fault *fault, uint32_t number,
                       const struct mend_words *words, struct edits *edits, struct arena *arena);
/* The same for a shared variable that is read before it is written, for workgroups that wait for those which may begin
 * later, and for an election in which helper invocations take part. */
bool mend_begin_change(const struct draft *draft, const struct mend_fault *fault, uint32_t number, struct edits *edits,
                       struct arena *arena);
const char *mend_begin_remark(const struct mend_fault *fault);

/* The type of a variable and the part that declares it, from its name; NULL: none is found. `*is_array`: it is one. */
const char *mend_find_type(const struct draft *draft, const char *name, size_t *at, bool *is_array,
                           struct arena *arena);
/* Makes every buffer and image coherent that is not. */
void mend_add_coherent(const struct draft *draft, const struct mend_words *words, struct edits *edits,
                       struct arena *arena);

#endif
