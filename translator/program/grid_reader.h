/* The reader of SPIR-V modules as litmus programs. Private to litmus_spirv*.c.
 *
 * Each invocation is compiled to a thread of small instructions, with its built-ins as constants and its calls
 * inlined; program_fold() then leaves what this invocation does. A value is a list of scalars, its parts; private
 * variables are registers; pointers to shared memory are addresses. */
#ifndef TRANSLATOR_GRID_READER_H
#define TRANSLATOR_GRID_READER_H

#include <setjmp.h>

#include "mmra/base/index.h"
#include "mmra/base/product.h"
#include "mmra/litmus/litmus_build.h"
#include "spirv/layout.h"
#include "spirv/places.h"
#include "translator/option_names.h"
#include "translator/program/litmus_spirv.h"
#include "translator/second_reading/second_reading.h"

struct grid_variable;

struct grid_value {
    struct litmus_part *parts; /* NULL: not made yet */
    uint32_t count;
    /* For a pointer, whose one part is an address: in bytes in shared memory, in parts in private memory. */
    const struct grid_variable *root;  /* NULL: one of several, or no pointer */
    struct spirv_matrix_layout layout; /* of matrices in shared memory, as the member says that it leads through */
    bool physical;                     /* a buffer address: into some target of a pointer in memory */
    uint64_t lowest, highest; /* in shared memory, the part of the root that it points into; both 0: all of it */
    const struct grid_value *sampler; /* that an image was put together with; NULL: it is in the image's descriptor */
};

/* A number or a list of @Input. */
struct grid_input {
    bool list;
    uint32_t length;  /* of the text */
    const char *text; /* of a number */
    struct grid_input *items;
    uint32_t count, capacity;
};

/* How numbers are kept in a texel whose components are smaller than what a shader reads. */
enum grid_texel_kind {
    GRID_TEXEL_AS_IS,
    GRID_TEXEL_UNORM,
    GRID_TEXEL_SNORM,
    GRID_TEXEL_UINT,
    GRID_TEXEL_SINT,
    GRID_TEXEL_FLOAT
};

/* An image or texel buffer: of one level. */
struct grid_image {
    uint32_t coordinates; /* 1 to 3: spatial, then the layer; of a cube the face, and six for each layer */
    uint64_t extents[3];  /* texels along each; 1 beyond */
    uint32_t components;  /* of a texel, of all its samples; each as a shader reads it */
    uint32_t samples;
    uint8_t component_bytes;
    uint8_t kind;    /* enum grid_texel_kind */
    uint8_t bits[4]; /* of each component as it is kept; of GRID_TEXEL_AS_IS nothing */
    bool floating, sampled, cube;
    bool differ; /* the recorded images of its array are of different sizes, of which these are the largest */
};

/* Messages name who says something of memory. */
struct grid_saying {
    const char *what; /* "@Input", or the option */
    const char *name; /* of a part of memory, as the source writes it */
    size_t name_length;
    uint32_t line; /* 0: an option */
};

/* A part of a variable. */
struct grid_part {
    struct grid_variable *variable;
    const struct spirv_type *type;
    struct spirv_matrix_layout layout;
    uint64_t offset;
    spirv_id debug_type;
    uint64_t least;   /* elements that a runtime array on the way must have */
    const char *rest; /* of the name, behind a buffer address that the part is; NULL: nothing */
    bool whole;       /* it is the variable */
    bool recorded;    /* it is named by its descriptor, whose range may be larger than what the module declares */
};

/* A number that memory holds at first. */
struct grid_initial {
    uint64_t offset, value; /* the offset from the beginning of the variable */
    uint32_t bytes;
};

/* A part is given by one of the five that are not NULL and 0. */
struct grid_given {
    struct grid_saying says;
    struct grid_part part;
    struct grid_input *input;
    uint64_t length; /* of its runtime array, or of images along each coordinate */
    const smmra_litmus_data *data;
    const smmra_litmus_image *texels;
    const smmra_litmus_sampler *sampler;
    struct grid_given *next;      /* of the variable */
    struct grid_initial *initial; /* the numbers of the input */
    uint32_t initial_count, initial_capacity;
};

enum grid_variable_kind {
    GRID_PRIVATE,
    GRID_SHARED,
    GRID_WORKGROUP, /* one for each workgroup, or patch: also the inputs and outputs that its invocations share */
    GRID_PAYLOAD    /* one for each task's workgroup */
};

/* A stage that can be run. */
struct grid_stage {
    uint32_t model;     /* SpvExecutionModel */
    const char *name;   /* in words */
    const char *thread; /* what its threads are called after */
    uint8_t groups;     /* enum program_groups */
    uint32_t size;      /* the execution mode that says how many are in one; 0: the workgroup's size does */
    bool shares_inputs, shares_outputs;
    bool has_calls; /* its invocations call shaders, which are invocations of their own */
};

