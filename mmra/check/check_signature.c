/* LLVM demands this of functions apart from their bodies: rules on kernels, intrinsics and linkage, and on where
 * attributes may stand. All of this is text that the parser has kept, so only parsed modules are checked. */
#include "mmra/check/checker.h"

/* ---- attributes ---- */

enum { ON_FUNCTION = 1, ON_PARAMETER = 2, ON_RESULT = 4 };
enum need { ANY_TYPE, AN_ADDRESS, ADDRESSES, AN_INTEGER, INTEGERS, FLOATS, AN_INTRINSIC };
enum { ABI = 1 << 0, READS = 1 << 1, EXTENDS = 1 << 2, INLINES = 1 << 3 }; /* of each kind there may be one */

/* Those that an IR writer meets; others are let pass. */
static const struct attribute {
    const char *word;
    uint8_t places, need, kind;
} attributes[] = {
    {"noalias", ON_PARAMETER | ON_RESULT, AN_ADDRESS, 0},
    {"nonnull", ON_PARAMETER | ON_RESULT, AN_ADDRESS, 0},
    {"dereferenceable", ON_PARAMETER | ON_RESULT, AN_ADDRESS, 0},
    {"dereferenceable_or_null", ON_PARAMETER | ON_RESULT, AN_ADDRESS, 0},
    {"captures", ON_PARAMETER, AN_ADDRESS, 0},
    {"readonly", ON_PARAMETER | ON_FUNCTION, AN_ADDRESS, READS},
    {"readnone", ON_PARAMETER | ON_FUNCTION, AN_ADDRESS, READS},
    {"writeonly", ON_PARAMETER | ON_FUNCTION, ANY_TYPE, READS},
    {"writable", ON_PARAMETER, AN_ADDRESS, 0},
    {"dead_on_unwind", ON_PARAMETER, AN_ADDRESS, 0},
    {"initializes", ON_PARAMETER, AN_ADDRESS, 0},
    {"align", ON_PARAMETER | ON_RESULT | ON_FUNCTION, ADDRESSES, 0},
    {"byref", ON_PARAMETER, AN_ADDRESS, ABI},
    {"byval", ON_PARAMETER, AN_ADDRESS, ABI},
    {"sret", ON_PARAMETER, AN_ADDRESS, ABI},
    {"inalloca", ON_PARAMETER, AN_ADDRESS, ABI},
    {"preallocated", ON_PARAMETER | ON_FUNCTION, AN_ADDRESS, ABI},
    {"nest", ON_PARAMETER, AN_ADDRESS, ABI},
    {"inreg", ON_PARAMETER | ON_RESULT, ANY_TYPE, ABI},
    {"noundef", ON_PARAMETER | ON_RESULT, ANY_TYPE, 0},
    {"signext", ON_PARAMETER | ON_RESULT, AN_INTEGER, EXTENDS},
    {"zeroext", ON_PARAMETER | ON_RESULT, AN_INTEGER, EXTENDS},
    {"range", ON_PARAMETER | ON_RESULT, INTEGERS, 0},
    {"nofpclass", ON_PARAMETER | ON_RESULT, FLOATS, 0},
    {"immarg", ON_PARAMETER, AN_INTRINSIC, 0},
    {"convergent", ON_FUNCTION, 0, 0},
    {"noconvergent", ON_FUNCTION, 0, 0},
    {"nounwind", ON_FUNCTION, 0, 0},
    {"willreturn", ON_FUNCTION, 0, 0},
    {"noreturn", ON_FUNCTION, 0, 0},
    {"norecurse", ON_FUNCTION, 0, 0},
    {"nosync", ON_FUNCTION, 0, 0},
    {"nocallback", ON_FUNCTION, 0, 0},
    {"noduplicate", ON_FUNCTION, 0, 0},
    {"nomerge", ON_FUNCTION, 0, 0},
    {"mustprogress", ON_FUNCTION, 0, 0},
    {"speculatable", ON_FUNCTION, 0, 0},
    {"memory", ON_FUNCTION, 0, 0},
    {"cold", ON_FUNCTION, 0, 0},
    {"hot", ON_FUNCTION, 0, 0},
    {"minsize", ON_FUNCTION, 0, 0},
    {"optsize", ON_FUNCTION, 0, 0},
    {"noinline", ON_FUNCTION, 0, 0},
    {"alwaysinline", ON_FUNCTION, 0, INLINES},
    {"optnone", ON_FUNCTION, 0, INLINES},
};

