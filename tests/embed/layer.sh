# shellcheck shell=bash # part of embed.sh, which has built the layer: what the loader may get from it, and folders that fail
cc -std=c11 -Wall -Wextra -Werror "$here/layer_entries.c" -o "$work/entries" && "$work/entries" "$work/embed-OFF/libsmmra_layer.so" ||
    fail "entry points of the layer"

# The application goes on as if it were alone, and something is said. WHAT PATTERN FOLDER [BYTES that a file may have]
harmless() {
    local status=0
    run_application "$3" VK_LAYER_SMMRA_translate "${@:4}" >"$work/under" 2>"$work/said" || status=$?
    [ $status = 0 ] || fail "$1: the application ends with $status"
    cmp -s "$work/alone" "$work/under" || fail "$1: the application sees the layer"
    grep -q "^smmra layer: .*$2" "$work/said" || fail "$1: it says: $(head -3 "$work/said")"
    [ "$(grep -c '^smmra layer' "$work/said")" = 1 ] || fail "$1: it is said more than once"
}
harmless 'a folder that is missing' 'No such file or directory' "$work/nowhere"
harmless 'no folder' 'not set' ''
mkdir "$work/limited" "$work/full"
harmless 'a limit to the size of files' 'File too large' "$work/limited" 1024
find "$work/limited" -name '*.ll' -print -quit | grep . >/dev/null && fail "a limit to the size of files: half a file is left"
if mount -t tmpfs -o size=8k,nr_inodes=1k none "$work/full" 2>/dev/null; then
    harmless 'a full disk' 'No space left on device' "$work/full"
    for file in "$work"/full/*.ll; do
        [ ! -e "$file" ] || [ "$(tail -c 1 "$file")" = '' ] && grep -q '^define' "$file" || fail "a full disk: half a file is left: $file"
    done
    umount "$work/full"
else
    echo "left out: the layer on a full disk (no right to mount)"
fi

# two processes write to one folder, also when numbers of processes come again
mkdir "$work/two"
run_application "$work/two" VK_LAYER_SMMRA_translate >/dev/null 2>&1 & # in their own processes
run_application "$work/two" VK_LAYER_SMMRA_translate >/dev/null 2>&1
wait $!
[ "$(find "$work/two" -name '*.ll' | wc -l)" = $((2 * $(find "$work/ir" -name '*.ll' | wc -l))) ] || fail "two processes: files are missing"

# graphics pipelines from several threads: each stage of each is what the command makes of it
cc -std=c11 -Wall -Wextra -Wno-missing-field-initializers -Werror "$here/graphics.c" -lvulkan -lpthread -o "$work/graphics"
mkdir "$work/drawn"
for stage in vert frag; do
    glslangValidator -V --target-env vulkan1.3 "$root/samples/embed/shell/shader.$stage" -o "$work/$stage.spv" >/dev/null
    "$prefix/bin/spirv-mmra" --no-validate --entry main "$work/$stage.spv" -o "$work/$stage.ll"
done
draw() { # LAYER
    env VK_ICD_FILENAMES="$driver" VK_LAYER_PATH="$work/embed-OFF" VK_INSTANCE_LAYERS="$1" SMMRA_LAYER_DIR="$work/drawn" \
        MESA_SHADER_CACHE_DISABLE=true HOME="$work" XDG_RUNTIME_DIR="$work" "$work/graphics" "$work/vert.spv" "$work/frag.spv"
}
draw "" >"$work/alone" 2>&1 || fail "graphics alone: $(cat "$work/alone")"
draw VK_LAYER_SMMRA_translate >"$work/under" 2>&1 || fail "graphics under the layer: $(cat "$work/under")"
cmp -s "$work/alone" "$work/under" || fail "graphics: the application sees the layer: $(cat "$work/under")"
for stage in vert frag; do
    same=0
    for ir in "$work"/drawn/*.ll; do
        ! cmp -s "$ir" "$work/$stage.ll" || same=$((same + 1))
    done
    [ $same = 4 ] || fail "graphics: $same times the IR of the stage $stage, not 4"
done

# every stage, in graphics, mesh and ray tracing pipelines and libraries, from several threads, with a driver of the test's own; the
# layer's sources with sanitizers
modules=() flags=(-std=c11 -D_GNU_SOURCE -Wall -Wextra -Wno-missing-field-initializers -Werror -g)
for shader in vertex.vert control.tesc evaluation.tese geometry.geom outputs.frag task.task mesh.mesh generation.rgen \
    intersection.rint any.rahit hit.rchit miss.rmiss callable.rcall; do
    glslangValidator -V --target-env vulkan1.3 "$here/../lower/stages/$shader" -o "$work/$shader.spv" >/dev/null
    "$prefix/bin/spirv-mmra" --no-validate --entry main "$work/$shader.spv" -o "$work/$shader.ll"
    modules+=("$work/$shader.spv")
done
cc "${flags[@]}" "$here/stages.c" -fsanitize=address,undefined -lpthread -o "$work/stages"
cc "${flags[@]}" -fsanitize=address,undefined -fno-sanitize-recover=all -shared -fPIC -I"$prefix/include" \
    "$root"/samples/embed/layer/*.c "$library" -lpthread -o "$work/layer.so"
mkdir "$work/stages-ir"
SMMRA_LAYER_DIR="$work/stages-ir" "$work/stages" "$work/layer.so" "${modules[@]}" >"$work/under" 2>&1 || fail "every stage: $(head -5 "$work/under")"
grep -q '^smmra layer' "$work/under" && fail "every stage: $(head -3 "$work/under")"
sha256sum "$work"/stages-ir/*.ll | cut -d' ' -f1 | sort | uniq -c >"$work/written"
for shader in "${modules[@]}"; do
    wanted=8 # 4 threads: in two pipelines, or a pipeline and a library, or both
    [[ $shader != *.frag.spv ]] || wanted=24
    hash=$(sha256sum "${shader%.spv}.ll" | cut -d' ' -f1)
    awk -v h="$hash" -v w="$wanted" '$2 == h && $1 == w { found = 1 } END { exit !found }' "$work/written" ||
        fail "every stage: $(basename "$shader"): not $wanted times the IR that the command gives: $(grep "$hash" "$work/written")"
done
[ "$(find "$work/stages-ir" -name '*.txt' | wc -l)" = $((12 * 8 + 24)) ] || fail "every stage: $(find "$work/stages-ir" -name '*.txt' | wc -l) files, not 120"

# an application that draws and traces with every kind of pipeline, from several threads, on a driver that has them: each stage of each
# is what the command makes of it, and the application sees nothing of the layer
newer=$(. "$tests/run/draw/newer.sh" && echo "${VK_ICD_FILENAMES:-}")
cc -std=c11 -Wall -Wextra -Wno-missing-field-initializers -Werror "$here/application.c" -lvulkan -lpthread -o "$work/application"
mkdir "$work/modules" "$work/applied"
for shader in "$here"/application/shader.*; do
    name=$(basename "$shader")
    glslangValidator -V --target-env vulkan1.3 "$shader" -o "$work/modules/$name.spv" >/dev/null
    "$prefix/bin/spirv-mmra" --no-validate --entry main "$work/modules/$name.spv" -o "$work/modules/$name.ll"
done
apply() { # LAYER
    env VK_ICD_FILENAMES="$newer" VK_LAYER_PATH="$work/embed-OFF" VK_INSTANCE_LAYERS="$1" SMMRA_LAYER_DIR="$work/applied" \
        MESA_SHADER_CACHE_DISABLE=true HOME="$work" XDG_RUNTIME_DIR="$work" "$work/application" "$work/modules"
}
status=0
apply "" >"$work/alone" 2>&1 || status=$?
if [ $status = 77 ]; then
    echo "left out: the layer under every kind of pipeline ($(cat "$work/alone"))"
else
    [ $status = 0 ] || fail "every kind of pipeline alone: $(head -3 "$work/alone")"
    apply VK_LAYER_SMMRA_translate >"$work/under" 2>&1 || fail "every kind of pipeline under the layer: $(head -3 "$work/under")"
    cmp -s "$work/alone" "$work/under" || fail "every kind of pipeline: the application sees the layer: $(head -3 "$work/under")"
    objects=$(($(sed -n 's/ runs$//p' "$work/alone") / 4 - 5)) # 1 if Vulkan's headers know shader objects
    sha256sum "$work"/applied/*.ll | cut -d' ' -f1 | sort | uniq -c >"$work/written"
    while read -r name times; do
        hash=$(sha256sum "$work/modules/shader.$name.ll" | cut -d' ' -f1)
        awk -v h="$hash" -v w=$((times * 4)) '$2 == h && $1 == w { found = 1 } END { exit !found }' "$work/written" ||
            fail "every kind of pipeline: not $times times in each thread the IR of shader.$name: $(grep "$hash" "$work/written")"
    done <<END
vert $((2 + objects))
frag $((3 + objects))
task 1
mesh 1
rgen 2
rmiss 2
rcall 2
rchit 2
rahit 2
rint 2
END
    layers=$((layers + $(sed -n 's/ runs$//p' "$work/alone")))
fi
