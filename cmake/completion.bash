# Completion of spirv-mmra for bash. Subcommands, their options, and the values of those that take one of a few: options and values
# are those that the command says itself.
_spirv_mmra_values() { # command subcommand option: the values that the option takes, if they are few
    local subcommand=$2
    case $2:$3 in
    translate:--wave) echo 32 64 ;;
    *:--target-env) echo vulkan1.0 vulkan1.1 vulkan1.2 vulkan1.3 spv1.0 spv1.3 spv1.4 spv1.5 spv1.6 ;;
    translate:--mcpu) subcommand=race ;;& # translate takes each processor of LLVM
    *) "$1" $subcommand "$3=?" - 2>&1 </dev/null | sed -nE '/^.* is not a value for --?[a-z0-9-]+; it takes ([a-z0-9-]+(, [a-z0-9-]+)+)$/{s//\1/;s/, / /gp}' ;;
    esac
}

_spirv_mmra() {
    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} command=${COMP_WORDS[0]}
    local sources='comp|vert|frag|geom|tesc|tese|mesh|task|rgen|rint|rahit|rchit|rmiss|rcall|glsl|hlsl|slang|wgsl'
    local modules="spv|spvasm|$sources" subcommand=translate words= ending
    local files=$modules
    # bash breaks words at '=': --llvm = 22
    if [ "$current" = = ]; then current=; elif [ "$previous" = = ]; then previous=${COMP_WORDS[COMP_CWORD - 2]}; fi
    if [ "$COMP_CWORD" -gt 1 ]; then
        case ${COMP_WORDS[1]} in
        check) subcommand=check files=ll ;;
        cost) subcommand=cost files="s|$modules" ;;
        litmus) subcommand=litmus files="litmus|test|ll|s|$modules" ;;
        race) subcommand=race files="s|$modules" ;;
        prove) subcommand=prove ;;
        report) subcommand=report ;;
        record) subcommand=record files=none ;;
        explain) subcommand=explain words=$("$command" explain 2>/dev/null | cut -d' ' -f1) files=none ;;
        help) words='translate check cost litmus race prove report record explain' files=none ;;
        esac
    else
        words='translate check cost litmus race prove report record explain help'
    fi
    case $previous in
    --out-dir | --source-root | --layer | -I) mapfile -t COMPREPLY < <(compgen -d -- "$current") ;;
    -o | --dot | --data) mapfile -t COMPREPLY < <(compgen -f -- "$current") ;;
    --entry | --spec | --buffer-align | --device-index | --max-memory | --rule | --unroll | --groups | --local | --subgroup | --input | --size | --timeout | --question | --assume | --through | --states | --runs | --seed | --most | --steps | --arg | --lds | --cluster | --atomic | --opt | --llc | --objdump | --compiler | -D | -j) ;;
    --llvm | --allow | --diagnostics | --glsl450 | --progress | --memory | --abi | --stage | --shader-calls | --target | --mcpu | --machine | --machine-option | --wave | --convergence | --coherence | --color | --target-env | -x)
        mapfile -t COMPREPLY < <(compgen -W "$(_spirv_mmra_values "$command" $subcommand "$previous")" -- "$current")
        ;;
    *)
        if [[ $current == -* ]]; then
            words=$("$command" $subcommand --help 2>/dev/null | sed -nE 's/^ +(--?[A-Za-z0-9-]+).*/\1/p')
            mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
        else
            mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current"; compgen -d -S / -- "$current"
                for ending in ${files//|/ }; do compgen -f -X "!*.$ending" -- "$current"; done)
        fi
        ;;
    esac
}
complete -o filenames -F _spirv_mmra spirv-mmra
