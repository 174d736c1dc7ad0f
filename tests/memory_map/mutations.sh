# Mistakes that could be made in the memory map: mutation NAME FILE OLD NEW. See tests/mutate.sh.

# ---- scopes ----
mutation device-is-system profile '[SpvScopeDevice] = MMRA_SCOPE_AGENT' '[SpvScopeDevice] = MMRA_SCOPE_SYSTEM'
mutation workgroup-is-wavefront profile \
    '[SpvScopeWorkgroup] = MMRA_SCOPE_WORKGROUP' '[SpvScopeWorkgroup] = MMRA_SCOPE_WAVEFRONT'
mutation queue-family-is-cluster profile \
    '[SpvScopeQueueFamily] = MMRA_SCOPE_AGENT' '[SpvScopeQueueFamily] = MMRA_SCOPE_CLUSTER'
mutation unknown-scope-accepted profile 'return MMRA_SCOPE_UNKNOWN;' 'return MMRA_SCOPE_SYSTEM;'
mutation scopes-of-a-copy-swapped memory_map_access \
    'target_scope(leaf->write ? operands->available_scope : operands->visible_scope)' \
    'target_scope(leaf->write ? operands->visible_scope : operands->available_scope)'
mutation local-access-clipped-to-wavefront memory_map_access \
    'scope = MMRA_SCOPE_WORKGROUP;' 'scope = MMRA_SCOPE_WAVEFRONT;'
mutation litmus-clipped memory_map_access '!map->options.litmus && scope < MMRA_SCOPE_WORKGROUP' \
    'scope < MMRA_SCOPE_WORKGROUP'
mutation local-atomic-of-global-order-clipped memory_map_atomic \
    'bool local_only = !semantics.halves || semantics.memory == MAP_SYNC_LOCAL;' 'bool local_only = true;'
mutation local-atomic-not-clipped memory_map_atomic \
    'return address_space == ADDRESS_SPACE_LOCAL && local_only' 'return false && local_only'
mutation global-atomic-clipped memory_map_atomic \
    'return address_space == ADDRESS_SPACE_LOCAL && local_only' 'return local_only'
mutation invocation-scope-asks-for-atomics memory_map_access \
    'if (scope == MMRA_SCOPE_SINGLETHREAD) { /* S = Invocation' 'if (false) { /* S = Invocation'

# ---- private and non-private ----
mutation private-atomic memory_map_semantics 'operation->tags = map_nonprivate(map);' 'operation->tags = MAP_PRIVATE;'
mutation implicit-nonprivate-ignored memory_map_semantics \
    'operation->tags = map_nonprivate(map);' 'operation->tags = MAP_NONPRIVATE;'
mutation everything-private memory_map_access \
    'return mask & NONPRIVATE ? MAP_NONPRIVATE : MAP_PRIVATE;' 'return MAP_PRIVATE;'
mutation everything-nonprivate memory_map_access \
    'return mask & NONPRIVATE ? MAP_NONPRIVATE : MAP_PRIVATE;' 'return MAP_NONPRIVATE;'
mutation visible-access-private memory_map_access \
    'NONPRIVATE = SpvMemoryAccessNonPrivatePointerMask | MAKES' 'NONPRIVATE = SpvMemoryAccessNonPrivatePointerMask'
mutation function-storage-nonprivate memory_map_access \
    'if (leaf->address_space == ADDRESS_SPACE_PRIVATE)' 'if (false)'
mutation thread-private-on-shared memory_map_access \
    'if (map_is_thread_private(leaf->storage_class) && map->options.thread_private)' 'if (map->options.thread_private)'
mutation thread-private-missing memory_map_access \
    'case SpvStorageClassPrivate:
        return ADDRESS_SPACE_PRIVATE;' 'return ADDRESS_SPACE_PRIVATE;'

# ---- availability and visibility of an access ----
mutation availability-lost memory_map_access 'if (!(operands->mask & bit) || no_other_writer)' 'if (true)'
mutation load-takes-available-bit memory_map_access \
    'leaf->write ? SpvMemoryAccessMakePointerAvailableMask : SpvMemoryAccessMakePointerVisibleMask;' \
    'SpvMemoryAccessMakePointerAvailableMask;'