struct grid_variable {
    spirv_id id;
    uint8_t kind;
    const struct spirv_type *type;
    uint32_t storage_class;
    struct litmus_part *parts; /* private: its registers, or the constants of an input */
    uint32_t count;
    const char *name;
    uint32_t first_memory;          /* shared: in litmus_spirv.memory; of Workgroup one for each workgroup */
    uint64_t runtime_length;        /* of the runtime array at its end */
    const struct grid_image *image; /* of an image, or of each of an array of them; else NULL */
    const struct grid_input *input; /* of the whole variable; or NULL */
    struct grid_given *given;       /* all that is said of it and its parts, in the order in which it counts */
    bool is_length_said;            /* by an option or an input, and not chosen */
    bool asks_length;               /* the shader does */
    uint64_t most_length;           /* up to which accesses make the array longer (litmus_lengths.c); 0: they do not */
    uint32_t depth;                 /* of what a pointer in memory points to: how many led there */
    const struct grid_variable *pointed_by; /* which has that pointer; NULL: it is a variable */
    const char *pointer;                    /* and the path to it there */
};

/* The bytes at a recorded buffer address. */
struct grid_addressed {
    uint64_t address;
    const smmra_litmus_data *data;
};

/* A buffer address in memory, and that of what it points to. */
struct grid_target {
    uint64_t pointer, address;
    uint64_t equal;    /* address in the reading in which addresses are equal */
    uint32_t from, to; /* in litmus_spirv.memory */
    bool is_used;      /* some instruction has such an address */
};

/* Memory whose scalars have so many bytes, and that a cooperative matrix with components of so many others lies in. */
struct grid_view {
    const struct grid_variable *root; /* NULL: it is reached by a buffer address */
    uint8_t bytes, component;
};

/* Who accesses memory of a root; NULL: it is reached by a buffer address. */
enum grid_accessor { GRID_MATRIX_STORE, GRID_MATRIX_LOAD, GRID_OTHER_ACCESS };
struct grid_accessed {
    const struct grid_variable *root;
    enum grid_accessor by;
};

/* A scalar of a type in memory. */
struct grid_leaf {
    uint64_t offset; /* from the beginning of the variable */
    uint8_t bytes, width;
    bool floating;
    const struct spirv_type *points_to; /* of a buffer address; else NULL */
};

struct grid_leaves {
    struct grid_leaf *items;
    uint32_t count, capacity;
};

/* An OpMemberName. */
struct grid_member_name {
    spirv_id structure;
    uint32_t member, word;
};

/* How long the runtime array of a variable is, which nobody chose, after accesses beyond the one that it had. */
struct grid_grown {
    spirv_id id;
    const char *name; /* of what has no id */
    uint64_t length;
    bool is_final; /* it grows no more: it is the length that the shader asks for which its accesses leave */
};

struct grid_loop;

/* The facts that grid_rounds.c has about a function. */
struct grid_function {
    struct grid_loop *loops; /* that hold a control barrier */
    uint32_t loop_count, loop_capacity;
    bool holds_barrier, has_loops; /* has_loops: its loops are known */
};

/* A function on its way: called once, compiled once. */
struct grid_frame {
    const struct spirv_function *function;
    spirv_id block;                          /* that is being compiled: its label */
    struct litmus_part *rounds;              /* of each of the function's loops: a register */
    struct program_operand rounds_of_caller; /* at the call; NOTHING: there is no caller */
    uint32_t first_loop;                     /* the number of the function's first loop in the thread */
    uint32_t loop_of_caller;                 /* the innermost around the call, and 1 more; 0: there is none */
    uint32_t first_index;                    /* dense, of what the function defines: no more than that has a place */
    struct grid_value *values;               /* by dense index from there on */
    uint32_t *starts;                        /* of labels, likewise: instruction */
    struct litmus_jumps jumps;
    struct grid_value result; /* of a function that returns one: registers */
    uint32_t depth;
};

/* A shader that is called, on its way. */
struct grid_call {
    struct grid_call *caller;
    uint32_t number, depth, frame_depth; /* the depth of the frame of its entry point */
    const char *stage;
    struct litmus_part accepted; /* of a ray: whether the intersection is; a register */
};

/* Words of the module that stand in no module that was given. */
struct grid_added {
    uint32_t first, count;
};

enum { GRID_ELECTIONS = 16 };

struct grid_reader;

/* A table compiles instructions by rows, each of which begins with its opcode, a uint16_t. */
struct grid_table {
    const void *rows;
    uint32_t count, size;
    void (*compile)(struct grid_reader *g, const struct spirv_instruction *in, const void *row);
};
#define GRID_TABLE(rows, compile) {(rows), sizeof(rows) / sizeof *(rows), sizeof *(rows), (compile)}

