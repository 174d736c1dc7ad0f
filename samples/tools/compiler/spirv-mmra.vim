" ~/.vim/compiler/spirv-mmra.vim: `:compiler spirv-mmra`, then `:make` runs the races of the shader in the window, and `:cn` goes
" from one access of a race to the other.
if exists('current_compiler')
  finish
endif
let current_compiler = 'spirv-mmra'
CompilerSet makeprg=spirv-mmra\ race\ %
CompilerSet errorformat=%f:%l:%c:\ %trror:\ %m,%f:%l:%c:\ %tarning:\ %m,%f:%l:%c:\ %tote:\ %m,%-G%.%#
