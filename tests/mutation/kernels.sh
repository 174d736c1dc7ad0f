# Kernels of HIP and OpenCL in race: what is read, and what is said of them.
flags=(-O1)

prepare() {
    command -v clang-22 >/dev/null && command -v llvm-objdump-22 >/dev/null
}

tests_pass() { # MUTANT
    link "$work/command" "$1" -Wl,--allow-multiple-definition $(command_objects) $(objects_of translator validate) -lSPIRV-Tools -lstdc++ || exit 1
    timeout 120 python3 "$tests/run/kernels/objects.py" "$work/command" "$work/objects" >/dev/null 2>&1 || return
    timeout 120 bash "$tests/run/kernels/messages.sh" "$work/command" "$work/messages" >/dev/null 2>&1 || return
    timeout 300 bash "$tests/run/kernels/cases.sh" "$work/command" "$tests/run/kernels" "$work/cases" assembly expected.hip >/dev/null 2>&1 || return
    timeout 300 bash "$tests/run/kernels/recorded.sh" "$work/command" "$tests/run/kernels" "$root/samples" "$work/recorded" >/dev/null 2>&1
}