/* A row whose instruction needs no more than a function, which grid_compile_row calls. */
struct grid_row {
    uint16_t opcode;
    void (*compile)(struct grid_reader *g, const struct spirv_instruction *in);
};
void grid_compile_row(struct grid_reader *g, const struct spirv_instruction *in, const void *row);
#define GRID_ROWS(rows) GRID_TABLE(rows, grid_compile_row)

/* The tables of each grid_NAME.c end with one without rows. An opcode stands in one table. */
extern const struct grid_table grid_code_tables[], grid_value_tables[], grid_arithmetic_tables[], grid_number_tables[],
    grid_extended_tables[], grid_access_tables[], grid_image_tables[], grid_subgroup_tables[], grid_matrix_tables[],
    grid_tensor_tables[], grid_ray_tables[];

/* Once, before the first function. grid_opcodes.c */
void grid_begin_opcodes(struct grid_reader *g);

enum { GRID_OPCODE_STARTS = 128 };
struct grid_known {
    const struct grid_table *table;
    const void *row;
    uint32_t next; /* of the same remainder, and 1 more; 0: none */
};

struct grid_reader {
    struct litmus_spirv *output;
    struct litmus *litmus;
    struct arena *arena;
    struct spirv_module *module;
    struct spirv_object_flags objects;
    struct second_reading reading;
    const struct litmus_source *source;
    struct spirv_places places;       /* in the shader's source, where there is no assembly */
    const struct model_place **known; /* by item of places, once somebody has asked */
    spirv_id *debug_globals;          /* by dense index of a variable: its DebugGlobalVariable; NULL: there are none */
    struct grid_member_name *members; /* in order of the struct's id and the member's number */
    uint32_t member_count;
    bool is_hlsl; /* OpSource says so */
    const smmra_litmus_options *options;
    const struct spirv_entry_point *entry;
    const struct spirv_entry_point *mesh;  /* of a task: what it launches; else NULL */
    uint32_t mesh_groups[3], mesh_size[3]; /* that each workgroup of the task launches */
    jmp_buf landing;                       /* after an error has been written */
    uint32_t *ordinals;                    /* by word: the number of the instruction, for its line */
    struct grid_added added[3];            /* instructions that the source does not have, in order */
    uint32_t added_count;
    struct grid_variable **variables; /* by dense index: those of the module */
    struct grid_value *constants;     /* by dense index */
    struct grid_variable **owners;    /* of litmus_spirv.memory: whose it is */
    uint32_t owner_count, owner_capacity;
    struct grid_given **given; /* all that is said of memory, in the order in which it counts */
    uint32_t given_count, given_capacity;
    struct grid_grown *grown;
    uint32_t grown_count;
    uint32_t image_scale; /* images of no given size have so many texels along a side for each invocation; 0: as ever */
    struct mmra_index descriptors; /* the first memory of each */
    struct grid_target *targets;
    uint32_t target_count, target_capacity;
    /* Memory at recorded buffer addresses, in the order of these; where there is some, addresses in memory are the
     * recorded ones. */
    struct grid_addressed *addressed;
    uint32_t addressed_count, addressed_capacity;
    struct grid_view *views;
    uint32_t view_count, view_capacity;
    struct grid_accessed *accessed;
    uint32_t accessed_count, accessed_capacity;
    bool spreads;                        /* there are cooperative matrices, of more than one invocation each */
    uint32_t turned;                     /* 1: the second reading of cooperative matrices; else 0 */
    bool has_place;                      /* fragments know where they are */
    bool copies_bytes;                   /* some OpCopyMemorySized copies other than a type */
    bool equal;                          /* the reading in which buffer addresses are equal */
    uint64_t targets_begin, targets_end; /* addresses of all of them; begin at the end: there are none */
    struct spirv_layouts layouts;
    spirv_id *interface_arrays; /* types of inputs and outputs, whose elements are no descriptors */
    uint32_t interface_array_count, interface_array_capacity;
    struct grid_function *functions; /* as those of the module */
    uint32_t *block_numbers;         /* by dense index of a label: its block in the module */
    /* Many invocations run one code (litmus_race.c): built-ins are registers that have their names, the memory of a
     * workgroup stands once, and cells are not made. */
    bool shared;
    bool by_local;   /* but for each place in a workgroup it is another code, */
    bool asks_place; /* as some instruction's code depends on the place */
    /* the invocation that is being compiled */
    uint32_t thread;
    const struct spirv_entry_point *running;
    struct litmus_spirv_thread at;
    uint32_t first_workgroup, first_subgroup; /* of the grid that it stands in */
    uint32_t exchanges, barriers;             /* so far: their numbers are the same in each invocation */
    uint32_t calls;                           /* of shaders so far */
    struct grid_call *call;    /* the shader call that is being compiled; NULL: the thread's own shader */
    struct litmus_part helper; /* of a fragment that may become a helper invocation: whether it is one; else width 0 */
    struct grid_frame *frame;
    const struct model_place *caller; /* of the innermost call around what is compiled; NULL: there is none */
    uint64_t inlined;                 /* instructions */
    /* Elections of fragments (grid_fragment.c): the first ones' words; and what holds in a run: a helper is elected in
     * each subgroup, and all fragments are helpers from their beginning on. */
    uint32_t elections[GRID_ELECTIONS], election_count;
    bool elects_helpers, all_are_helpers;
    struct grid_known *opcodes; /* all rows, and the first of each remainder of opcodes, and 1 more */
    uint32_t opcode_count, opcode_capacity, opcode_starts[GRID_OPCODE_STARTS];
    void (*compile_rest)(struct grid_reader *g, const struct spirv_instruction *in); /* what has no row */
    /* Whether there is an interlock, and a non-private access that relies on it to make available or visible. */
    bool interlocks, relies_on_interlock;
};