static const struct attribute *find_attribute(struct mmra_string word) {
    for (size_t i = 0; i < sizeof attributes / sizeof *attributes; i++)
        if (*word.bytes == *attributes[i].word && mmra_string_equal(word, mmra_string_of(attributes[i].word)))
            return &attributes[i];
    return NULL;
}

static const char *behind_brackets(const char *at, const char *end) {
    uint32_t depth = 0;
    for (; at < end; at++) {
        depth += *at == '(' || *at == '[' || *at == '{';
        depth -= *at == ')' || *at == ']' || *at == '}';
        if (!depth)
            return at + 1;
    }
    return end;
}

static bool is_word_byte(char byte) {
    bool letter = (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
    return letter || (byte >= '0' && byte <= '9') || byte == '_' || byte == '.';
}

/* The next word of the text that stands by itself: not in a string, in brackets, in a comment or after a sigil. */
static bool next_word(struct mmra_string *text, struct mmra_string *word) {
    const char *at = text->bytes, *end = at + text->length;
    while (at < end && !is_word_byte(*at)) {
        bool sigil = *at == '#' || *at == '!' || *at == '@' || *at == '%' || *at == '$';
        bool skips = *at == '"' || *at == ';'; /* a string or a comment */
        const char *close = skips ? memchr(at + 1, *at == '"' ? '"' : '\n', (size_t)(end - at) - 1) : NULL;
        if (skips)
            at = close ? close + 1 : end;
        else if (*at == '(' || *at == '[' || *at == '{')
            at = behind_brackets(at, end);
        else
            for (at++; sigil && at < end && is_word_byte(*at);)
                at++;
    }
    const char *from = at;
    while (at < end && is_word_byte(*at))
        at++;
    *word = (struct mmra_string){from, (uint32_t)(at - from)};
    *text = (struct mmra_string){at, (uint32_t)(end - at)};
    return word->length;
}

/* Whether the string is among these words, which blanks part. */
static bool has_word(struct mmra_string text, const char *wanted) {
    struct mmra_string word;
    while (next_word(&text, &word))
        if (mmra_string_among(word, wanted))
            return true;
    return false;
}

static bool fits_type(const struct checker *c, const struct attribute *attribute, ir_type type, bool intrinsic) {
    const struct ir_type_info *info = ir_type_get(c->module, type);
    uint8_t kind = info->kind, element = kind;
    while (element == IR_TYPE_VECTOR || (element == IR_TYPE_ARRAY && attribute->need == FLOATS)) {
        info = ir_type_get(c->module, info->element);
        element = info->kind;
    }
    bool floats = element >= IR_TYPE_HALF && element <= IR_TYPE_DOUBLE;
    if (element == IR_TYPE_OPAQUE || element == IR_TYPE_STRUCT) /* not known, or numbers inside */
        return attribute->need == ANY_TYPE || attribute->need == FLOATS || element == IR_TYPE_OPAQUE;
    switch (attribute->need) {
    case AN_ADDRESS:
        return kind == IR_TYPE_POINTER;
    case ADDRESSES:
        return element == IR_TYPE_POINTER;
    case AN_INTEGER:
        return kind == IR_TYPE_INTEGER;
    case INTEGERS:
        return element == IR_TYPE_INTEGER;
    case FLOATS:
        return floats;
    case AN_INTRINSIC:
        return intrinsic;
    default:
        return kind != IR_TYPE_VOID;
    }
}

/* Says what is wrong with the attributes in the text, which stand at such a place and apply to a value of the type;
 * NULL if nothing is. */
static const char *wrong_attributes(const struct checker *c, struct mmra_string text, uint8_t place, ir_type type,
                                    bool intrinsic) {
    struct mmra_string word;
    uint8_t kinds = 0;
    while (next_word(&text, &word)) {
        const struct attribute *attribute = find_attribute(word);
        if (!attribute)
            continue;
        if (!(attribute->places & place))
            return place == ON_FUNCTION    ? "an attribute of parameters or results stands at a function"
                   : place == ON_PARAMETER ? "an attribute stands at a parameter that is none of parameters"
                                           : "an attribute stands at a result that is none of results";
        if (place != ON_FUNCTION && !fits_type(c, attribute, type, intrinsic))
            return "an attribute stands at a type that it does not apply to";
        if (place == ON_PARAMETER && attribute->kind & kinds)
            return "two attributes exclude each other";
        kinds |= attribute->kind;
    }
    return NULL;
}

static struct mmra_string text_of(const struct checker *c, ir_string string) {
    return ir_string_get(c->module, string);
}

struct mmra_string check_text_of_group(const struct checker *c, uint32_t group) {
    const struct ir_parsed_group *found = ir_parsed_group_of(c->module, group);
    return found ? text_of(c, found->text) : (struct mmra_string){"", 0};
}

/* ---- functions ---- */

static bool is_special(const struct checker *c, ir_type type) {
    const struct ir_type_info *info = ir_type_get(c->module, type);
    return info->kind == IR_TYPE_METADATA || info->kind == IR_TYPE_LABEL || info->kind == IR_TYPE_FUNCTION ||
           (info->kind == IR_TYPE_OPAQUE && mmra_string_equal(text_of(c, info->name), mmra_string_of("token")));
}

static const char *wrong_types(const struct checker *c, const struct ir_type_info *type) {
    if (is_special(c, type->element))
        return "it returns what only an intrinsic may";
    for (uint32_t i = 0; i < type->member_count; i++)
        if (is_special(c, type->members[i]))
            return "it takes what only an intrinsic may";
    return NULL;
}

static const char *wrong_kernel(const struct checker *c, const struct ir_function_info *function,
                                const struct ir_type_info *type) {
    if (type->element)
        return "a kernel returns something";
    if (type->variadic)
        return "a kernel takes any number of arguments";
    for (uint32_t i = 0; i < function->parameter_count; i++) {
        struct mmra_string text = text_of(c, function->parameters[i].attribute_text);
        if (has_word(text, "sret") ||
            (has_word(text, "byval") && !has_word(text_of(c, function->before_type), "spir_kernel")))
            return "a kernel takes a parameter in its own copy; write byref";
    }
    return NULL;
}

static const char *wrong_linkage(const struct checker *c, const struct ir_function_info *function) {
    struct mmra_string before = text_of(c, function->before_type);
    if (!function->internal)
        return NULL;
    if (!function->defined)
        return "a declaration is internal or private";
    return has_word(before, "hidden protected") ? "what is internal or private is hidden or protected too" : NULL;
}

static const char *wrong_function_attributes(const struct checker *c, const struct ir_function_info *function) {
    const char *wrong = NULL;
    struct mmra_string texts[2] = {text_of(c, function->after_arguments),
                                   check_text_of_group(c, function->attribute_group)};
    bool inlines = false, optnone = false, noinline = false;
    for (int i = 0; i < 2 && !wrong; i++) {
        wrong = wrong_attributes(c, texts[i], ON_FUNCTION, 0, false);
        inlines |= has_word(texts[i], "alwaysinline");
        optnone |= has_word(texts[i], "optnone");
        noinline |= has_word(texts[i], "noinline");
    }
    return wrong                  ? wrong
           : inlines && noinline  ? "alwaysinline and noinline exclude each other"
           : optnone && !noinline ? "optnone asks for noinline"
                                  : NULL;
}

static const char *wrong_parameters(const struct checker *c, const struct ir_function_info *function, bool intrinsic) {
    for (uint32_t i = 0; i < function->parameter_count; i++) {
        const struct ir_parameter *parameter = &function->parameters[i];
        const char *wrong = wrong_attributes(c, text_of(c, parameter->attribute_text), ON_PARAMETER,
                                             ir_type_of(c->module, parameter->value), intrinsic);
        if (wrong)
            return wrong;
    }
    return NULL;
}

static const char *wrong_function(const struct checker *c, const struct ir_function_info *function) {
    const struct ir_type_info *type = ir_type_get(c->module, function->type);
    bool intrinsic = ir_is_of_llvm(function->intrinsic);
    const char *wrong = function->defined && intrinsic ? "an intrinsic is defined" : NULL;
    if (!wrong && !intrinsic)
        wrong = wrong_types(c, type);
    if (!wrong && function->kernel)
        wrong = wrong_kernel(c, function, type);
    if (!wrong)
        wrong = wrong_linkage(c, function);
    if (!wrong)
        wrong = wrong_function_attributes(c, function);
    if (!wrong)
        wrong = wrong_attributes(c, text_of(c, function->before_type), ON_RESULT, type->element, intrinsic);
    return wrong ? wrong : wrong_parameters(c, function, intrinsic);
}

void check_signatures(struct checker *c) {
    for (ir_function function = 1; function < c->module->function_count; function++) {
        const struct ir_function_info *info = &c->module->functions[function];
        mmra_work(c->module->watch, 64); /* the words of its attributes, one by one */
        const char *wrong = info->implicit ? NULL : wrong_function(c, info);
        if (wrong)
            check_report_function(c, CHECK_SIGNATURE, function, wrong);
    }
}

/* ---- calls ---- */

/* Calling conventions that no call has. */
static bool calls_entry_point(struct mmra_string before) {
    return has_word(before, "amdgpu_kernel amdgpu_cs amdgpu_ps amdgpu_vs amdgpu_gs amdgpu_es amdgpu_hs amdgpu_ls");
}

static const char *wrong_constants(const struct checker *c, const struct ir_instruction *call,
                                   const struct ir_intrinsic *intrinsic) {
    for (uint32_t a = 0; a + 1 < call->operand_count && intrinsic->constants >> a; a++)
        if (intrinsic->constants >> a & 1 &&
            ir_value_get(c->module, c->module->operands[call->operands + 1 + a])->kind < IR_VALUE_INTEGER)
            return "an argument must be a constant, and is none";
    return NULL;
}

static const char *wrong_arguments(const struct checker *c, const struct ir_instruction *call,
                                   const struct ir_parsed_instruction *beside, bool intrinsic) {
    for (uint32_t i = 0; beside->argument_texts && i + 1 < call->operand_count; i++) {
        struct mmra_string text = text_of(c, c->module->parsed->argument_texts[beside->argument_texts - 1 + i]);
        ir_type type = ir_type_of(c->module, c->module->operands[call->operands + 1 + i]);
        const char *wrong = text.length ? wrong_attributes(c, text, ON_PARAMETER, type, intrinsic) : NULL;
        if (wrong)
            return wrong;
    }
    return NULL;
}

const char *check_wrong_call(const struct checker *c, uint32_t index) {
    const struct ir_instruction *call = &c->module->instructions[index];
    const struct ir_parsed_instruction *beside = &c->module->parsed->instructions[index];
    const struct ir_intrinsic *intrinsic = ir_called_intrinsic(c->module, call);
    bool entry = calls_entry_point(text_of(c, beside->before_type));
    bool of_llvm = ir_is_of_llvm(intrinsic);
    const char *wrong = entry ? "it has the calling convention of an entry point" : NULL;
    if (!wrong && beside->before_type)
        wrong = wrong_attributes(c, text_of(c, beside->before_type), ON_RESULT, call->type, of_llvm);
    if (!wrong && beside->after_arguments)
        wrong = wrong_attributes(c, text_of(c, beside->after_arguments), ON_FUNCTION, 0, of_llvm);
    if (!wrong && intrinsic)
        wrong = wrong_constants(c, call, intrinsic);
    return wrong ? wrong : wrong_arguments(c, call, beside, of_llvm);
}

/* An operand, other than what a call calls, that is an intrinsic. */
bool check_takes_address_of_intrinsic(const struct checker *c, const struct ir_instruction *instruction,
                                      uint32_t count) {
    const uint32_t *operands = c->module->operands + instruction->operands;
    for (uint32_t i = instruction->opcode == IR_CALL; i < count; i++)
        if (check_is_intrinsic(c, operands[i]))
            return true;
    return false;
}