mutation volatile-missing memory_map_access \
    '.is_volatile = leaf->operands.mask & SpvMemoryAccessVolatileMask' '.is_volatile = false'
mutation volatile-intrinsic memory_map_access 'bool intrinsics = !common->is_volatile;' 'bool intrinsics = true;'
mutation nontemporal-missing memory_map_access 'annotations |= IR_NONTEMPORAL;' ';'
mutation invariant-volatile-load memory_map_access \
    'leaf->address_space == ADDRESS_SPACE_CONSTANT && !is_volatile' 'leaf->address_space == ADDRESS_SPACE_CONSTANT'
mutation split-overruns-alignment memory_map_access 'width > bytes - offset || width > alignment' \
    'width > bytes - offset'
mutation split-overruns-the-value memory_map_access 'width > bytes - offset || width > alignment' \
    'width > bytes || width > alignment'
mutation pieces-share-the-first-alignment memory_map_access \
    'piece->alignment = at_offset(leaf->alignment, offset);' 'piece->alignment = leaf->alignment;'
mutation piece-offset-missing memory_map_access 'piece->offset = offset;' 'piece->offset = 0;'
mutation unordered-pieces memory_map_access 'spelling == ATOMIC ? IR_MONOTONIC' 'spelling == ATOMIC ? IR_UNORDERED'
mutation profile-22-has-intrinsics profile 'if (!profile->load_b128)
        return false;' ''
mutation document-has-flat-intrinsics profile 'address_space == ADDRESS_SPACE_FLAT && profile->suffix_address_space' \
    'address_space == ADDRESS_SPACE_FLAT'
mutation local-intrinsics profile 'bool space = address_space == ADDRESS_SPACE_GLOBAL ||' \
    'bool space = address_space == ADDRESS_SPACE_LOCAL || address_space == ADDRESS_SPACE_GLOBAL ||'
mutation profile-23-local-is-coherent memory_map_access \
    'profile_get(map->options.profile)->local_is_coherent' 'profile_get(map->options.profile)->suffix_address_space'
mutation buffer-pointer-drops-scope memory_map_access 'if (leaf->address_space == ADDRESS_SPACE_BUFFER) {' 'if (false) {'
mutation constant-memory-atomics memory_map_access \
    'leaf->address_space == ADDRESS_SPACE_CONSTANT; /* section 8a */' 'false; /* section 8a */'

# ---- orderings ----
mutation acquire-release-is-acquire memory_map_semantics '[HALF_BOTH] = IR_ACQ_REL' '[HALF_BOTH] = IR_ACQUIRE'
mutation seq-cst-is-relaxed memory_map_semantics 'SpvMemorySemanticsAcquireReleaseMask |
                  SpvMemorySemanticsSequentiallyConsistentMask,
    ANY_RELEASE' 'SpvMemorySemanticsAcquireReleaseMask,
    ANY_RELEASE'
mutation second-ordering-bit-ignored memory_map_semantics \
    'if (bits & ANY_RELEASE)' 'if (!(bits & SpvMemorySemanticsAcquireMask) && bits & ANY_RELEASE)'
mutation load-releases memory_map_atomic 'if (kind == MAPPED_ATOMIC_LOAD)
        return HALF_ACQUIRE;' ''
mutation failure-releases memory_map_atomic 'unequal.halves &= HALF_ACQUIRE;' ''
mutation failure-ordering-from-equal memory_map_atomic \
    'atomic->failure_ordering = unequal.halves ?' 'atomic->failure_ordering = semantics.halves & HALF_ACQUIRE ?'
mutation success-ordering-from-both memory_map_atomic \
    'atomic->ordering = map_ordering(semantics.halves);' 'atomic->ordering = map_ordering(asked.halves);'
mutation volatile-semantics-missing memory_map_semantics \
    'semantics.is_volatile = bits & SpvMemorySemanticsVolatileMask;' ''