/* ---- litmus_spirv.c: errors and places ---- */

/* Ends the reading: the module is valid, and asks for what cannot be run. Formats as printf. */
_Noreturn void grid_refuse(struct grid_reader *g, const struct spirv_instruction *in, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Ends it: the file is wrong. `line` 0: no line. */
_Noreturn void grid_wrong(struct grid_reader *g, uint32_t line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
uint32_t grid_line(const struct grid_reader *g, uint32_t word);
/* The word of the module as it was given, of one that was not added. */
uint32_t grid_word(const struct grid_reader *g, uint32_t word);
/* Says that words have been added; those that were added before and stand there or later have moved by as many. */
void grid_note_added(struct grid_reader *g, uint32_t first, uint32_t count);
/* "%name", from the assembly, an OpName, or the number. */
const char *grid_name(struct grid_reader *g, spirv_id id);
struct program_thread *grid_thread(struct grid_reader *g);
/* How many invocations are in this one's subgroup (`level` VULKAN_SUBGROUP) or workgroup (VULKAN_WORKGROUP), and its
 * number there. */
uint32_t grid_member_count(struct grid_reader *g, uint8_t level);
uint32_t grid_member_number(struct grid_reader *g, uint8_t level);
const struct spirv_type *grid_type(struct grid_reader *g, const struct spirv_instruction *in, spirv_id type);

/* All that is read before invocations are compiled. */
void grid_begin(struct grid_reader *g, const uint32_t *words, size_t word_count, const smmra_litmus_options *options);
/* ---- grid_stages.c: stages, and what their invocations are ---- */

/* NULL: it cannot be run. */
const struct grid_stage *grid_stage_of(uint32_t model);
void grid_choose_entry(struct grid_reader *g, const char *name);
void grid_read_size(const struct grid_reader *g, const struct spirv_entry_point *entry, uint32_t size[3]);
/* How many mesh workgroups there are, after the grid is settled. */
void grid_settle_mesh(struct grid_reader *g);
uint64_t grid_mesh_count(const struct grid_reader *g);
uint64_t grid_mesh_invocations(const struct grid_reader *g);
/* The launch, in the task where an instruction says so, in the mesh (NULL) where it begins. */
void grid_append_launch(struct grid_reader *g, const struct spirv_instruction *in);

/* ---- grid_fragment.c: fragments as race runs them ---- */

/* Whether the program is a whole draw of fragments. */
bool grid_is_draw(const struct grid_reader *g);
/* Compiles OpGroupNonUniformElect in a draw. */
void grid_elect_in_draw(struct grid_reader *g, const struct spirv_instruction *in);
void grid_settle_draw(struct grid_reader *g, struct litmus_grid *grid);
/* The value of a named register in the fragment that is chosen. */
uint32_t grid_draw_value(const struct grid_reader *g, uint32_t builtin, uint32_t component);
void grid_fill_draw_input(struct grid_reader *g, const struct spirv_instruction *in, struct grid_variable *variable);
/* The locks of all pixels or samples; 0: there is no interlock. They lie at LITMUS_INTERLOCK_ADDRESS. */
uint64_t grid_lock_bytes(const struct grid_reader *g);
/* An instruction of the interlock, by atomics that order nothing. */
void grid_draw_interlock(struct grid_reader *g, const struct model_operation *atomic, bool begins);
/* A fragment that ends lets in those that wait for it, if it has not come to the interlock. */
void grid_end_draw_interlock(struct grid_reader *g);

/* Compiles an invocation as a new thread of the program. */
void grid_compile_invocation(struct grid_reader *g, uint32_t workgroup, uint32_t local);
/* Which invocation the built-ins are of. */
void grid_choose_invocation(struct grid_reader *g, uint32_t workgroup, uint32_t local);
/* The number of workgroups that are started, without the mesh workgroups that they launch. */
uint64_t grid_workgroup_count(const struct grid_reader *g);

/* ---- grid_places.c: the shader's source ---- */

void grid_read_places(struct grid_reader *g);
/* NULL: none is known. */
const struct model_place *grid_place(struct grid_reader *g, uint32_t word);
/* Whether it is a variable's name. */
bool grid_is_called(const struct grid_reader *g, const struct grid_variable *variable, const char *name, size_t length);
/* NULL: none is known. */
const char *grid_member_name(const struct grid_reader *g, spirv_id structure, uint32_t member);
/* Returns the type that debug information has for a variable; 0: none. */
spirv_id grid_debug_type(const struct grid_reader *g, const struct grid_variable *variable);
/* What the source calls a scalar of a variable, whose path is a list of indexes: "data.member[3].x"; NULL: no name is
 * known. */
const char *grid_label(struct grid_reader *g, const struct grid_variable *variable, const char *path);
/* The name of a memory of the program; a block without a name is known by its array. */
const char *grid_memory_name(struct grid_reader *g, uint32_t memory);

/* ---- grid_reflection.c: the geometry in push constants of clspv's modules ---- */

/* The geometry of the grid at the places that the module's reflection names, 0 elsewhere; NULL: it names none. */
const smmra_litmus_data *grid_reflected_push_constants(struct grid_reader *g);

/* ---- grid_input.c: what @Input says ---- */

/* Gives each variable of the module what @Input and the options say of it. */
void grid_read_inputs(struct grid_reader *g);
/* Something was said of memory that a buffer address points to, which lies at an offset of a variable: gives it to that
 * memory. */
void grid_give_target(struct grid_reader *g, struct grid_variable *owner, uint64_t offset,
                      struct grid_variable *target);
/* How long the runtime array of a variable is: as is said, else as the grid is large. */
void grid_settle_length(struct grid_reader *g, struct grid_variable *variable);
/* How long accesses have made it; NULL: they have not. */
struct grid_grown *grid_grown_of(const struct grid_reader *g, const struct grid_variable *variable);
/* Finds what --size says of a variable; false if it says nothing. */
bool grid_given_length(const struct grid_reader *g, const struct grid_variable *variable, uint64_t *length);
/* How many elements an array must have for @Output to name what it names of a variable: by its n-th index, or by any.
 */
#define GRID_ANY_INDEX UINT32_MAX
uint64_t grid_output_length(const struct grid_reader *g, const char *name, uint32_t index);

/* ---- grid_designate.c: names of parts of memory ---- */

/* The part that a name designates; ends the reading if there is none, or several. */
struct grid_part grid_designate(struct grid_reader *g, const struct grid_saying *says);
/* A name that begins with '@' is one of a recorded dispatch (spirv_mmra_litmus.h). False: the module has no such
 * descriptor. */
bool grid_designate_recorded(struct grid_reader *g, const struct grid_saying *says, struct grid_part *part);
/* The same, for the rest of a name: what follows the buffer address that leads to a target. */
void grid_designate_target(struct grid_reader *g, const struct grid_saying *says, struct grid_variable *target,
                           struct grid_part *part);

/* ---- grid_initial.c: numbers of memory ---- */

/* Makes the numbers of a variable's inputs. Ends the reading if they do not fit its type. */
void grid_make_initial(struct grid_reader *g, struct grid_variable *variable);

/* ---- grid_layout.c and grid_memory.c: layout and variables ---- */

#define GRID_VARIABLE_STRIDE   (UINT64_C(1) << 32) /* between the addresses of two variables */
#define GRID_DESCRIPTOR_STRIDE (UINT64_C(1) << 24) /* of two elements of an array of descriptors */

/* The number of a decoration. UINT32_MAX: it has none. What a pointer in memory points to has no id, either. */
uint32_t grid_decoration_of(const struct grid_reader *g, spirv_id id, SpvDecoration which);
uint64_t grid_array_stride(struct grid_reader *g, const struct spirv_type *type, struct spirv_matrix_layout layout);

/* Whether both are of one descriptor. */
bool grid_is_alias(const struct grid_reader *g, const struct grid_variable *a, const struct grid_variable *b);
/* Returns the offset at which a variable ends if its runtime array has so many elements; 0: it has no such array. */
uint64_t grid_end_of_array(struct grid_reader *g, const struct grid_variable *variable, uint64_t length);
/* Whether the part is a runtime array, or ends in one, that is not the variable's last: of an array of buffers. */
bool grid_is_inner_array(struct grid_reader *g, const struct grid_variable *variable, const struct grid_part *part);

/* The type of the memory at a buffer address to this type. If the module computes with such addresses, that is an array
 * of it, which no instruction declares: it has no id, and its `length` is its stride. grid_steps.c */
const struct spirv_type *grid_addressed_type(struct grid_reader *g, const struct spirv_type *pointee);
/* How all types lie. Before anything else here. */
void grid_lay_out(struct grid_reader *g);
/* Refuses a module with types that consist of very many. */
void grid_check_types(struct grid_reader *g);
/* Every variable of the module that the entry point may use. Once. */
void grid_place_variables(struct grid_reader *g);
/* Fresh registers for Private variables and constants for inputs. For each invocation. */
void grid_begin_private(struct grid_reader *g);
struct grid_variable *grid_private_variable(struct grid_reader *g, const struct spirv_instruction *variable);
/* Adds the scalars of a type that lies at an offset. `variable`: of what it is a part, which says how long its runtime
 * array is and how large its images are; NULL: it has none. */
void grid_add_leaves(struct grid_reader *g, const struct spirv_type *type, struct spirv_matrix_layout layout,
                     uint64_t offset, const struct grid_variable *variable, struct grid_leaves *leaves);
const struct spirv_member_layout *grid_member(struct grid_reader *g, const struct spirv_type *structure,
                                              uint32_t member);
/* The bytes of so many elements. More than an offset can be are refused, as indices would wrap to other elements. */
uint64_t grid_span(struct grid_reader *g, uint64_t count, uint64_t stride);
/* Bytes between the elements of an array, a vector or a matrix; of what OpPtrAccessChain steps over. */
/* The elements of an array of descriptors have memory of their own, so many bytes apart. */
bool grid_is_descriptor_array(struct grid_reader *g, const struct spirv_type *type, uint64_t *stride);
uint64_t grid_stride(struct grid_reader *g, const struct spirv_type *type, struct spirv_matrix_layout layout);
/* Bytes from the first to the last that it has in memory; 0: not known, as of arrays without a length, and matrices. */
uint64_t grid_extent(struct grid_reader *g, const struct spirv_type *type);
uint64_t grid_pointer_stride(struct grid_reader *g, const struct spirv_type *pointer, spirv_id pointee);
/* The memory of a variable as this invocation sees it. */
const struct litmus_memory *grid_memory(const struct grid_reader *g, const struct grid_variable *variable);
/* The number of the scalar at an offset of a variable as a list of indexes: "[0][1]". */
void grid_put_path(struct grid_reader *g, const struct grid_variable *variable, uint64_t offset, char *text,
                   size_t size);
uint64_t grid_invocation_count(const struct grid_reader *g);
/* Bytes of a type, without a runtime array at its end; no more than a variable may have. */
uint64_t grid_size(struct grid_reader *g, const struct spirv_type *type);
/* In code that invocations share: the built-in and component that a register's name says; false for another register.
 */
const char *grid_builtin_name(struct arena *arena, uint32_t builtin, uint32_t component);
bool grid_is_builtin(const char *name, uint32_t *builtin, uint32_t *component);
/* That register, or a constant where no invocation has another value. */
struct program_operand grid_builtin(struct grid_reader *g, uint32_t builtin, uint32_t component);
/* Gives its value in the invocation that was chosen. */
uint32_t grid_builtin_value(const struct grid_reader *g, uint32_t builtin, uint32_t component);

/* ---- grid_equal.c ---- */

/* After all targets are there: those that may be equal, and what the verdict takes for granted. */
void grid_settle_addresses(struct grid_reader *g);

/* ---- grid_cells.c ---- */

/* Cells for what the threads access and the conditions name, with what they hold at first. */
void grid_make_cells(struct grid_reader *g);
/* By instruction of a thread: accesses of so many bytes take the place of one of more. They are no atomics; 0 is said
 * of what is no access. grid_apart.c */
void grid_take_apart(struct grid_reader *g, uint32_t thread, const uint8_t *units);
/* Whether memory holds nothing until it is written. */
bool grid_begins_undefined(const struct grid_reader *g, const struct grid_variable *variable);

/* ---- grid_value.c: values ---- */

uint32_t grid_count_parts(struct grid_reader *g, const struct spirv_instruction *in, const struct spirv_type *type);
/* How many components an invocation has of a cooperative matrix. */
uint32_t grid_matrix_count(struct grid_reader *g, const struct spirv_instruction *in, const struct spirv_type *type);
struct grid_value grid_new_value(struct grid_reader *g, const struct spirv_instruction *in,
                                 const struct spirv_type *type);
struct grid_value grid_value_of(struct grid_reader *g, const struct spirv_instruction *in, spirv_id id);
void grid_set_result(struct grid_reader *g, const struct spirv_instruction *in, struct grid_value value);
/* The same of a result of one part. */
void grid_set_operand(struct grid_reader *g, const struct spirv_instruction *in, struct program_operand operand);
struct grid_value grid_constant_value(struct grid_reader *g, const struct spirv_instruction *in,
                                      const struct spirv_constant *constant);
struct program_instruction *grid_append(struct grid_reader *g, enum program_opcode opcode);
/* A builder for the invocation that is being compiled; refuses one that became too long. */
struct litmus_builder grid_builder(struct grid_reader *g);
/* A new register that holds alu(a, b); `from`: the operands' width where it is another. */
struct program_operand grid_compute(struct grid_reader *g, enum program_alu alu, uint8_t width, uint8_t from,
                                    struct program_operand a, struct program_operand b);
struct program_operand grid_select(struct grid_reader *g, uint8_t width, struct program_operand condition,
                                   struct program_operand yes, struct program_operand no);
void grid_copy(struct grid_reader *g, struct litmus_part target, struct program_operand source);
static inline struct litmus_part grid_part(struct program_operand operand, uint8_t width) {
    return (struct litmus_part){operand, width};
}
/* The sum of two integers of w bits, at most 32; the nearest number of w bits if the sum has more. */
struct program_operand grid_saturating_sum(struct grid_reader *g, struct program_operand a, struct program_operand b,
                                           bool is_signed, uint8_t w);
/* Returns what OpExtInst Modf and Frexp store through their pointer; the other part is their result. */
struct grid_value grid_compile_split(struct grid_reader *g, const struct spirv_instruction *in);
/* The encoding of the scalar, or of the components of a vector or cooperative matrix, if they are bits that these two
 * make a 32-bit float, and of it, for the result of an instruction, the nearest. grid_small.c */
enum spirv_small_float grid_small_float(struct grid_reader *g, const struct spirv_type *type);
struct litmus_part grid_from_small(struct grid_reader *g, enum spirv_small_float format, struct litmus_part part);
struct program_operand grid_to_small(struct grid_reader *g, const struct spirv_instruction *in,
                                     enum spirv_small_float format, struct program_operand single);
/* OpBitcastExtractEXT. */
void grid_extract_bits(struct grid_reader *g, const struct spirv_instruction *in);
/* a * b + c * d + ..., each product and each sum rounded. */
struct program_operand grid_dot(struct grid_reader *g, const struct litmus_part *a, const struct litmus_part *b,
                                uint32_t count);
/* alu(a, b, c) */
struct program_operand grid_compute_three(struct grid_reader *g, enum program_alu alu, uint8_t width,
                                          struct program_operand a, struct program_operand b, struct program_operand c);
/* Notes that the result is no exact number: a device may give another one. */
void grid_note_estimate(struct grid_reader *g, const struct spirv_instruction *in);
/* The same of execution modes, by which all arithmetic on floats may give other numbers on a device. */
void grid_note_float_modes(struct grid_reader *g);
/* The bits of an operand as a value of the result's type. */
void grid_compile_bitcast(struct grid_reader *g, const struct spirv_instruction *in, uint32_t operand);

/* ---- grid_access.c: pointers, accesses, synchronization ---- */

/* An instruction that only the memory view knows. */
void grid_compile_memory(struct grid_reader *g, const struct spirv_instruction *in);
/* a + b, and a + index * unit, where what lies outside of `length` becomes an address at which nothing is
 * (grid_value.c, and so is grid_append_access). */
struct program_operand grid_add(struct grid_reader *g, struct program_operand a, struct program_operand b);
struct program_operand grid_step(struct grid_reader *g, struct program_operand a, struct litmus_part index,
                                 uint64_t unit, uint64_t length);
/* The same where the length is not a constant. */
struct program_operand grid_step_within(struct grid_reader *g, struct program_operand a, struct litmus_part index,
                                        uint64_t unit, struct program_operand length);
/* An access to a scalar of what the pointer points to. */
struct program_instruction *grid_append_access(struct grid_reader *g, const struct model_operation *operation,
                                               struct grid_value pointer, struct grid_leaf leaf);

/* After all invocations: says what is taken for granted of an interlock. */
void grid_note_interlock(struct grid_reader *g);
/* The operation of an instruction that loads or stores a cooperative matrix, where its pointer points, and what a
 * stride counts: units of so many bytes. */
struct grid_value grid_matrix_address(struct grid_reader *g, const struct spirv_instruction *in,
                                      struct model_operation *operation, uint64_t *unit);

/* ---- grid_image.c: storage images and texel buffers ---- */

/* The type of an image, or of those in an array; NULL for another type. */
const struct spirv_type *grid_image_type(struct grid_reader *g, const struct spirv_type *type);
/* Refuses a variable of another image than those that can be run. */
void grid_require_image(struct grid_reader *g, const struct spirv_instruction *in, const struct spirv_type *variable);
/* How large the images of a variable are: as @Input says, else as @Output names texels, and the grid has invocations.
 */
void grid_place_image(struct grid_reader *g, struct grid_variable *variable);
/* The same for who runs the translation. */
void grid_describe_images(struct grid_reader *g, const struct grid_variable *variable, struct litmus_memory *memory);
uint64_t grid_texel_count(const struct grid_image *image);
/* Each component of a recorded image that the image has, and where it lies. */
void grid_put_recorded(const struct grid_image *image, const smmra_litmus_image *from, uint64_t offset,
                       void (*put_component)(void *user, uint64_t offset, uint32_t bits), void *user);
uint32_t grid_texel_bytes(const struct grid_image *image);
/* Bytes between texels that follow each other along a coordinate. */
uint64_t grid_texel_stride(const struct grid_image *image, uint32_t coordinate);
void grid_read_image(struct grid_reader *g, const struct spirv_instruction *in,
                     const struct model_operation *operation);
void grid_write_image(struct grid_reader *g, const struct spirv_instruction *in,
                      const struct model_operation *operation);
/* The image that a value is, and the texel at its coordinates; those outside lead to where nothing is. */
const struct grid_image *grid_image_of(struct grid_reader *g, const struct spirv_instruction *in,
                                       struct grid_value value);
/* Texels of this image along a coordinate, as an integer of 64 bits. */
struct program_operand grid_image_extent(struct grid_reader *g, struct grid_value base, uint32_t coordinate);
/* The n-th argument of an optional image operand; 0: it is not given. `place`: of the operands' mask. */
spirv_id grid_image_operand(const struct spirv_instruction *in, uint32_t place, SpvImageOperandsMask which);
struct grid_value grid_texel_at(struct grid_reader *g, const struct spirv_instruction *in, struct grid_value base,
                                const struct litmus_part *coordinates, uint32_t count);
struct program_operand grid_read_component(struct grid_reader *g, const struct model_operation *operation,
                                           struct grid_value texel, uint32_t component);
/* grid_sample.c: an instruction that reads through a sampler. */
void grid_sample_image(struct grid_reader *g, const struct spirv_instruction *in,
                       const struct model_operation *operation);
/* ---- grid_subgroup.c ---- */

/* All invocations of this one's subgroup (`level` VULKAN_SUBGROUP) or workgroup (VULKAN_WORKGROUP) come here. */
void grid_meet(struct grid_reader *g, uint8_t level);
/* So they do, and each gives its value to the others, in `values` (of as many as there are). */
void grid_exchange(struct grid_reader *g, uint8_t level, struct program_operand value, struct program_operand *values);

/* The type of a value that is a cooperative matrix, or a refusal. */
const struct spirv_type *grid_matrix_type_of(struct grid_reader *g, const struct spirv_instruction *in, spirv_id id);
/* Returns whose invocations have a matrix of this type together: VULKAN_SUBGROUP or VULKAN_WORKGROUP. */
uint8_t grid_matrix_level(const struct spirv_type *type);
/* The number, row by row, of the component that is the invocation's own one with this index. */
uint32_t grid_matrix_component(struct grid_reader *g, const struct spirv_type *type, uint32_t index);
void grid_note_access(struct grid_reader *g, const struct grid_variable *root, enum grid_accessor by);
/* After all accesses are known: whether there is a second reading, and what the verdict takes for granted. */
void grid_settle_matrices(struct grid_reader *g);
struct grid_leaf grid_component_leaf(struct grid_reader *g, const struct spirv_instruction *in,
                                     const struct spirv_type *matrix);

/* ---- grid_rays.c: shader calls ---- */

/* OpIgnoreIntersectionKHR and OpTerminateRayKHR, which end the shader that was called: before the jump to its end. */
void grid_end_call(struct grid_reader *g, const struct spirv_instruction *in);

/* ---- grid_code.c: functions and control flow ---- */

void grid_compile_function(struct grid_reader *g, const struct spirv_function *function,
                           const struct grid_value *arguments, struct grid_value *result);
/* Gives what the function gives that the instruction calls for a component of a matrix. An argument is a pointer if it
 * is `physical`. */
struct program_operand grid_call_component(struct grid_reader *g, const struct spirv_instruction *in,
                                           const struct grid_value *arguments, uint32_t count);

/* ---- grid_rounds.c: dynamic instances of control barriers ---- */

/* Once the module is there. */
void grid_begin_functions(struct grid_reader *g);
/* At the beginning of a function. */
void grid_begin_rounds(struct grid_reader *g);
/* Counts rounds of loops on the way from one block of the frame's function to another. */
void grid_count_round(struct grid_reader *g, spirv_id from, spirv_id to);
/* A number that tells dynamic instances of one barrier in the frame's block apart. */
struct program_operand grid_rounds(struct grid_reader *g, spirv_id block);
/* The number in the thread of the innermost loop around the block, and 1 more; 0: there is none. */
uint32_t grid_loop_around(struct grid_reader *g, spirv_id block);

/* ---- grid_heap.c ---- */

/* The module with bound arrays in place of descriptor heaps, and the number of its words; NULL: it has none. */
const uint32_t *grid_without_heaps(struct grid_reader *g, size_t *word_count);

/* ---- grid_size.c ---- */

/* The constant that is the built-in WorkgroupSize; false if there is none. */
bool grid_read_size_constant(const struct grid_reader *g, uint32_t local[3]);
/* Whether workgroups share storage that they may write: storage buffers, storage images, or memory that addresses point
 * to. */
bool grid_shares_storage(const struct grid_reader *g);
/* The module with that constant as the grid has it, and the number of its words; NULL if it is so. */
const uint32_t *grid_with_size(struct grid_reader *g, size_t *word_count);

#endif
