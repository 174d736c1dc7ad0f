" ~/.vim/compiler/spirv-mmra.vim: `:compiler spirv-mmra`, then `:make` runs the races of the shader in the window, and `:cn` goes
" from one access of a race to the other.
if exists('current_compiler')
  finish
endif
let current_compiler = 'spirv-mmra'
CompilerSet makeprg=glslangValidator\ -V\ --target-env\ vulkan1.3\ -g\ %\ -o\ /tmp/%:t.spv\ &&\ spirv-mmra\ race\ /tmp/%:t.spv\ --source-root=.
CompilerSet errorformat=%f:%l:%c:\ %trror:\ %m,%f:%l:%c:\ %tarning:\ %m,%f:%l:%c:\ %tote:\ %m,%-G%.%#
