# Completion of spirv-mmra for bash. The options and their values are those that the command's own --help lists.
_spirv_mmra() {
    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} command=${COMP_WORDS[0]}
    # bash breaks words at '=': --llvm = 22
    if [ "$current" = = ]; then current=; elif [ "$previous" = = ]; then previous=${COMP_WORDS[COMP_CWORD - 2]}; fi
    case $previous in
    --llvm) mapfile -t COMPREPLY < <(compgen -W 'document 22 23 24' -- "$current") ;;
    --glsl450) mapfile -t COMPREPLY < <(compgen -W 'conservative strict' -- "$current") ;;
    --memory) mapfile -t COMPREPLY < <(compgen -W 'abi any device' -- "$current") ;;
    --abi) mapfile -t COMPREPLY < <(compgen -W 'kernel buffer' -- "$current") ;;
    --stage) mapfile -t COMPREPLY < <(compgen -W 'compute' -- "$current") ;;
    --target) mapfile -t COMPREPLY < <(compgen -W 'amdgcn host' -- "$current") ;;
    --mcpu) mapfile -t COMPREPLY < <(compgen -W 'gfx90a gfx942 gfx1030 gfx1100 gfx1201' -- "$current") ;;
    --wave) mapfile -t COMPREPLY < <(compgen -W '32 64' -- "$current") ;;
    --convergence) mapfile -t COMPREPLY < <(compgen -W 'attributes tokens' -- "$current") ;;
    --out-dir) mapfile -t COMPREPLY < <(compgen -d -- "$current") ;;
    --entry | --spec | --buffer-align | --max-memory | -j) ;;
    -o) mapfile -t COMPREPLY < <(compgen -f -- "$current") ;;
    *)
        if [[ $current == -* ]]; then
            local options
            options=$("$command" --help 2>/dev/null | sed -nE 's/^ +(--?[a-z0-9-]+).*/\1/p')
            mapfile -t COMPREPLY < <(compgen -W "$options" -- "$current")
        else
            mapfile -t COMPREPLY < <(compgen -d -S / -- "$current"; compgen -f -X '!*.@(spv|spvasm)' -- "$current")
        fi
        ;;
    esac
}
complete -o filenames -F _spirv_mmra spirv-mmra
