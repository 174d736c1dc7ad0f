# shellcheck shell=bash
# Mistakes that could be made in lowering: mutation NAME FILE OLD NEW SHADER..., and the shaders that must tell. See
# mutate_lowering.sh.

# ---- the opcode table ----
mutation less-than-unsigned opcodes '{lower_comparison, IR_ICMP, IR_SLT}' '{lower_comparison, IR_ICMP, IR_ULT}' \
    integer-comparisons
mutation greater-or-equal-signed opcodes '{lower_comparison, IR_ICMP, IR_UGE}' '{lower_comparison, IR_ICMP, IR_SGE}' \
    integer-comparisons
mutation float-less-unordered opcodes '{lower_comparison, IR_FCMP, IR_FULT}' '{lower_comparison, IR_FCMP, IR_OLT}' \
    float-unordered
mutation division-unsigned opcodes '[SpvOpSDiv] = {lower_division, IR_SDIV}' '[SpvOpSDiv] = {lower_division, IR_UDIV}' \
    integer-signed
mutation subtraction-adds opcodes '[SpvOpISub] = {lower_binary, IR_SUB}' '[SpvOpISub] = {lower_binary, IR_ADD}' \
    integer-arithmetic
mutation shift-logical opcodes '{lower_shift, IR_ASHR}' '{lower_shift, IR_LSHR}' integer-shifts
mutation conversion-unsigned opcodes '{lower_integer_to_float, IR_SITOFP}' '{lower_integer_to_float, IR_UITOFP}' \
    type-integers-to-float
mutation resize-without-sign opcodes '{lower_integer_resize, IR_SEXT}' '{lower_integer_resize, IR_ZEXT}' type-int16 type-int8
mutation any-is-all opcodes '[SpvOpAny] = {lower_any_all, IR_OR}' '[SpvOpAny] = {lower_any_all, IR_AND}' vector-relations
mutation product-unsigned opcodes '{lower_extended_multiplication, IR_SEXT}' '{lower_extended_multiplication, IR_ZEXT}' \
    integer-extended-signed
mutation pointers-equal-not opcodes '{lower_pointer_comparison, IR_ICMP, IR_EQ}' '{lower_pointer_comparison, IR_ICMP, IR_NE}' \
    pointers

# ---- access chains ----
mutation stride-of-index access_chains 'stride == 1 ? byte : ir_type_array(l->ir, byte, stride)' \
    'stride == 1 ? byte : ir_type_array(l->ir, byte, stride - 1)' runtime-array-of-structs
mutation row-major-as-column-major access_chains 'if (matrix.row_major && matrix.stride) {' 'if (false) {' \
    layout-mat3-row-major uniform-row-major
mutation column-stride-natural access_chains 'matrix.stride ? matrix.stride : layout_of(l, type->id)->stride' \
    'layout_of(l, type->id)->stride' layout-mat2-std140
mutation component-of-row-major access_chains 'stride = chain->pointer.matrix.stride;' 'stride += 0;' \
    layout-mat3-row-major layout-mat2x4-row-major uniform-row-major
mutation descriptor-stride access_chains 'step_index(l, chain, index, 16);' 'step_index(l, chain, index, 0);' \
    descriptor-array
mutation member-before access_chains 'step_bytes(chain, layout->offset);' 'step_bytes(chain, layout_of(l, type->id)->members[member / 2].offset);' \
    layout-members
mutation length-of-whole-buffer access_chains 'ir_value rest = offset ? ' 'ir_value rest = false ? ' array-length array-length-struct
mutation length-in-bytes access_chains 'emit2(l, IR_UDIV, i64, rest, ir_integer(l->ir, i64, stride))' 'rest' array-length
mutation element-ignored access_chains 'if (has_element)' 'if (false)' pointers

# ---- layout and whole types ----
mutation array-stride-natural layout 'layout.stride = stride->operands[0];' '' layout-std140-array
mutation offset-natural layout 'offset && offset->operand_count ? offset->operands[0] : align_up(end, member->alignment)' \
    'align_up(end, member->alignment)' layout-offset-align
mutation part-of-array accesses '*offset = index * layout->stride;' '*offset = index * (layout->stride - layout->stride / 2);' layout-struct-copy \
    function-array-parameter
mutation matrix-member-forgotten accesses '*matrix = layout->members[index].matrix;' '' layout-matrix-in-struct \
    layout-mixed-majors layout-struct-copy
