/* The key of a translation: bytes that differ where the text of the translation may. */
#include <string.h>

#include "spirv/module.h"
#include "translator/identity.h" /* generated */
#include "translator/library/request.h"

struct key {
    smmra_feed_callback feed;
    void *user;
    unsigned char bytes[256];
    size_t count;
};

/* A new member ends here: does the text hang on it? These do not: memory_limit, word_limit, allocator, diagnose,
 * cancel and their users end a call or report; target_env is for validation. */
_Static_assert(sizeof(smmra_options) - STRUCT_END(smmra_options, driver) < sizeof(void *), "a new option");
_Static_assert(sizeof(smmra_driver) - STRUCT_END(smmra_driver, attribute_count) < sizeof(void *), "a new member");
_Static_assert(sizeof(smmra_binding) == STRUCT_END(smmra_binding, is_dynamic), "a new member");

static void flush(struct key *key) {
    if (key->count)
        key->feed(key->user, key->bytes, key->count);
    key->count = 0;
}

static void put_byte(struct key *key, unsigned char byte) {
    if (key->count == sizeof key->bytes)
        flush(key);
    key->bytes[key->count++] = byte;
}

/* Little-endian on every machine. */
static void put_number(struct key *key, uint64_t number) {
    for (int i = 0; i < 8; i++)
        put_byte(key, (unsigned char)(number >> 8 * i));
}

static void put_numbers(struct key *key, const uint64_t *numbers, size_t count) {
    for (size_t i = 0; i < count; i++)
        put_number(key, numbers[i]);
}

/* With its length before it, so that no two lists of strings are the same bytes; no string has the length of NULL. */
static void put_string(struct key *key, const char *string) {
    put_number(key, string ? strlen(string) : UINT64_MAX);
    for (; string && *string; string++)
        put_byte(key, (unsigned char)*string);
}

static void put_driver(struct key *key, const smmra_driver *driver) {
    put_number(key, driver != NULL);
    if (!driver)
        return;
    put_number(key, driver->arguments ? driver->argument_count : UINT64_MAX);
    for (size_t i = 0; driver->arguments && i < driver->argument_count; i++)
        put_numbers(key, (uint64_t[]){driver->arguments[i].kind, driver->arguments[i].index}, 2);
    put_number(key, driver->bindings ? driver->binding_count : UINT64_MAX);
    for (size_t i = 0; driver->bindings && i < driver->binding_count; i++) {
        const smmra_binding *b = &driver->bindings[i];
        put_numbers(key, (uint64_t[]){b->set, b->binding, b->offset, b->stride, b->sampler_offset, b->is_dynamic}, 6);
    }
    put_number(key, driver->address_high_bits);
    put_string(key, driver->triple);
    put_string(key, driver->data_layout);
    put_number(key, driver->attribute_count);
    for (size_t i = 0; i < driver->attribute_count; i++) {
        put_string(key, driver->attributes[i].name);
        put_string(key, driver->attributes[i].value);
    }
}

static void put_options(struct key *key, const smmra_options *o) {
    const uint64_t numbers[] = {o->flags,       o->profile,          o->abi,       o->glsl450,
                                o->memory,      o->buffer_alignment, o->target,    o->wave,
                                o->convergence, o->device_index,     o->coherence, o->stages};
    put_string(key, o->entry);
    put_string(key, o->mcpu);
    put_numbers(key, numbers, sizeof numbers / sizeof *numbers);
    put_number(key, o->specialization_count);
    for (uint32_t i = 0; i < o->specialization_count; i++)
        put_numbers(key, (uint64_t[]){o->specializations[i].spec_id, o->specializations[i].bits}, 2);
    put_driver(key, o->driver);
}

/* The headers say what an operation is: a library that was built with others may know more. */
smmra_result smmra_feed_key(const smmra_options *options, smmra_feed_callback feed, void *user) {
    struct request request;
    smmra_result result = request_begin(&request, NULL, 0, options);
    if (result != SMMRA_SUCCESS)
        return result;
    struct key key = {.feed = feed, .user = user};
    put_string(&key, smmra_version_string());
    put_string(&key, SMMRA_IDENTITY);
    put_numbers(&key, (uint64_t[]){SpvVersion, SpvRevision}, 2);
    put_options(&key, &request.options);
    flush(&key);
    request_end(&request);
    return SMMRA_SUCCESS;
}
