#!/bin/bash
# -j: so many processes take the inputs one after the other, and what is printed, the statuses and the files do not depend on
# how many there are; nor does an input that ends its process, or an interrupt, take others along.
set -euo pipefail
. "$(dirname "$0")/../project/common.sh"
cd "$work"

# One process and several say the same of the inputs, byte by byte, but for the seconds that it took.
same() { # NAME STATUS ARGUMENT...
    local name=$1 expected=$2 workers status
    shift 2
    for workers in 1 2 7; do
        status=0
        rm -rf out
        timeout 300 "$spirv_mmra" "$@" -j $workers >output 2>errors </dev/null || status=$?
        [ "$status" = "$expected" ] || fail "$name -j $workers: status $status, not $expected: $(tail -n 3 errors)"
        rm -rf "$name.$workers"
        mkdir "$name.$workers"
        for stream in output errors; do
            sed -E 's/[0-9.]+ s$//; s/"seconds": [0-9.e-]+/"seconds": 0/' $stream >"$name.$workers/$stream"
        done
        [ ! -d out ] || mv out "$name.$workers"
        diff -r "$name.1" "$name.$workers" >differs || fail "$name -j $workers: $(head -n 5 differs)"
    done
    [ -s "$name.1/output" ] || [ -s "$name.1/errors" ] || fail "$name: says nothing"
}

head -c 400 "$shaders/ring.spv" >cut.spv
mapfile -t modules < <(find "$shaders" -name '*.spv' | sort | awk 'NR % 5 == 0')
modules=(absent.spv "${modules[@]:0:30}" cut.spv "${modules[@]:30}" "$shaders/model-release-acquire-atomics.spv") # race: unknown
same translate 3 --out-dir out --explain --stats --no-validate "${modules[@]}"
same translate-json 3 --out-dir out --json --implicit-nonprivate "${modules[@]}"
same translate-sarif 3 --out-dir out --diagnostics=sarif -v "${modules[@]}"
for form in text json sarif; do
    same race-$form 6 race --runs 2 --groups 2 --timeout 60 --diagnostics=$form "${modules[@]}"
done
same race-answers 6 race --runs 2 --groups 2 --timeout 60 --json "${modules[@]}"

echo "-- processes"
# The compiler, which is played, knows the process that starts it. One of the sources ends it.
cat >plays <<'END'
#!/bin/sh
echo $PPID >>processes
! grep -q bad || kill -KILL $PPID
cat module
END
chmod +x plays
cp "$shaders/ring.spv" module
for i in 1 2 3 4 5 6 7 8; do echo '#version 450' >$i.comp; done
for workers in 2 3; do
    rm -f processes
    "$spirv_mmra" race -j $workers --compiler=./plays ?.comp >said 2>&1 || true
    [ "$(wc -l <processes)" = 8 ] || fail "not 8 compilations: $(cat processes said)"
    [ "$(sort -u processes | wc -l)" -le $workers ] || fail "-j $workers has other processes: $(sort -u processes)"
done
echo '#version 450 // bad' | tee 4bad.comp >6bad.comp
others_as_before() { # STATUS ARGUMENT...
    local expected=$1 status=0
    shift
    rm -f processes
    timeout 60 "$spirv_mmra" race --runs 1 --compiler=./plays "$@" 2>notes | sed 's/[0-9.]* s$//' >answers || status=$?
    [ $status = "$expected" ] || fail "$*: status $status"
    [ -f wanted ] || { mv answers wanted && mv notes wanted_notes && return; }
    diff wanted answers >differs || fail "$*: $(head -n 3 differs)"
    diff wanted_notes notes >differs || fail "$*: $(head -n 3 differs)"
    [ "$(wc -l <processes)" = 10 ] || fail "$*: an input is done twice, or not: $(wc -l <processes)"
}
others_as_before 0 ?.comp
for workers in 2 7; do
    others_as_before 7 -j $workers ?.comp [46]bad.comp
    others_as_before 7 -j $workers [46]bad.comp ?.comp
done

echo "-- an interrupt"
# kill(1) interrupts one process alone. The commands read what nobody writes, or run what does not end.
status_of() { # PROCESS: its status in $status, once it has ended; one that does not is ended
    for _ in $(seq 200); do
        kill -0 "$1" 2>/dev/null || break
        sleep 0.1
    done
    kill -KILL "$1" 2>/dev/null || true
    status=0
    wait "$1" || status=$?
}
mkfifo first.spv second.spv
env --default-signal=INT "$spirv_mmra" translate -j 2 first.spv second.spv module --out-dir out >said 2>&1 </dev/null &
started=$!
for _ in $(seq 100); do
    [ "$(pgrep -c -P $started || true)" = 2 ] && break
    sleep 0.1
done
mapfile -t workers < <(pgrep -P $started)
kill -INT $started
status_of $started
[ $status = 130 ] || fail "translate goes on after an interrupt: status $status"
for _ in $(seq 50); do
    kill -0 "${workers[@]}" 2>/dev/null || break
    sleep 0.1
done
! kill -0 "${workers[@]}" 2>/dev/null || fail "a process stays after an interrupt"

# race says what it knows by then, and so of the inputs that nobody has begun.
cat >endless.s <<'END'
    .text
k:
L:
    s_barrier
    s_branch L
    s_endpgm
    .amdhsa_kernel k
        .amdhsa_user_sgpr_kernarg_segment_ptr 1
        .amdhsa_user_sgpr_count 6
        .amdhsa_system_vgpr_workitem_id 0
    .end_amdhsa_kernel
    .amdgpu_metadata
---
amdhsa.kernels:
  - .args:
      - .offset:         0
        .size:           8
        .value_kind:     global_buffer
    .max_flat_workgroup_size: 1024
    .name:           k
    .symbol: k.kd
...
    .end_amdgpu_metadata
END
heeds_interrupts() { # PROCESS: bit 1 of what it catches
    (( 0x$(sed -n 's/^SigCgt:[[:space:]]*//p' "/proc/$1/status") & 2 ))
}
for workers in 1 2; do
    env --default-signal=INT "$spirv_mmra" race -j $workers endless.s endless.s endless.s --mcpu=gfx1100 --local=64 --arg=4096 --timeout=100 >said 2>&1 </dev/null &
    started=$!
    for _ in $(seq 100); do
        mapfile -t processes < <(if [ $workers = 1 ]; then echo $started; else pgrep -P $started; fi)
        [ ${#processes[@]} = $workers ] && heeds_interrupts "${processes[0]}" && heeds_interrupts "${processes[-1]}" && break
        sleep 0.1
    done
    kill -INT $started
    status_of $started
    { [ $status = 6 ] && [ "$(grep -c 'interrupted' said)" = 3 ]; } || fail "an interrupt of race -j $workers: status $status: $(cat said)"
done
finish "-j"