mutation columns-in-rows accesses 'emit_insert_element(l, vector, load_leaf(l, access, &scalar, offset + i * stride), i)' \
    'emit_insert_element(l, vector, load_leaf(l, access, &scalar, offset + i * stride), count - 1 - i)' \
    layout-mat3-row-major uniform-row-major layout-mixed-majors
mutation pieces-shifted accesses 'piece->offset * 8));
        joined' 'piece->offset * 4));
        joined' coherent-uvec3 coherent-uvec4
mutation boolean-inverted accesses 'emit1(l, IR_TRUNC, type->value, value)' \
    'emit2(l, IR_XOR, type->value, emit1(l, IR_TRUNC, type->value, value), constant_splat(l, type->value, 1))' shared-bool

# ---- composites and matrices ----
mutation shuffle-second-not-moved composites 'index - first_count + common' 'index' vector-shuffle
mutation products-turned matrices 'times_vector(l, left, left_type.columns, emit_extract_value(l, right, i))' \
    'times_vector(l, left, left_type.columns, emit_extract_value(l, right, 0))' matrix-times-matrix

# ---- atomics and barriers ----
mutation atomic-maximum-signed memory_map_atomic '{SpvOpAtomicUMax, MAPPED_ATOMIC_RMW, IR_RMW_UMAX' \
    '{SpvOpAtomicUMax, MAPPED_ATOMIC_RMW, IR_RMW_MAX' atomic-max-buffer
mutation atomic-minimum-unsigned memory_map_atomic '{SpvOpAtomicSMin, MAPPED_ATOMIC_RMW, IR_RMW_MIN' \
    '{SpvOpAtomicSMin, MAPPED_ATOMIC_RMW, IR_RMW_UMIN' atomic-min-signed
mutation atomic-subtracts memory_map_atomic '{SpvOpAtomicIAdd, MAPPED_ATOMIC_RMW, IR_RMW_ADD' \
    '{SpvOpAtomicIAdd, MAPPED_ATOMIC_RMW, IR_RMW_SUB' atomic-add-buffer
mutation constant-index-one-off access_chains 'step_bytes(chain, (uint64_t)sign_extend(bits, type->width) * stride);' \
    'step_bytes(chain, (uint64_t)(sign_extend(bits, type->width) + 1) * stride);' layout-members
mutation decrement-increments memory_map_atomic '{SpvOpAtomicIDecrement, MAPPED_ATOMIC_RMW, IR_RMW_SUB' \
    '{SpvOpAtomicIDecrement, MAPPED_ATOMIC_RMW, IR_RMW_ADD' atomic-increment
mutation comparator-swapped memory 'operands[1] = lower_value(l, view->comparator);
        operands[2] = lower_value(l, view->value);' 'operands[2] = lower_value(l, view->comparator);
        operands[1] = lower_value(l, view->value);' atomic-compare-exchange
mutation barrier-dropped annotations 'emit_workgroup_barrier(l);' '(void)0;' \
    shared-prefix-sum shared-array

# ---- built-ins and parameters ----
mutation local-id-is-workgroup-id builtins 'read_registers(l, l->target->local_id, components);' \
    'read_registers(l, l->target->workgroup_id, components);' builtin-ids
mutation index-in-another-order builtins 'components[2], size_of_dimension(l, 1))' 'components[2], size_of_dimension(l, 0))' builtin-ids
mutation groups-one-off builtins 'implicit_argument(l, HIDDEN_BLOCK_COUNT, three, 4)' 'implicit_argument(l, HIDDEN_GLOBAL_OFFSET, three, 4)' builtin-num-workgroups
mutation private-not-initialized entry_point 'if (in.operand_count < 2)' 'if (true)' private-initialized

# ---- control flow ----
mutation branches-swapped control_flow \
    'label_of(l, in, in->operands[1]), label_of(l, in, in->operands[2]));' \
    'label_of(l, in, in->operands[2]), label_of(l, in, in->operands[1]));' flow-if-else
mutation switch-case-off control_flow 'operands[3 + 2 * i] = label_of(l, in, literal[words]);' \
    'operands[3 + 2 * i] = operands[1];' flow-switch

# ---- subgroups ----
mutation shuffle-direction opcodes '{lower_op_subgroup_shuffle, IR_SUB, .flags = SUBGROUP_HAS_SCOPE}' \
    '{lower_op_subgroup_shuffle, IR_ADD, .flags = SUBGROUP_HAS_SCOPE}' subgroup-shuffle-relative
