/* validate FILE.spv: SPIRV-Tools' validation for Vulkan 1.3 as spirv-mmra does it, friendly names off, which spirv-val
 * has no option for. For the benchmark. */
#include <spirv-tools/libspirv.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    FILE *file = argc == 2 ? fopen(argv[1], "rb") : NULL;
    if (!file) {
        fputs("usage: validate FILE.spv\n", stderr);
        return 2;
    }
    enum { MAX_WORDS = 1 << 24 };
    uint32_t *words = malloc(MAX_WORDS * sizeof *words);
    size_t count = words ? fread(words, sizeof *words, MAX_WORDS, file) : 0;
    fclose(file);

    spv_context context = spvContextCreate(SPV_ENV_VULKAN_1_3);
    spv_validator_options options = spvValidatorOptionsCreate();
    spvValidatorOptionsSetFriendlyNames(options, false);
    spvValidatorOptionsSetScalarBlockLayout(options, true);
    spv_const_binary_t binary = {words, count};
    spv_diagnostic diagnostic = NULL;
    spv_result_t result = spvValidateWithOptions(context, options, &binary, &diagnostic);
    if (diagnostic)
        spvDiagnosticPrint(diagnostic);
    spvDiagnosticDestroy(diagnostic);
    spvValidatorOptionsDestroy(options);
    spvContextDestroy(context);
    free(words);
    return result == SPV_SUCCESS ? 0 : 1;
}
