#compdef spirv-mmra
# Completion of spirv-mmra for zsh. Subcommands, options and the values of those that take one of a few are what the command says
# itself.
_spirv_mmra_values() { # command subcommand option: the values that the option takes, if they are few
    "$1" $2 "$3=?" - 2>&1 </dev/null | sed -nE "s/^.* is not a value for $3; it takes ([a-z0-9-]+(, [a-z0-9-]+)+)$/\1/p" | tr -d ,
}

_spirv_mmra() {
    local sources='comp|vert|frag|geom|tesc|tese|mesh|task|rgen|rint|rahit|rchit|rmiss|rcall|glsl|hlsl|slang|wgsl'
    local modules="spv|spvasm|$sources" command=${words[1]} subcommand=translate option
    local files="*.($modules)"
    local -a offered
    case ${words[2]} in
    check) subcommand=check files='*.ll' ;;
    cost) subcommand=cost files="*.(s|$modules)" ;;
    litmus) subcommand=litmus files="*.(litmus|test|ll|s|$modules)" ;;
    race) subcommand=race files="*.(s|$modules)" ;;
    prove) subcommand=prove ;;
    report) subcommand=report ;;
    explain | help | record) subcommand=${words[2]} files= ;;
    esac
    option=${words[CURRENT - 1]}
    if [[ $PREFIX == --*=* ]]; then
        option=${PREFIX%%=*}
        IPREFIX=$IPREFIX$option= PREFIX=${PREFIX#*=}
        offered=($(_spirv_mmra_values $command $subcommand $option))
        compadd -- $offered
        return
    fi
    if [[ $option == --* ]]; then
        offered=($(_spirv_mmra_values $command $subcommand $option))
        if (( $#offered )); then
            compadd -- $offered
            return
        fi
    fi
    if [[ $option == -o || $option == --dot || $option == --data ]]; then
        _files
    elif [[ $option == --out-dir || $option == --source-root || $option == --layer || $option == -I ]]; then
        _files -/
    elif [[ $PREFIX == -* ]]; then
        offered=(${(f)"$("$command" $subcommand --help 2>/dev/null | sed -nE 's/^  (--?[A-Za-z0-9-]+)[^ ]* +(.*)/\1:\2/p')"})
        _describe option offered
    elif [[ $subcommand == explain && $CURRENT -gt 2 ]]; then
        offered=(${(f)"$("$command" explain 2>/dev/null | sed -E 's/^([a-z-]+) +(.*)/\1:\2/')"})
        _describe rule offered
    else
        if (( CURRENT == 2 )) || [[ $subcommand == help ]]; then
            offered=(${(f)"$("$command" --help 2>/dev/null | sed -nE '/^subcommands:/,/^$/s/^  ([a-z]+) +(.*)/\1:\2/p')"})
            _describe subcommand offered
        fi
        [[ -z $files ]] || _files -g "$files"
    fi
}

_spirv_mmra "$@"
