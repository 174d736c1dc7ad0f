# Completion of spirv-mmra for fish. Subcommands, options and the values of those that take one of a few are what the command says
# itself.
function __spirv_mmra_subcommand
    set -l words (commandline -opc)
    if set -q words[2]; and contains -- $words[2] check litmus race prove report record explain help cost
        echo $words[2]
    else
        echo translate
    end
end

function __spirv_mmra_command
    set -l words (commandline -opc)
    echo $words[1]
end

function __spirv_mmra_values --argument-names option
    set -l command (__spirv_mmra_command)
    $command (__spirv_mmra_subcommand) "$option=?" - 2>&1 </dev/null |
        string replace -rf '^.* is not a value for --[a-z0-9-]+; it takes ([a-z0-9-]+(?:, [a-z0-9-]+)+)$' '$1' | string split ', '
end

function __spirv_mmra_arguments
    set -l command (__spirv_mmra_command)
    set -l subcommand (__spirv_mmra_subcommand)
    set -l current (commandline -ct)
    set -l words (commandline -opc)
    if string match -qr '^--[a-z0-9-]+=' -- $current
        set -l option (string split -m 1 = -- $current)[1]
        for value in (__spirv_mmra_values $option)
            echo $option=$value
        end
        return
    end
    if string match -q -- '--*' $words[-1]
        set -l values (__spirv_mmra_values $words[-1])
        if set -q values[1]
            printf '%s\n' $values
            return
        end
    end
    if string match -q -- '-*' $current
        $command $subcommand --help 2>/dev/null | string replace -rf '^  (--?[A-Za-z0-9-]+)[^ ]* +(.*)' '$1\t$2'
        return
    end
    if test $subcommand = explain
        $command explain 2>/dev/null | string replace -rf '^([a-z-]+) +(.*)' '$1\t$2'
        return
    end
    if contains -- $words[-1] -o --dot --data --out-dir --source-root --layer
        __fish_complete_path $current
        return
    end
    if test (count $words) -eq 1; or test $subcommand = help
        $command --help 2>/dev/null | string match -r '^  [a-z]+ .*' | string replace -r '^  ([a-z]+) +(.*)' '$1\t$2'
    end
    switch $subcommand
        case check
            __fish_complete_suffix .ll
        case cost race
            __fish_complete_suffix .s
        case litmus
            for ending in .litmus .test .ll .s
                __fish_complete_suffix $ending
            end
    end
    if contains -- $subcommand translate report cost race prove litmus
        for ending in .spv .spvasm .comp .vert .frag .geom .tesc .tese .mesh .task .rgen .rint .rahit .rchit .rmiss .rcall .glsl .hlsl .slang .wgsl
            __fish_complete_suffix $ending
        end
    end
end

complete -c spirv-mmra -f -a '(__spirv_mmra_arguments)'
complete -c spirv-mmra -s o -r -F
