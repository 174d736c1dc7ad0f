# Mistakes that could be made in lowering images: mutation NAME FILE OLD NEW. See tests/mutate.sh; compare/mutations.sh has those
# that running a shader shows.

# ---- accesses ----
mutation fence-before-left-out image_access 'emit_synchronization(l, (*access)++);' '(*access)++;'
mutation fence-after-left-out image_access 'emit_synchronization(l, access);' '(void)access;'
mutation level-left-out images_amdgcn 'return !is_zero_constant(l, texel->lod);' 'return false;'
mutation level-always images_amdgcn 'return !is_zero_constant(l, texel->lod);' 'return true;'
mutation sample-left-out images_amdgcn 'add_argument(call, texel->sample);' ';'
mutation offset-subtracted image_access 'apply(l, IR_ADD, texel->coordinates[i], offset[i])' \
    'apply(l, IR_SUB, texel->coordinates[i], offset[i])'
mutation mask-of-all images_amdgcn '(1u << count) - 1' '15'
mutation array-as-plane images_amdgcn '{SpvDim2D, true, false, ".2darray"}' '{SpvDim2D, true, false, ".2d"}'
mutation volatile-dropped images_processors 'operation->is_volatile ? VOLATILE : 0' '0'
mutation element-as-offset images_amdgcn 'add_argument(call, texel->coordinates[0]);
    add_integer(l, call, 0);' 'add_integer(l, call, 0);
    add_argument(call, texel->coordinates[0]);'

# ---- descriptors ----
mutation sampler-behind-texel-buffer images 'emit_offset(l, address, IMAGE_DESCRIPTOR_BYTES)' \
    'emit_offset(l, address, TEXEL_BUFFER_DESCRIPTOR_BYTES)'
mutation combined-without-sampler images 'image : image + SAMPLER_DESCRIPTOR_BYTES' 'image : image'

# ---- atomics ----
mutation comparator-first images_amdgcn_atomics 'add_argument(&call, value);
    if (comparator)
        add_argument(&call, comparator);' 'if (comparator)
        add_argument(&call, comparator);
    add_argument(&call, value);'
mutation decrement-adds images_amdgcn_atomics '{SpvOpAtomicIDecrement, "sub"}' '{SpvOpAtomicIDecrement, "add"}'
mutation maximum-unsigned images_amdgcn_atomics '{SpvOpAtomicSMax, "smax"}' '{SpvOpAtomicSMax, "umax"}'
mutation atomic-load-plain images_processors 'return policy | processor->load;' 'return policy;'
mutation atomic-store-plain images_processors 'return policy | processor->store;' 'return policy;'
mutation loads-of-gfx10-by-glc images_processors '.load = GLC | DLC' '.load = GLC'
mutation modify-of-gfx12-in-the-unit images_processors '.modify = SCOPE_DEVICE' '.modify = 0'
mutation acquire-release-not-seen translate 'facts.image_acq_rel |=' 'facts.image_acq_rel &='
mutation loop-never-again images_amdgcn_atomics \
    'emit_conditional_branch(l, emit_compare(l, IR_ICMP, IR_EQ, found, old), after, body);' \
    'emit_conditional_branch(l, emit_compare(l, IR_ICMP, IR_NE, found, old), after, body);'
mutation loop-with-the-first images_amdgcn_atomics '{first, before, found, body}' '{first, before, first, body}'

# ---- queries ----
mutation layers-as-cubes images_amdgcn 'image->type->dim != SpvDimCube ||' 'true ||'
mutation records-as-stride images_amdgcn 'emit_extract_element(l, image->descriptor, 2)' \
    'emit_extract_element(l, image->descriptor, 1)'
mutation samples-not-a-power images_amdgcn 'apply(l, IR_SHL, ir_integer(l->ir, type, 1), word)' 'word'
mutation size-of-level-0 image_queries 'integer_components(l, in->operands[1], &lod, 1);' ''

# ---- sampling ----
mutation layer-not-rounded images_amdgcn_sample \
    'out->coordinates[spatial] = rounded_layer(l, sample->coordinates[spatial]);' ''
mutation cubes-six-layers-apart images_amdgcn_sample 'number(l, 8), face' 'number(l, 6), face'
mutation corner-at-zero images_amdgcn_sample 'out->coordinates[0] = apply(l, IR_FADD, cube.s, number(l, 1.5))' \
    'out->coordinates[0] = apply(l, IR_FADD, cube.s, number(l, 0.5))'
mutation offset-not-cut images_amdgcn_sample 'info->bits & 63' 'info->bits & 255'
mutation offset-six-bits-apart images_amdgcn_sample '<< 8 * byte);' '<< 6 * byte);'
mutation gradients-swapped images_amdgcn_sample 'memcpy(out->gradients + spatial, sample->dy' \
    'memcpy(out->gradients + spatial, sample->dx'
mutation gather-first-texel images_amdgcn_sample 'emit_extract_element(l, gathered, 3)' 'emit_extract_element(l, gathered, 0)'
mutation gather-component-as-mask images_amdgcn_sample '1u << sample->component' 'sample->component + 1'
mutation reference-not-projected image_sample 'sample->reference = divide_float(l, sample->reference, divisor);' ';'
mutation least-level-left-out images_amdgcn_sample '".d.cl" : ".d"' '".d" : ".d"'
mutation level-of-bias-left-out images_amdgcn_sample 'return sample->lod && !is_zero_constant(l, sample->lod) ? sample->lod : 0;' \
    'return 0;'
