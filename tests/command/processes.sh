#!/bin/bash
# The commands that the command starts (llc and others): they are waited for no longer than the time that is given, nobody of their
# group stays behind, and what they say reaches no terminal as it is.
set -euo pipefail
. "$(dirname "$0")/../project/common.sh"
cd "$work"

says() { # what, status, pattern, arguments
    local what=$1 expected=$2 pattern=$3 status=0
    shift 3
    timeout 60 "$spirv_mmra" "$@" >said 2>&1 </dev/null || status=$?
    [ "$status" = "$expected" ] || fail "$what: status $status, not $expected: $(head -n 2 said)"
    grep -q -- "$pattern" said || fail "$what: no '$pattern': $(head -n 2 said)"
}

command_named() { # name: an executable from standard input
    cat >"$1"
    chmod +x "$1"
}

module=$shaders/message-passing-pointer.spv
machine=(litmus "$module" --machine=gfx1100 --groups=2 --opt=cat)

# A number of seconds that no other process sleeps.
seconds=$((100000 + $$))
for closed in '' 'exec >&- 2>&-'; do
    command_named slow <<END
#!/bin/sh
sleep $seconds &
$closed
sleep $seconds
END
    says "a command that does not end ($closed)" 6 'the time is over' "${machine[@]}" --llc=./slow --timeout=1
    ! pgrep -f "sleep $seconds" >/dev/null || fail "a process stays behind ($closed)"
done

# A process that the command leaves behind when it has ended, with our pipes.
command_named leaves <<END
#!/bin/sh
sleep $seconds >/dev/null 2>&1 &
exit 3
END
says "a command that leaves a process" 2 'leaves": it fails' "${machine[@]}" --llc=./leaves
! pgrep -f "sleep $seconds" >/dev/null || fail "what a command leaves stays behind"

# The command that is ended itself takes with it what it has started.
"$spirv_mmra" "${machine[@]}" --llc=./slow >/dev/null 2>&1 </dev/null &
started=$!
for _ in $(seq 100); do
    pgrep -P "$started" >/dev/null && break
    sleep 0.1
done
kill -KILL "$started"
wait "$started" 2>/dev/null || true
for _ in $(seq 100); do
    pgrep -x slow >/dev/null || break
    sleep 0.1
done
! pgrep -x slow >/dev/null || fail "the command that is waited for outlives the one that waits"
pkill -f "sleep $seconds" || true

# A process that leaves its group, and holds our pipes: the command itself has ended, with what it had to say.
command_named forks <<END
#!/bin/sh
setsid sh -c 'echo \$\$ >holder; exec sleep $seconds' &
exec llc-22 "\$@"
END
price=(cost "$module" --mcpu=gfx1100 --llvm 22)
"$spirv_mmra" "${price[@]}" >expected
began=$SECONDS
"$spirv_mmra" "${price[@]}" --llc=./forks >given 2>said || fail "a command that forks away: status $?: $(cat said)"
[ $((SECONDS - began)) -lt 60 ] || fail "a command that forks away: waited for $((SECONDS - began)) s"
kill "$(cat holder)"
cmp expected given || fail "a command that forks away: what it wrote is not all there"

# Streams that are closed: no pipe takes their numbers.
"$spirv_mmra" "${price[@]}" >given <&- || fail "cost without standard input: status $?"
cmp expected given || fail "cost without standard input says something else"
"$spirv_mmra" "${price[@]}" >given <&- 2>&- || fail "cost with standard output alone: status $?"
cmp expected given || fail "cost with standard output alone says something else"

command_named escapes <<'END'
#!/bin/sh
printf 'error: \033[31mred\033]0;title\007\n' >&2
exit 1
END
says "a command that says escapes" 2 'escapes": it fails: error: ?\[31mred' "${machine[@]}" --llc=./escapes
! grep -q $'\033' said || fail "escapes reach the terminal"
says "a command that is named by escapes" 2 'the command "?\[31m": there is no such command' "${machine[@]}" --llc=$'\033[31m'
finish "commands that are started"
