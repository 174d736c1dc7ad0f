#!/bin/bash
# small.sh [all]: small programs through the model checker, translation in every profile, and the witness. Without an argument a part
# of them, some 20 s; with `all` more of them (docs/evidence/checked.md, "Every small program"): half an hour.
set -euo pipefail
. "$(dirname "$0")/../../project/common.sh"
small=$tests/stress/small
programs=$build/bin/small_programs
TIMEFORMAT='  %U s of processor time'

run() { # OPTION...
    echo "small_programs $*"
    time "$programs" "$@" || fail "small_programs $*"
}

# held_against_witness SECONDS OPTION...: what run() judges, also by the witness
held_against_witness() {
    local seconds=$1
    shift
    run "$@" --witness "$work/programs"
    if command -v clingo >/dev/null; then
        python3 "$small/witness.py" "$work/programs" "$seconds" || fail "the witness disagrees: small_programs $*"
    else
        echo "left out: the witness of the memory models: no clingo (Debian's gringo)"
    fi
}

if [ "${1:-}" = all ]; then
    run --menu tiny --operations 2
    run --menu whole --operations 2
    for menu in fenced ordered; do
        held_against_witness 3600 --menu $menu --operations 2
        run --menu $menu
        run --menu $menu --threads 3
    done
    run --menu tiny --every 200
    run --menu tiny --threads 3 --every 20
    run --menu small --every 2000
    run --menu small --threads 3 --every 50
    for options in '--operations 2 --every 20' '--every 20000' '--threads 3 --every 10000' '--menu whole --operations 2 --every 500'; do
        read -ra words <<<"--menu tiny $options"
        held_against_witness 3600 "${words[@]}"
    done
else
    run --menu tiny --operations 2 --every 4
    run --setup 47 --menu fenced
    run --setup 55 --menu ordered --threads 3
    run --setup 39 --menu tiny --every 400
    run --setup 7 --menu tiny --threads 3 --every 400
    held_against_witness 8 --menu whole --operations 2 --setup 39 --every 40
fi
finish 'small programs'
