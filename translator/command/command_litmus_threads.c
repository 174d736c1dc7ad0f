/* Litmus programs of threads on the machine: translated, compiled as one kernel, and compared with what Vulkan's model
 * allows. */
#include <stdio.h>

#include "translator/command/command_litmus.h"
#include "translator/litmus/litmus_kernel.h"

static int run_kernel(struct work *work, struct litmus_kernel *kernel, struct validation_source *source) {
    struct machine_litmus *machine = arena_allocate_array(&work->arena, 1, sizeof *machine);
    struct outcomes allowed;
    size_t length;
    const char *text = machine_compile(work, kernel->text, &length);
    if (!text)
        return 2;
    if (litmus_shows())
        print_printable(text, length);
    litmus_kernel_read(kernel, text, length, (enum machine_processor)(litmus_settings.machine), &work->arena, machine);
    if (machine->litmus.error)
        return machine_report_unread(work->path, machine->litmus.line, machine->litmus.error);
    litmus_kernel_outcomes(&source->answer.found, &work->arena, &allowed);
    return machine_judge(work, machine, &allowed, source);
}

int litmus_machine_threads(struct work *work) {
    struct litmus litmus;
    static const enum coherence coherence[] = {[SMMRA_COHERENCE_FENCE] = COHERENCE_BY_FENCE,
                                               [SMMRA_COHERENCE_ACCESS] = COHERENCE_BY_ACCESS,
                                               [SMMRA_COHERENCE_AUTO] = COHERENCE_AUTO};
    struct litmus_kernel kernel;
    struct validation_source source;
    struct validation v = {0};
    (input_ends_in(work->path, ".test") ? litmus_read_khronos_program : litmus_read_vulkan)(&litmus, &work->arena,
                                                                                            work->bytes, work->length);
    if (litmus.error)
        return module_refuse(work->path, &litmus);
    const struct litmus_kernel_target target = {
        .processor = (enum machine_processor)(litmus_settings.machine),
        .profile = (enum profile)compiler_profile(&litmus_settings.compiler),
        .coherence = coherence[litmus_settings.coherence],
    };
    litmus_kernel_make(&kernel, &litmus, "kernel", &target, &work->arena);
    if (kernel.refused)
        return litmus_refuse(work->path, kernel.refused);
    const struct explore_options limits = litmus_limits();
    validation_begin_with(&source, &litmus, &limits, NULL, NULL, &work->arena);
    bool judged = validation_is_judged(&source, &v);
    v.result = source.guarded ? VALIDATION_RACE : v.result;
    if (!judged || source.guarded)
        return machine_report_not_judged(work->path, &source, &v);
    if (!source.answer.found.count) {
        v = (struct validation){.result = VALIDATION_NOTHING_ENDS};
        return machine_report_not_judged(work->path, &source, &v);
    }
    return run_kernel(work, &kernel, &source);
}