mutation increment-by-operand memory_map_atomic \
    '{SpvOpAtomicIIncrement, MAPPED_ATOMIC_RMW, IR_RMW_ADD, INTEGER, true}' \
    '{SpvOpAtomicIIncrement, MAPPED_ATOMIC_RMW, IR_RMW_ADD, INTEGER, false}'
mutation unsigned-minimum-signed memory_map_atomic 'IR_RMW_UMIN' 'IR_RMW_MIN'
mutation device-memory-on-any memory_map_atomic '!map->options.device_memory || ' ''

# ---- amdgcn-av:none ----
mutation none-with-one-bit-of-two memory_map_semantics \
    '!(semantics.halves & semantics.made)' '(semantics.halves & semantics.made) != semantics.halves'
mutation none-never memory_map_semantics 'operation->tags |= MAP_AV_NONE;' ';'
mutation none-on-relaxed memory_map_semantics \
    'if (semantics.halves && !(semantics.halves & semantics.made))' 'if (!(semantics.halves & semantics.made))'
mutation none-by-the-other-halfs-bit memory_map_semantics \
    '!(semantics.halves & semantics.made)' '!semantics.made'
mutation available-and-visible-swapped memory_map_semantics \
    'if (bits & SpvMemorySemanticsMakeVisibleMask)' 'if (bits & SpvMemorySemanticsMakeAvailableMask)'
mutation cmpxchg-judged-by-equal memory_map_semantics '.made = a.made | b.made' '.made = a.made'
mutation none-in-conservative memory_map_semantics \
    '    if (always_makes(map))
        semantics.made = HALF_BOTH;' ''
mutation strict-makes-available memory_map_semantics \
    '!= SpvMemoryModelVulkan && map->options.glsl450 == GLSL450_CONSERVATIVE' '!= SpvMemoryModelVulkan'

# ---- which memory is ordered ----
mutation tag-narrower-than-bits memory_map_semantics 'if (global == local || bits & UNTAGGED_MEMORY)' \
    'if (!(global || local) || bits & UNTAGGED_MEMORY)'
mutation output-left-out memory_map_semantics 'if (global == local || bits & UNTAGGED_MEMORY)' 'if (global == local)'
mutation image-memory-is-nothing memory_map_semantics \
    'SpvMemorySemanticsAtomicCounterMemoryMask | SpvMemorySemanticsImageMemoryMask,' \
    'SpvMemorySemanticsAtomicCounterMemoryMask,'
mutation global-and-local-swapped memory_map_semantics \
    'return global ? MAP_SYNC_GLOBAL : MAP_SYNC_LOCAL;' 'return global ? MAP_SYNC_LOCAL : MAP_SYNC_GLOBAL;'
mutation cmpxchg-narrower-than-unequal memory_map_semantics 'if (!b.halves)
        both.memory = a.memory;' 'if (a.halves)
        both.memory = a.memory;'
mutation atomics-tagged-unasked memory_map_atomic \
    'map_synchronize(map, asked, map->options.atomics_sync_as, atomic);' 'map_synchronize(map, asked, true, atomic);'
mutation relaxed-atomic-tagged memory_map_semantics \
    'tag_memory && semantics.halves ? semantics.memory : 0' 'tag_memory ? semantics.memory : 0'
mutation fences-untagged memory_map_semantics 'map_synchronize(map, semantics, true, fence);' \
    'map_synchronize(map, semantics, false, fence);'

# ---- barriers ----
mutation release-after-the-barrier memory_map_barrier \
    '        map_fence(map, map_half(semantics, HALF_RELEASE), scope, out);
    add_execution_barrier(workgroup, out);' \
    '        {}
    add_execution_barrier(workgroup, out);
    if (!full) map_fence(map, map_half(semantics, HALF_RELEASE), scope, out);'
mutation acquire-lost-after-the-barrier memory_map_barrier \
    '    else
        map_fence(map, map_half(semantics, HALF_ACQUIRE), scope, out);' ''
