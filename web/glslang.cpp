/* glslang IN.STAGE OUT.spv: what glslangValidator -V --target-env vulkan1.3 -g does: a module with its source and its lines.
 * Messages go to standard output. Exit status 1: it does not compile; 2: a stage that is none, or a file that cannot be used. */
#include <glslang/Public/ResourceLimits.h>
#include <glslang/Public/ShaderLang.h>
#include <SPIRV/GlslangToSpv.h>

#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

static const struct {
    const char *ending;
    EShLanguage stage;
} stages[] = {
    {".comp", EShLangCompute}, {".vert", EShLangVertex},      {".tesc", EShLangTessControl}, {".tese", EShLangTessEvaluation},
    {".geom", EShLangGeometry}, {".frag", EShLangFragment},   {".task", EShLangTask},        {".mesh", EShLangMesh},
    {".rgen", EShLangRayGen},   {".rint", EShLangIntersect},  {".rahit", EShLangAnyHit},     {".rchit", EShLangClosestHit},
    {".rmiss", EShLangMiss},    {".rcall", EShLangCallable},
};

static bool find_stage(const char *path, EShLanguage *stage) {
    const char *ending = strrchr(path, '.');
    for (const auto &known : stages)
        if (ending && strcmp(ending, known.ending) == 0) {
            *stage = known.stage;
            return true;
        }
    return false;
}

static bool read_file(const char *path, std::string *text) {
    FILE *file = fopen(path, "rb");
    char piece[65536];
    for (size_t length; file && (length = fread(piece, 1, sizeof piece, file)) > 0;)
        text->append(piece, length);
    return file && fclose(file) == 0;
}

/* Whether it is done; what was said of it is printed in any case. */
static bool said(const char *log, bool done) {
    if (*log)
        printf("%s\n", log);
    return done;
}

static bool compile(const char *path, const std::string &source, EShLanguage stage, std::vector<unsigned> *words) {
    const char *text = source.c_str();
    const int length = (int)source.size();
    const EShMessages messages = (EShMessages)(EShMsgSpvRules | EShMsgVulkanRules | EShMsgDebugInfo);
    glslang::TShader shader(stage);
    glslang::TProgram program;
    glslang::SpvOptions options;
    options.generateDebugInfo = true;
    options.disableOptimizer = true;
    shader.setStringsWithLengthsAndNames(&text, &length, &path, 1);
    shader.setEnvInput(glslang::EShSourceGlsl, stage, glslang::EShClientVulkan, 100);
    shader.setEnvClient(glslang::EShClientVulkan, glslang::EShTargetVulkan_1_3);
    shader.setEnvTarget(glslang::EShTargetSpv, glslang::EShTargetSpv_1_6);
    bool parsed = shader.parse(GetDefaultResources(), 100, false, messages);
    if (!said(shader.getInfoLog(), parsed))
        return false;
    program.addShader(&shader);
    bool linked = program.link(messages) && program.mapIO();
    if (!said(program.getInfoLog(), linked))
        return false;
    glslang::GlslangToSpv(*program.getIntermediate(stage), *words, &options);
    return true;
}

int main(int argc, char **argv) {
    EShLanguage stage;
    std::string source;
    std::vector<unsigned> words;
    if (argc != 3 || !find_stage(argv[1], &stage) || !read_file(argv[1], &source))
        return 2;
    glslang::InitializeProcess();
    if (!compile(argv[1], source, stage, &words))
        return 1;
    FILE *out = fopen(argv[2], "wb");
    bool written = out && fwrite(words.data(), sizeof words[0], words.size(), out) == words.size();
    return out && fclose(out) == 0 && written ? 0 : 2;
}
