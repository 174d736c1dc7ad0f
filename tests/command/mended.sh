# Mends of a shader, for scripts that have read common.sh and work in $work.
# mended FILE PATTERN [OPTION...]: the lines that come and go are these, and what the patch makes of the file has no race. The
# status before is 1, or that in $ends.
mended() {
    local file=$1 pattern=$2 status=0
    shift 2
    timeout 100 "$spirv_mmra" race "$@" "$file" >said 2>/dev/null || status=$?
    [ "$status" = "${ends:-1}" ] || fail "$file: status $status, not ${ends:-1}"
    cp said found
    sed -n '/^--- /,$p' said >mend.diff
    [ "$(grep -E '^[-+][^-+]' mend.diff | sed -E 's/^([-+]) +/\1/' | paste -sd '|')" = "$pattern" ] || fail "$file: another mend: $(cat mend.diff)"
    cp "$file" before
    git apply -p0 mend.diff 2>errors || fail "$file: the difference does not apply: $(cat errors)"
    timeout 100 "$spirv_mmra" race "$@" "$file" >said 2>/dev/null || fail "$file: the mend is none: $(head -n 3 said)"
    cp before "$file"
}

# no_mend FILE [OPTION...]
no_mend() {
    local file=$1 status=0
    shift
    timeout 100 "$spirv_mmra" race "$@" "$file" >said 2>/dev/null || status=$?
    [ "$status" = 1 ] || fail "$file: status $status, not 1"
    grep -E 'no mend was found: after each of [0-9]+ changes ' said >/dev/null || fail "$file: $(tail -n 3 said)"
}
helps() { # FILE WORDS: what is said in place of a mend that was not found
    grep -F "  $2" said >/dev/null || fail "$1: not '$2': $(tail -n 1 said)"
}

head='#version 450
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) buffer Data { uint data[]; };
layout(set = 0, binding = 1) buffer Other { uint other[]; };
shared uint part[64];
void main() {
    uint i = gl_LocalInvocationIndex, at = gl_GlobalInvocationID.x;'
shader() { # name, the rest of main
    printf '%s\n%s\n}\n' "$head" "$2" >"$1.comp"
}