mutation all-is-any-lane subgroups 'emit_intrinsic(l, l->target->ballot, ' 'emit_intrinsic(l, l->target->read_first_lane, ' subgroup-vote subgroup-ballot
mutation mask-below-includes-own subgroups 'emit2(l, IR_SUB, i64_type(l), own, one)' 'own' subgroup-masks

# ---- zero-initialized workgroup memory ----
mutation zeroing-forgotten entry_point 'emit_zeroing(l, l->zeroing);' '(void)0;' shared-zero
mutation zeroing-half zero_workgroup 'ir_integer(l->ir, i32_type(l), layout->size / unit)' \
    'ir_integer(l->ir, i32_type(l), layout->size / unit / 2)' shared-zero

# ---- bounds of buffers ----
mutation guard-one-less bounds 'emit_compare(l, IR_ICMP, IR_UGE, rest' 'emit_compare(l, IR_ICMP, IR_UGT, rest' robust-reads robust-writes
mutation guard-without-saturation bounds '"llvm.usub.sat.i64"' '"llvm.ssub.sat.i64"' robust-reads robust-writes robust-atomics
mutation guard-of-the-first-byte bounds 'ir_integer(l->ir, i64_type(l), bytes)' 'ir_integer(l->ir, i64_type(l), 1)' \
    robust-descriptors robust-reads robust-writes robust-atomics
mutation beyond-is-not-zero bounds 'ir_zero(l->ir, type), guard->before' 'ir_undef(l->ir, type), guard->before' robust-reads robust-atomics
mutation bounds-of-storage-alone bounds 'storage_class == SpvStorageClassStorageBuffer || storage_class == SpvStorageClassUniform)' \
    'storage_class == SpvStorageClassStorageBuffer)' robust-descriptors
mutation atomics-without-bounds memory 'bool has_bounds = bounds_apply(l, view.storage_class);' 'bool has_bounds = false;' robust-atomics
mutation size-of-descriptor access_chains 'bounds->size = load_descriptor_size(l, descriptor);' \
    'bounds->size = ir_integer(l->ir, ir_type_integer(l->ir, 64), 1u << 30);' robust-descriptors

# ---- AMD's extended instructions ----
mutation middle-is-greatest amd_extensions 'call2(l, order->least, high, call->operands[2])' 'call2(l, order->greatest, high, call->operands[2])' amd-trinary
mutation cube-ties amd_extensions 'd.major_y = emit_compare(l, IR_FCMP, IR_OGE, y, x)' 'd.major_y = emit_compare(l, IR_FCMP, IR_OGE, x, y)' amd-cube-face
mutation cube-s-unsigned amd_extensions 'by_sign(l, d.x, d.z, minus_z)' 'by_sign(l, d.x, minus_z, minus_z)' amd-cube-face
mutation count-with-the-own-bit amd_extensions 'emit2(l, IR_SUB, i64, own, ir_integer(l->ir, i64, 1))' 'own' amd-ballot

# ---- images ----
mutation fetch-offset-subtracted image_access 'apply(l, IR_ADD, texel->coordinates[i], offset[i])' \
    'apply(l, IR_SUB, texel->coordinates[i], offset[i])' image-fetch-2d image-fetch-1d-3d
mutation fetch-level-ignored image_access 'if (operands.lod)' 'if (false)' image-fetch-2d image-fetch-1d-3d image-fetch-arrays
mutation layer-ignored image_access \
    'texel.coordinate_count = needed;' 'texel.coordinate_count = needed - image->type->arrayed;' image-read-write-2d-array image-fetch-arrays
mutation coordinates-swapped image_access 'texel.kind = (uint8_t)texel_kind_of(l, image, 0);' \
    'ir_value first = texel.coordinates[0];
    if (needed > 1) {
        texel.coordinates[0] = texel.coordinates[1];
        texel.coordinates[1] = first;
    }
    texel.kind = (uint8_t)texel_kind_of(l, image, 0);' image-read-write-2d image-atomic-add
mutation coordinate-cut-off image_operands 'saturate_integer(l, parts[i], is_signed)' 'resize_integer(l, parts[i], 32, is_signed)' \
    widths-coordinates
mutation coordinate-without-sign image_operands 'saturate_integer(l, parts[i], is_signed)' 'saturate_integer(l, parts[i], !is_signed)' \
    widths-coordinates