mutation barrier-always-simple memory_map_barrier \
    'semantics.halves == HALF_BOTH && may_be_in_a_chain(map, workgroup, semantics)' 'false'
mutation litmus-barrier-simple memory_map_barrier 'map->options.litmus || map->facts.halved_barriers' 'map->facts.halved_barriers'
mutation halved-barriers-forgotten memory_map_barrier 'map->options.litmus || map->facts.halved_barriers' 'map->options.litmus'
mutation chains-through-other-memory memory_map_barrier \
    'map->facts.atomic_memory & memory && map->facts' 'map->facts.atomic_memory && map->facts'
mutation chains-through-atomics-alone memory_map_barrier \
    'map->facts.atomic_memory & memory && map->facts.unbounded_memory & memory' 'map->facts.atomic_memory & memory'
mutation chains-without-atomics memory_map_barrier 'map->facts.atomic_memory & memory && map->facts' 'map->facts'
mutation subgroups-are-uniform memory_map_barrier 'if (!workgroup)
        return' 'if (false)
        return'
mutation subgroups-know-no-fences memory_map_barrier '(map->facts.atomic_memory | map->facts.fenced_memory)' 'map->facts.atomic_memory'
mutation no-class-is-no-memory memory_map_barrier 'semantics.memory ? semantics.memory : MAP_SYNC_GLOBAL | MAP_SYNC_LOCAL' \
    'semantics.memory'
