#!/bin/bash
# Each capability of a module is taken out, one at a time, and the library is asked everything: nothing crashes, and every refusal is
# a clean one. See capabilities.c.
#
#   tests/stress/robust/capabilities.sh                    a fourth of those of the compute shaders, and all of what tests/run assembles
#   tests/stress/robust/capabilities.sh --all [FILE...]    all, of every module and shader of the tests and samples, and of FILEs (.spv)
set -euo pipefail
. "$(dirname "$0")/../../project/common.sh"
sweep() { # WHAT [OPTION...]: the NUL-terminated files of standard input
    xargs -0 -r "$build/bin/capabilities" "${@:2}" || fail "$1 without a capability"
}
# Under their whole paths, as many are called alike.
assemble_all() { # FOLDER...
    local source
    mkdir "$work/texts"
    find "$@" -name '*.spvasm' | while IFS= read -r source; do
        spirv-as --target-env spv1.6 "$source" -o "$work/texts/$(tr / _ <<<"$source").spv" 2>/dev/null || echo "left out: $source"
    done
}
compile_all() {
    local family
    . "$tests/stress/fuzz/stages.sh"
    . "$tests/run/draw/pipelines.sh"
    mkdir "$work/glsl" "$work/families"
    compile_stages "$root" "$work/stages"
    for family in families geometry tessellation rays meshes pipelines; do
        python3 "$tests/run/draw/$family.py" "$work/families" >/dev/null
    done
    # Some are for the newest glslang, or parts of others: this one refuses them.
    find "$tests" "$root/samples" "$work/families" -type f \
        -regex '.*\.\(comp\|vert\|tes[ce]\|geom\|frag\|task\|mesh\|r\(gen\|int\|ahit\|chit\|miss\|call\)\)' -print0 |
        compile_glsl vulkan1.3 "$work/glsl" >/dev/null
    compile_pipelines "$work/families" "$work/glsl" >/dev/null 2>&1
}

if [ "${1:-}" = --all ]; then
    shift
    assemble_all "$tests" "$root/samples"
    compile_all
    find "$shaders" "$work" "$@" -name '*.spv' -print0 | sweep modules
else
    assemble_all "$tests/run"
    find "$shaders" -name '*.spv' -print0 | sort -z | sweep shaders --every 4
    find "$work/texts" -name '*.spv' -print0 | sweep modules
fi
finish "sweep of capabilities"
