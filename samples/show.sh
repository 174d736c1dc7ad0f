#!/bin/bash
# Builds spirv-mmra, installing what is missing, and shows what a sample becomes: the annotated IR, with a comment before
# each memory operation that says why it carries what it carries.
#
#   samples/show.sh [NAME [OPTION...]]    NAME: a sample, for instance spin-lock; OPTION: any of spirv-mmra's
set -euo pipefail
samples=$(cd "$(dirname "$0")" && pwd)
root=$(dirname "$samples")
name=${1:-message-passing-semantics}
name=$(basename "${name%.*}")
shift || true
source=$(find "$samples" -name "$name.comp" -o -name "$name.spvasm" | head -n 1)
if [ -z "$source" ]; then
    echo "show.sh: no sample is called $name; there are:" >&2
    find "$samples" \( -name '*.comp' -o -name '*.spvasm' \) -printf '  %f\n' | sed 's/\.[^.]*$//' | sort >&2
    exit 2
fi

"$root/tests/packages.sh" build >&2
build=$root/build/show
cmake -S "$root" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DSMMRA_TESTS=OFF >&2
cmake --build "$build" >&2
input=$source
case "$source" in
*.comp)
    input=$build/$name.spv
    glslangValidator -V --target-env vulkan1.3 "$source" -o "$input" >&2
    ;;
esac
echo >&2
"$build/bin/spirv-mmra" --explain "$@" "$input" -o -
