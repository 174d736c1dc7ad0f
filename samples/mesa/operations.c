/* Runs operations of ggml's Vulkan backend, and writes their results: the same program on two drivers, and on ggml's
 * own code for the processor, says whether a driver computes what it should (README.md beside this file).
 *
 *   operations DEVICE RESULTS [NUMBER]    DEVICE: part of a device's name, as "Vulkan" or "CPU"; one operation, or all
 *
 * Prints a line for each: the processor's time for its first run, which makes its pipelines, and the mean of later
 * ones. */
#include <ggml-alloc.h>
#include <ggml-backend.h>
#include <ggml.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST_INPUTS = 8, REPETITIONS = 5 };

struct graph {
    struct ggml_context *context;
    struct ggml_tensor *inputs[MOST_INPUTS];
    int input_count;
};

/* ---- operations ---- */

static struct ggml_tensor *input(struct graph *graph, enum ggml_type type, int columns, int rows, int planes) {
    struct ggml_tensor *tensor = ggml_new_tensor_3d(graph->context, type, columns, rows, planes);
    graph->inputs[graph->input_count++] = tensor;
    return tensor;
}

static struct ggml_tensor *floats(struct graph *graph, int columns, int rows, int planes) {
    return input(graph, GGML_TYPE_F32, columns, rows, planes);
}

/* A product of a matrix of `type` with `columns` columns; one is matrix and vector. */
static struct ggml_tensor *product(struct graph *graph, enum ggml_type type, int depth, int rows, int columns) {
    struct ggml_tensor *matrix = input(graph, type, depth, rows, 1);
    return ggml_mul_mat(graph->context, matrix, floats(graph, depth, columns, 1));
}

static struct ggml_tensor *attention(struct graph *graph) {
    struct ggml_tensor *query = floats(graph, 64, 8, 4);
    struct ggml_tensor *key = input(graph, GGML_TYPE_F16, 64, 32, 4), *value = input(graph, GGML_TYPE_F16, 64, 32, 4);
    return ggml_flash_attn_ext(graph->context, query, key, value, NULL, 0.125f, 0, 0);
}

#define OPERATION(expression)                                                                                          \
    case __COUNTER__ - FIRST:                                                                                          \
        return expression
enum { FIRST = __COUNTER__ + 1 };

/* NULL: there are no more. */
static struct ggml_tensor *operation(struct graph *graph, int number) {
    struct ggml_context *c = graph->context;
    switch (number) {
        OPERATION(ggml_add(c, floats(graph, 256, 64, 2), floats(graph, 256, 64, 2)));
        OPERATION(ggml_mul(c, floats(graph, 256, 64, 2), floats(graph, 256, 1, 1)));
        OPERATION(product(graph, GGML_TYPE_F32, 256, 64, 32));
        OPERATION(product(graph, GGML_TYPE_F16, 256, 64, 32));
        OPERATION(product(graph, GGML_TYPE_Q4_0, 256, 64, 32));
        OPERATION(product(graph, GGML_TYPE_Q5_1, 256, 64, 32));
        OPERATION(product(graph, GGML_TYPE_Q6_K, 256, 64, 32));
        OPERATION(product(graph, GGML_TYPE_F32, 256, 64, 1));
        OPERATION(product(graph, GGML_TYPE_Q8_0, 256, 64, 1));
        OPERATION(product(graph, GGML_TYPE_Q4_K, 256, 64, 1));
        OPERATION(ggml_soft_max(c, floats(graph, 256, 64, 2)));
        OPERATION(ggml_rms_norm(c, floats(graph, 256, 64, 2), 1e-5f));
        OPERATION(ggml_norm(c, floats(graph, 256, 64, 2), 1e-5f));
        OPERATION(ggml_group_norm(c, floats(graph, 16, 16, 8), 4, 1e-5f));
        OPERATION(ggml_silu(c, floats(graph, 256, 64, 2)));
        OPERATION(ggml_gelu(c, floats(graph, 256, 64, 2)));
        OPERATION(ggml_leaky_relu(c, floats(graph, 256, 64, 2), 0.1f, false));
        OPERATION(ggml_clamp(c, floats(graph, 256, 64, 2), -0.2f, 0.2f));
        OPERATION(ggml_sqr(c, floats(graph, 256, 64, 2)));
        OPERATION(ggml_scale(c, floats(graph, 256, 64, 2), 0.3f));
        OPERATION(ggml_cont(c, ggml_transpose(c, floats(graph, 256, 64, 2))));
        OPERATION(ggml_cast(c, floats(graph, 256, 64, 2), GGML_TYPE_F16));
        OPERATION(ggml_sum_rows(c, floats(graph, 256, 64, 2)));
        OPERATION(ggml_argsort(c, floats(graph, 256, 8, 1), GGML_SORT_ORDER_ASC));
        OPERATION(ggml_concat(c, floats(graph, 256, 64, 2), floats(graph, 256, 32, 2), 1));
        OPERATION(ggml_get_rows(c, floats(graph, 256, 64, 1), input(graph, GGML_TYPE_I32, 8, 1, 1)));
        OPERATION(ggml_rope(c, floats(graph, 64, 4, 8), input(graph, GGML_TYPE_I32, 8, 1, 1), 64, 0));
        OPERATION(ggml_upscale(c, floats(graph, 32, 32, 2), 2, GGML_SCALE_MODE_NEAREST));
        OPERATION(ggml_pad(c, floats(graph, 32, 32, 2), 3, 4, 0, 0));
        OPERATION(attention(graph));
        OPERATION(product(graph, GGML_TYPE_F32, 512, 512, 512));
        OPERATION(product(graph, GGML_TYPE_Q4_0, 2048, 2048, 1));
        OPERATION(ggml_add(c, floats(graph, 1024, 1024, 4), floats(graph, 1024, 1024, 4)));
        OPERATION(ggml_soft_max(c, floats(graph, 1024, 1024, 1)));
    default:
        return NULL;
    }
}

