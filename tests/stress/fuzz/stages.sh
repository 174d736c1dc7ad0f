# shellcheck shell=bash # for the scripts beside it
# Shaders of other stages than compute, and what spirv-link makes of those that are run together, into a folder.
compile_stages() { # ROOT FOLDER
    local source stage tests=$1/tests into=$2
    mkdir -p "$into"
    for source in "$tests"/lower/stages/*.{vert,tesc,tese,geom,frag,task,mesh,rgen,rint,rahit,rchit,rmiss,rcall} \
        "$tests"/litmus/{stages,rays,fragments}/*.{tesc,task,mesh,rgen,frag,glsl}; do
        stage=${source##*.}
        [ -e "$source" ] && [[ $source != */release.glsl ]] || continue
        [ "$stage" != glsl ] || stage=rchit
        glslangValidator -V --target-env vulkan1.3 -S "$stage" -DADDED=1 -o "$into/$(basename "$source").spv" "$source" >/dev/null ||
            true
    done
    spirv-link --target-env vulkan1.3 "$into"/payload.{task,mesh}.spv -o "$into/tasks.spv" || true
    spirv-link --target-env vulkan1.3 "$into/generation.rgen.spv" "$into/called.glsl.spv" -o "$into/rays.spv" || true
}