mutation sample-is-first image_access 'integer_components(l, operands.sample, &texel.sample, 1);' \
    'texel.sample = ir_integer(l->ir, image_integer(l), 0);' image-multisampled image-multisampled-fetch
mutation image-minimum-signed image_atomics 'return target->atomic(l, texel, view->opcode,' \
    'return target->atomic(l, texel, view->opcode == SpvOpAtomicUMin ? SpvOpAtomicSMin : view->opcode,' image-atomic-min
mutation image-addition-is-or image_atomics 'return target->atomic(l, texel, view->opcode,' \
    'return target->atomic(l, texel, view->opcode == SpvOpAtomicIAdd ? SpvOpAtomicOr : view->opcode,' image-atomic-add
mutation image-comparator-is-value image_atomics 'comparator = lower_value(l, view->comparator);' \
    'comparator = lower_value(l, view->value);' image-atomic-compare-exchange
mutation image-increment-decrements image_atomics 'return target->atomic(l, texel, view->opcode,' \
    'return target->atomic(l, texel, view->opcode == SpvOpAtomicIIncrement ? SpvOpAtomicIDecrement : view->opcode,' \
    image-atomic-increment
mutation sample-level-ignored image_sample 'float_components(l, operands->lod, &sample->lod, 1);' '(void)0;' image-sample-lod-2d
mutation gradients-one-twice image_sample 'read_gradient(l, operands->dy, ' 'read_gradient(l, operands->dx, ' image-sample-grad-2d
mutation sample-offset-ignored image_sample 'if (operands->offset)' 'if (false)' image-sample-offset image-gather-offset
mutation gather-first-component image_sample 'sample->component = (uint32_t)component;' 'sample->component = 0;' image-gather-2d
mutation gather-offsets-turned image_sample 'ir_value pair = emit_extract_value(l, array, i);' \
    'ir_value pair = emit_extract_value(l, array, 3 - i);' image-gather-offset
mutation reference-not-divided image_sample 'if (sample->reference)
        sample->reference' 'if (false)
        sample->reference' image-sample-projective
mutation divided-by-another image_sample 'project(l, sample, parts[needed]);' 'project(l, sample, parts[needed - 1]);' \
    image-sample-projective
mutation array-layer-of-sample image_sample 'sample->coordinate_count = needed;' \
    'sample->coordinate_count = needed - image->type->arrayed;' image-sample-lod-2d-array image-sample-lod-cube-array
mutation size-of-first-level image_queries 'if (has_lod && in->operand_count > 1)' 'if (false)' image-size-sampled
mutation levels-are-samples image_queries 'l->target->images->levels(l, &image)' 'l->target->images->samples(l, &image)' image-size-sampled
mutation another-sampler images 'emit_offset(l, address, IMAGE_DESCRIPTOR_BYTES)' 'emit_offset(l, address, 0)' image-sample-lod-2d
mutation plane-is-line images '    case SpvDim2D:
        return 2;' '    case SpvDim2D:
        return 1;' image-read-write-2d image-sample-lod-2d
mutation size-turned image_queries 'shuffle(l, answer, answer, (uint32_t[]){0, 1, 2}, count)' \
    'shuffle(l, answer, answer, (uint32_t[]){1, 0, 2}, count)' image-size-storage image-size-sampled

# ---- derivatives ----
mutation fine-is-coarse derivatives 'coarse ? X_BIT | Y_BIT : bit' 'X_BIT | Y_BIT' derivatives-quads derivatives-linear
mutation difference-backwards derivatives 'apply(l, IR_FSUB, to, from)' 'apply(l, IR_FSUB, from, to)' derivatives-quads
mutation width-without-magnitude derivatives 'call1(l, "llvm.fabs", y)' 'y' derivatives-quads derivatives-linear
mutation quads-in-columns builtins 'emit2(l, IR_UREM, i32_type(l), quad, width)' 'emit2(l, IR_UDIV, i32_type(l), quad, width)' derivatives-quads
mutation quads-not-numbered entry_point 'mode->mode == SpvExecutionModeDerivativeGroupQuadsNV' 'false' derivatives-quads
mutation dpdx-is-dpdy opcodes '[SpvOpDPdx] = {lower_op_derivative, .flags = DERIVATIVE_X}' '[SpvOpDPdx] = {lower_op_derivative, .flags = DERIVATIVE_X | DERIVATIVE_Y}' derivatives-quads derivatives-linear