mutation subgroup-barrier-is-bounded memory_map_barrier \
    'SPIRV_MEMORY_CONTROL_BARRIER && view->execution_scope == SpvScopeWorkgroup &&
           (view->scope' 'SPIRV_MEMORY_CONTROL_BARRIER && (view->scope'
mutation wide-barrier-is-bounded memory_map_barrier \
    '(view->scope == SpvScopeWorkgroup || view->scope == SpvScopeSubgroup || view->scope == SpvScopeInvocation)' 'true'
mutation unequal-not-learned memory_map_barrier 'named |= unequal.halves ? named_memory(unequal) : 0;' ''
mutation relaxed-names-memory memory_map_barrier 'semantics.halves ? named_memory(semantics) : 0' 'named_memory(semantics)'
mutation every-atomic-is-global memory_map_barrier \
    'view->storage_class == SpvStorageClassWorkgroup ? MAP_SYNC_LOCAL : MAP_SYNC_GLOBAL' 'MAP_SYNC_GLOBAL'
mutation halves-of-barriers-not-learned memory_map_barrier \
    'barrier && semantics.halves && semantics.halves != HALF_BOTH' 'false'
mutation sides-joined-in-spite-of-tags memory_map_barrier \
    'if (out->operations[first].tags != out->operations[first + 1].tags)' 'if (false)'
mutation sides-never-joined memory_map_barrier \
    'if (out->operations[first].tags != out->operations[first + 1].tags)' 'if (true)'
mutation one-half-fenced-on-both-sides memory_map_barrier \
    'bool full = semantics.halves == HALF_BOTH &&' 'bool full = semantics.halves &&'
mutation wave-barrier-for-workgroup memory_map_barrier \
    'add_execution_barrier(workgroup, out);' 'add_execution_barrier(false, out);'
mutation device-wide-execution-barrier memory_map_barrier \
    'if (!workgroup && view->execution_scope != SpvScopeSubgroup) {' 'if (false) {'
mutation relaxed-barrier-fenced memory_map_semantics '    if (!semantics.halves)
        return;' ''

# ---- images ----
mutation image-atomics-raise-nothing memory_map_semantics 'return map->facts.image_acq_rel && ' 'return false && '
mutation image-atomics-raise-local memory_map_semantics \
    '&& semantics.halves && semantics.memory != MAP_SYNC_LOCAL;' '&& semantics.halves;'
mutation raised-but-none memory_map_semantics '        semantics.made = HALF_BOTH;
        if (operation->scope' '        if (operation->scope'
mutation raised-scope-narrowed memory_map_semantics 'if (operation->scope > MMRA_SCOPE_AGENT)' 'if (true)'
mutation image-fence-without-image-memory memory_map_atomic \
    'return bits & ANY_MEMORY ? bits | SpvMemorySemanticsImageMemoryMask : bits;' 'return bits;'
mutation texel-fence-after-the-read memory_map_image 'if (fenced && !write)' 'if (false)'
mutation texel-fence-before-the-write memory_map_image 'if (fenced && !write)' 'if (fenced)'
mutation image-atomic-at-its-own-scope memory_map_atomic 'atomic->scope = MMRA_SCOPE_AGENT;' \
    'atomic->scope = (uint8_t)scope;'
mutation private-texel memory_map_image 'nonprivate ? MAP_NONPRIVATE : MAP_PRIVATE' 'MAP_PRIVATE'

# ---- GLSL450 and Simple ----
mutation strict-workgroup-private memory_map_access \
    'if (storage_class == SpvStorageClassWorkgroup) { /* coherent' 'if (false) { /* coherent'
mutation strict-coherent-at-device memory_map_access \
    'uint32_t scope = SpvScopeQueueFamily;' 'uint32_t scope = SpvScopeWorkgroup;'
mutation coherent-function-storage memory_map_access 'object &= ~(unsigned)SPIRV_OBJECT_COHERENT;' ''
mutation conservative-shared-is-private memory_map_access 'if (image || is_shared(storage_class))' 'if (image)'
mutation conservative-images-private memory_map_access \
    'if (image || is_shared(storage_class))' 'if (is_shared(storage_class))'
mutation copy-read-by-targets-object memory_map_access \
    'unsigned object = from_source ? view->source_object : view->object;' 'unsigned object = view->object;'
mutation old-copies-do-not-share memory_map_access \
    'view->kind == SPIRV_MEMORY_COPY && map->facts.copy_shares_operands' 'false'
mutation decorations-count-in-vulkan memory_map_access 'if (map->facts.memory_model == SpvMemoryModelVulkan)' 'if (false)'
mutation bare-barrier-orders-nothing memory_map_barrier \
    'if (is_bare_workgroup_barrier(map, view)) {' 'if (false) {'
mutation bare-barrier-in-strict memory_map_barrier ' && map->options.glsl450 == GLSL450_CONSERVATIVE &&
           view->kind' ' &&
           view->kind'
mutation bare-barrier-in-vulkan memory_map_barrier 'return map->facts.memory_model != SpvMemoryModelVulkan &&' 'return'
mutation bare-barrier-of-the-subgroup memory_map_barrier \
    '&& view->execution_scope == SpvScopeWorkgroup &&
           !map_semantics' '&&
           !map_semantics'
mutation bare-barrier-at-its-scope memory_map_barrier 'effective.scope = SpvScopeWorkgroup;' ''
mutation bare-memory-barrier memory_map_barrier '&&
           view->kind == SPIRV_MEMORY_CONTROL_BARRIER && view->execution' '&&
           view->execution'
mutation volatile-object-missing-on-atomics memory_map_atomic \
    'asked.is_volatile || is_volatile_object(map, view)' 'asked.is_volatile'

# ---- names ----
mutation wrong-tag-name map_tags '"amdgpu-synchronize-as", "local"' '"amdgpu-synchronize-as", "workgroup"'
mutation wrong-prefix map_tags '{"amdgcn-av", "none"}' '{"amdgpu-av", "none"}'
mutation intrinsic-of-the-wrong-profile profile \
    '.load_b128 = "llvm.amdgcn.av.global.load.b128"' '.load_b128 = "llvm.amdgcn.av.load.b128"'
mutation explanation-of-the-wrong-bit memory_map_semantics \
    '{RULE_NOT_VISIBLE, RULE_VISIBLE, RULE_NOT_VISIBLE, RULE_VISIBLE}' \
    '{RULE_NOT_VISIBLE, RULE_NOT_VISIBLE, RULE_VISIBLE, RULE_VISIBLE}'
