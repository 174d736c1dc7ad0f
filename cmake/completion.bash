# Completion of spirv-mmra for bash. Subcommands, their options, and the values of those that take one of a few: the options
# are those that --help of each lists.
_spirv_mmra_values() { # subcommand option: the values that the option takes, if they are few
    case $1:$2 in
    check:--llvm) echo any 23 22 document 24 draft ;;
    cost:--llvm | report:--llvm) echo newest 23 22 ;;
    *:--llvm) echo 23 22 document 24 draft ;;
    *:--diagnostics) echo text json sarif ;;
    litmus:--allow) echo race undefined-read out-of-bounds divergent-barrier undefined-behaviour deadlock endless-loop unknown abort ;;
    *:--glsl450) echo conservative strict ;;
    *:--shader-calls) echo device lane ;;
    translate:--memory) echo abi any device ;;
    translate:--abi) echo kernel buffer ;;
    translate:--stage) echo all compute vertex fragment tessellation-control tessellation-evaluation geometry task mesh ray-generation intersection any-hit closest-hit miss callable ;;
    translate:--target) echo amdgcn host ;;
    translate:--mcpu) echo gfx90a gfx942 gfx950 gfx1030 gfx1100 gfx1201 ;;
    litmus:--mcpu | litmus:--machine | race:--mcpu | cost:--mcpu | report:--mcpu) echo gfx90a gfx942 gfx950 gfx1030 gfx1100 gfx1201 ;;
    litmus:--machine-option) echo v-out-of-order ack-at-scope own-lines shared-lines one-l2 two-l2s ;;
    translate:--wave) echo 32 64 ;;
    translate:--target-env) echo vulkan1.0 vulkan1.1 vulkan1.2 vulkan1.3 spv1.0 spv1.3 spv1.4 spv1.5 spv1.6 ;;
    translate:--convergence) echo attributes tokens ;;
    *:--coherence) echo fence access auto ;;
    *:--color) echo auto always never ;;
    esac
}

_spirv_mmra() {
    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} command=${COMP_WORDS[0]}
    local subcommand=translate files='spv|spvasm' words= ending
    # bash breaks words at '=': --llvm = 22
    if [ "$current" = = ]; then current=; elif [ "$previous" = = ]; then previous=${COMP_WORDS[COMP_CWORD - 2]}; fi
    if [ "$COMP_CWORD" -gt 1 ]; then
        case ${COMP_WORDS[1]} in
        check) subcommand=check files=ll ;;
        cost) subcommand=cost files='s|spv|spvasm' ;;
        litmus) subcommand=litmus files='litmus|test|ll|s|spv|spvasm' ;;
        race) subcommand=race files='s|spv|spvasm' ;;
        report) subcommand=report ;;
        explain) subcommand=explain words=$("$command" explain 2>/dev/null | cut -d' ' -f1) files=none ;;
        help) words='translate check cost litmus race report explain' files=none ;;
        esac
    else
        words='translate check cost litmus race report explain help'
    fi
    case $previous in
    --out-dir | --source-root) mapfile -t COMPREPLY < <(compgen -d -- "$current") ;;
    -o | --dot | --data) mapfile -t COMPREPLY < <(compgen -f -- "$current") ;;
    --entry | --spec | --buffer-align | --device-index | --max-memory | --rule | --unroll | --groups | --local | --subgroup | --input | --size | --timeout | --through | --states | --radv | --runs | --seed | --most | --steps | --arg | --lds | --atomic | --opt | --llc | -j) ;;
    --llvm | --allow | --diagnostics | --glsl450 | --memory | --abi | --stage | --shader-calls | --target | --mcpu | --machine | --machine-option | --wave | --convergence | --coherence | --color | --target-env)
        mapfile -t COMPREPLY < <(compgen -W "$(_spirv_mmra_values $subcommand "$previous")" -- "$current")
        ;;
    *)
        if [[ $current == -* ]]; then
            words=$("$command" $subcommand --help 2>/dev/null | sed -nE 's/^ +(--?[a-z0-9-]+).*/\1/p')
            mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
        else
            mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current"; compgen -d -S / -- "$current"
                for ending in ${files//|/ }; do compgen -f -X "!*.$ending" -- "$current"; done)
        fi
        ;;
    esac
}
complete -o filenames -F _spirv_mmra spirv-mmra
