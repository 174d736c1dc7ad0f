# The forms of floats and offsets, and the modules of tests/lower that look at them.
modules=("$tests"/lower/{float_forms,contraction,offsets,arithmetic_fence,host_zeros,divisions,constant_tables,tests_of,ieee_mode}*.spvasm)
. "$here/images.sh"