/* ---- contents ---- */

/* Between -0.5 and 0.5: the upper bits of a linear congruential sequence. */
static float random_float(uint64_t *state) {
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (float)(*state >> 40) / (1 << 24) - 0.5f;
}

static void fill_integers(struct ggml_tensor *tensor) {
    int32_t values[64];
    size_t count = (size_t)ggml_nelements(tensor);
    for (size_t i = 0; i < count; i++)
        values[i] = (int32_t)(i * 5 % 37);
    ggml_backend_tensor_set(tensor, values, 0, count * sizeof *values);
}

static void fill_floats(struct ggml_tensor *tensor, uint64_t *state) {
    size_t count = (size_t)ggml_nelements(tensor), bytes = ggml_nbytes(tensor);
    float *values = malloc(count * sizeof *values);
    void *quantized = malloc(bytes);
    if (!values || !quantized)
        abort();
    for (size_t i = 0; i < count; i++)
        values[i] = random_float(state);
    if (tensor->type == GGML_TYPE_F32)
        memcpy(quantized, values, bytes);
    else
        ggml_quantize_chunk(tensor->type, values, quantized, 0, (int64_t)count / tensor->ne[0], tensor->ne[0], NULL);
    ggml_backend_tensor_set(tensor, quantized, 0, bytes);
    free(quantized);
    free(values);
}

/* ---- runs ---- */

/* Counts the processor's time of all threads, as other programs' work does not count. */
static double milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec * 1e-6;
}

static void write_result(const struct ggml_tensor *result, FILE *file) {
    size_t bytes = ggml_nbytes(result);
    void *values = malloc(bytes);
    if (!values)
        abort();
    ggml_backend_tensor_get(result, values, 0, bytes);
    fwrite(&bytes, sizeof bytes, 1, file);
    fwrite(values, bytes, 1, file);
    free(values);
}

static void run(struct graph *graph, ggml_backend_t backend, struct ggml_tensor *result, int number, FILE *file) {
    struct ggml_cgraph *steps = ggml_new_graph(graph->context);
    ggml_build_forward_expand(steps, result);
    ggml_backend_buffer_t buffer = ggml_backend_alloc_ctx_tensors(graph->context, backend);
    uint64_t state = (uint64_t)number + 1;
    for (int i = 0; i < graph->input_count; i++) {
        if (graph->inputs[i]->type == GGML_TYPE_I32)
            fill_integers(graph->inputs[i]);
        else
            fill_floats(graph->inputs[i], &state);
    }
    double begin = milliseconds();
    ggml_backend_graph_compute(backend, steps);
    double first = milliseconds();
    for (int i = 0; i < REPETITIONS; i++)
        ggml_backend_graph_compute(backend, steps);
    double end = milliseconds();
    printf("%2d %-16s first %9.1f ms, later %9.3f ms\n", number, ggml_op_desc(result), first - begin,
           (end - first) / REPETITIONS);
    fflush(stdout);
    write_result(result, file);
    ggml_backend_buffer_free(buffer);
}

static ggml_backend_dev_t find_device(const char *part) {
    for (size_t i = 0; i < ggml_backend_dev_count(); i++)
        if (strstr(ggml_backend_dev_name(ggml_backend_dev_get(i)), part))
            return ggml_backend_dev_get(i);
    return NULL;
}

/* False: there is no operation of this number. */
static bool run_operation(ggml_backend_t backend, int number, FILE *file) {
    struct ggml_init_params parameters = {ggml_tensor_overhead() * 64 + ggml_graph_overhead(), NULL, true};
    struct graph graph = {.context = ggml_init(parameters)};
    struct ggml_tensor *result = operation(&graph, number);
    if (result && ggml_backend_supports_op(backend, result))
        run(&graph, backend, result, number, file);
    else if (result)
        printf("%2d %-16s is not supported\n", number, ggml_op_desc(result));
    ggml_free(graph.context);
    return result != NULL;
}

int main(int argc, char **argv) {
    ggml_backend_load_all();
    ggml_backend_dev_t device = argc > 2 ? find_device(argv[1]) : NULL;
    FILE *file = device ? fopen(argv[2], "wb") : NULL;
    if (!file) {
        fprintf(stderr, "usage: operations DEVICE RESULTS [NUMBER]\n");
        return 2;
    }
    ggml_backend_t backend = ggml_backend_dev_init(device, NULL);
    int number = argc > 3 ? atoi(argv[3]) : 0;
    while (run_operation(backend, number, file) && argc <= 3)
        number++;
    ggml_backend_free(backend);
    return fclose(file) ? 1 : 0;
}
