#!/bin/bash
# The examples of the manual pages: each command of spirv-mmra.1 is run, line by line; the code of smmra.3, which has all functions, and
# of the page of each function is compiled; and what the pages of functions show is run. Run in tests/, with SMMRA_BUILD set.
set -euo pipefail
. "$(dirname "$0")/../project/common.sh"
manual=$root/docs/man
PATH=$build/bin:$PATH
cd "$work"
examples_of() { # PAGE SECTION: its blocks of literal text; without a section, of all but the synopsis
    awk -v section="${2:-}" '/^\.SH / { inside = section == "" ? $2 != "SYNOPSIS" : $2 == section }
        /^\.(EE|fi)$/ { literal = 0 } inside && literal; /^\.(EX|nf)$/ { literal = 1 }' "$manual/$1" | sed 's/\\-/-/g; s/\\e/\\/g'
}

# What the examples read: a shader whose invocations count in shared memory, and what they count.
cat >shader.comp <<'END'
#version 450
layout(local_size_x = 4) in;
layout(set = 0, binding = 0) readonly buffer Source { uint source[]; };
layout(set = 0, binding = 1) buffer Result { uint odd; };
shared uint counted;
void main() {
    if (gl_LocalInvocationIndex == 0u) counted = 0u;
    barrier();
    atomicAdd(counted, source[gl_GlobalInvocationID.x] & 1u);
    barrier();
    if (gl_LocalInvocationIndex == 0u) atomicAdd(odd, counted);
}
END
head -c 1024 /dev/zero >numbers.bin
cat >kernel.s <<'END'
kernel:
    s_load_b64 s[2:3], s[0:1], 0x0
    s_load_b32 s4, s[0:1], 0x8
    v_lshlrev_b32_e32 v0, 2, v0
    s_waitcnt lgkmcnt(0)
    v_mov_b32_e32 v1, s4
    s_lshl_b32 s5, s15, 8
    v_add_nc_u32_e32 v0, s5, v0
    global_store_b32 v0, v1, s[2:3]
    s_endpgm
    .amdhsa_kernel kernel
        .amdhsa_user_sgpr_count 15
        .amdhsa_user_sgpr_kernarg_segment_ptr 1
        .amdhsa_system_sgpr_workgroup_id_x 1
    .end_amdhsa_kernel
    .amdgpu_metadata
amdhsa.kernels:
  - .args:
      - .offset:         0
        .size:           8
        .value_kind:     global_buffer
      - .name:           n
        .offset:         8
        .size:           4
        .value_kind:     by_value
    .name:           kernel
    .end_amdgpu_metadata
END
# The command that `record` runs here leaves what the layer would: embed.command has applications that use Vulkan.
glslangValidator -V --target-env vulkan1.3 shader.comp -o module.spv >/dev/null
cat >application <<'END'
#!/bin/sh
mkdir "$SMMRA_RECORD_DIR/dispatch-1-00000" && cp module.spv "$SMMRA_RECORD_DIR/dispatch-1-00000" &&
    printf 'spirv-mmra dispatch 1\nmodule module.spv\nentry main\ngroups 1 1 1\n' >"$SMMRA_RECORD_DIR/dispatch-1-00000/dispatch.txt"
END
chmod +x application
ran=0
{ examples_of spirv-mmra.1 EXAMPLES && examples_of spirv-mmra.1 RACES && examples_of spirv-mmra.1 REPORTS; } >commands
while IFS= read -r line; do
    bash -c "set -o pipefail; $line" >said 2>&1 </dev/null || fail "$line: status $?: $(head -n 5 said)"
    ran=$((ran + 1))
done <commands
[ "$(examples_of spirv-mmra.1 | wc -l)" = "$ran" ] || fail "examples stand in other sections than those that are run"
for subcommand in $("$spirv_mmra" --help | sed -nE '/^subcommands:/,/^$/s/^  ([a-z]+) .*/\1/p' | grep -vx help); do
    grep -q "^spirv-mmra $subcommand " commands || fail "no example of $subcommand"
done

# The library's page has every function of the headers, in its list and as it is declared.
for function in $(sed -nE 's/.*SMMRA_API .*[ *](smmra_[a-z0-9_]+)\(.*/\1/p' "$root"/translator/spirv_mmra*.h); do
    grep -qE "(^|[ ,])$function(,| )" <(sed -n '/^.SH NAME/,/^.SH LIBRARY/p' "$manual/smmra.3") || fail "smmra.3 does not name $function"
    grep -qF "$function(" "$manual/smmra.3" || fail "smmra.3 does not declare $function"
done
{
    printf '#include <spirv_mmra_litmus.h>\n#include <stdio.h>\nvoid example(const uint32_t *words, size_t word_count);\n'
    printf 'void example(const uint32_t *words, size_t word_count) {\n'
    examples_of smmra.3
    echo '}'
} >example.c
"${CC:-cc}" -std=c11 -Wall -Wextra -Werror -Wno-missing-field-initializers -I"$root/translator" -c example.c -o example.o 2>said ||
    fail "the example of smmra.3: $(cat said)"

# A page for each function: its example stands alone.
python3 "$manual/generate.py" "$root"/translator/spirv_mmra{,_litmus}.h "$manual/examples.c" pages
pages=0
for page in pages/*.3; do
    awk '/^\.SH / { inside = $2 == "EXAMPLE" } inside && !/^\.(SH|nf|fi|PP)/' "$page" | sed 's/^\\&//; s/\\-/-/g; s/\\e/\\/g' >example.c
    grep -q "\b$(basename "$page" .3)(" example.c || fail "$page: its example does not call it"
    "${CC:-cc}" -std=c11 -Wall -Wextra -Werror -Wno-unused-function -I"$root/translator" -fsyntax-only example.c 2>said || fail "$page: $(cat said)"
    pages=$((pages + 1))
done
# All of them, with an atomic of two workgroups whose plain access races.
spirv-dis --raw-id "$(glslangValidator -V --target-env vulkan1.3 "$tests"/litmus/planted/narrow-scope.comp -o race.spv >/dev/null; echo race.spv)" >race.spvasm
status=0
"$build"/bin/manual_examples <race.spvasm >said 2>messages || status=$?
[ "$status" = 1 ] || fail "the examples: status $status: $(cat messages)"
for expected in "spirv-mmra $("$spirv_mmra" --version | awk '{ print $2 }')" '--llvm 22' 'define' \
    'parameter 0 of main: storage_buffer, set 0, binding 0' 'main is the function @main' 'memory operations' 'not free of data races' 'race: data race' \
    'race: conflicting accesses are not ordered; what to do: put the barrier' 'never-ran: operations on memory never ran; what to do: ' \
    'never-available: a non-private write'     'entry point main, execution model 5' 'accesses and' 'x = 1' 'line 5: as it says'; do
    grep -qF -- "$expected" said || fail "the examples do not say: $expected"
done
finish "$ran commands of the manual run, $pages examples of functions"
