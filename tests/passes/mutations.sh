# Mistakes that could be made in the passes over finished IR: mutation NAME FILE OLD NEW. See tests/mutate.sh.

# ---- merging fences ----
mutation merge-across-scopes fences 'if (a->scope != b->scope ||' 'if ('
mutation merge-across-orderings fences 'return a->ordering == b->ordering ||' 'return true ||'
mutation system-scope-by-ordering fences 'a->scope == MMRA_SCOPE_SYSTEM ||' ''
mutation one-address-space-merged fences '(a->flags ^ b->flags) & IR_ONE_ADDRESS_SPACE ||' ''
mutation ordering-of-the-first fences 'fence->ordering = (uint8_t)join_orderings(fence->ordering, next->ordering);' ''
mutation tags-of-the-last fences 'fence->mmra = join_sets(module, fence->mmra, next->mmra);' 'fence->mmra = next->mmra;'
mutation both-address-spaces-kept fences 'members.count - count < 2 ? joined' 'members.count - count < 3 ? joined'
mutation comment-lost fences 'ir_set_comment(module, fence, join_comments(module, ir_comment_of(module, fence), ir_comment_of(module, next)));' ''
mutation merge-over-stores fences 'case IR_STORE:' ''
mutation merge-over-calls fences 'case IR_CALL:' ''
mutation merge-over-blocks fences 'uint32_t pending = UINT32_MAX; /* the last' 'static uint32_t pending = UINT32_MAX; /* the last'
mutation merge-over-loads fences 'case IR_LOAD:' ''

# ---- keeping fences apart ----
mutation separate-equal-fences fences_separate 's->kinds[a].mmra != s->kinds[b].mmra)' 'true)'
mutation atomics-do-not-keep fences_separate 'case IR_ATOMICRMW:' ''
mutation loads-keep fences_separate 'instruction->ordering != IR_NOT_ATOMIC || instruction->flags & IR_VOLATILE ?' 'true ?'
mutation volatile-does-not-keep fences_separate '|| instruction->flags & IR_VOLATILE' ''
mutation every-call-keeps fences_separate 'return is_kept_call(s->module, instruction) ? keeps : nothing;' 'return keeps;'
mutation no-call-keeps fences_separate 'return is_kept_call(s->module, instruction) ? keeps : nothing;' 'return nothing;'
mutation assembly-does-not-keep fences_separate 'return text.length >= sizeof assembly - 1 &&' 'return false &&'
mutation callees-keep fences_separate 'return s->calls[callee];' 'return keeps;'
mutation callees-without-fences fences_separate '{.gained = taken ? start : start & ~mark,' '{.gained = 0,'
mutation callees-never-pass fences_separate '.passes = taken || start & mark}' '.passes = false}'
mutation nothing-after-returns fences_separate 's->returning[callee] |= after;' ''
mutation recursion-does-nothing fences_separate 'order.recursive[order.functions[i]] ? ALL_KINDS : 0' '0'
mutation one-block-only fences_separate 's->out[predecessor] |= start;' ''
mutation assembly-before-the-fence fences_separate 'insertions, i + 1, &separator' 'insertions, i, &separator'
mutation insertions-not-turned-round fences_separate 'high - low > 1; low++' 'false; low++'

# ---- the loads ----
mutation private-loads-too workarounds '!history_has_tag(module, access->mmra, "vulkan", "private")' 'true'
mutation untagged-loads-not workarounds '!history_has_tag(module, access->mmra, "vulkan", "private")' 'false'
mutation volatile-loads-too workarounds ' || load->flags & IR_VOLATILE ||' ' ||'
mutation atomic-loads-too workarounds 'load->ordering != IR_NOT_ATOMIC ||' ''
mutation failure-ordering-forgotten history 'instruction->opcode == IR_CMPXCHG &&' 'false &&'
mutation tags-ignored history 'if (covers(module, instruction->mmra, "global"))' 'if (true)'
mutation local-tags-ignored history 'event |= covers(module, instruction->mmra, "local") ?' 'event |= true ?'
mutation every-acquire-is-a-load history 'if (instruction->opcode == IR_LOAD) {' 'if (true) {'
mutation own-thread-orders history ' || instruction->scope == MMRA_SCOPE_SINGLETHREAD' ''
mutation releases-forgotten workarounds 'return ACQUIRED_GLOBAL | RELEASES_GLOBAL;' 'return ACQUIRED_GLOBAL;'
mutation flat-releases-forgotten workarounds 'ACQUIRE_LOADED_LOCAL | RELEASES_GLOBAL;' 'ACQUIRE_LOADED_LOCAL;'
mutation acquires-release history '(releases ? RELEASES_GLOBAL : 0)' 'RELEASES_GLOBAL'
mutation local-memory-forgotten workarounds 'return ACQUIRE_LOADED_LOCAL;' 'return 0;'
mutation buffer-pointers-forgotten workarounds 'return ACQUIRE_LOADED_GLOBAL;' 'return 0;'
mutation callees-forgotten history 'return callee ? h->within[callee] : h->own' 'return callee ? 0 : h->own'
mutation callers-forgotten history 'walk->calls[callee] |= met;' ''
mutation call-too-early history '            walk->calls[callee] |= met;
' '            walk->calls[callee] |= met | walk->events;
'
mutation loops-forgotten history 'walk->start[next] |= end;' 'walk->start[next] |= (next > block) != walk->backward ? end : 0;'
mutation recursion-forgotten history 'h->order.recursive[function] ? walk->events : 0' '0'
mutation one-return-of-many history 'return block == first;
    return b->instruction_count &&' 'return block == first;
    return block + 1 == h->module->block_count && b->instruction_count &&'
mutation backward-as-forward history 'walk->backward ? b->instruction_count - 1 - i : i' 'i'
mutation agent-loads workarounds 'load->scope = MMRA_SCOPE_SINGLETHREAD;' 'load->scope = MMRA_SCOPE_AGENT;'
mutation pieces-overrun-alignment workarounds '|| width > alignment || offset % width' '|| offset % width'
mutation pieces-overrun-the-value workarounds 'width > bytes - offset || width' 'width > bytes || width'
mutation pieces-not-shifted workarounds 'ir_integer(module, whole, 8 * offset)' 'ir_integer(module, whole, offset)'
mutation pieces-without-tags workarounds 'piece.mmra = load->mmra;' ''
mutation pieces-at-one-address workarounds 'if (offset)
        address = put' 'if (false)
        address = put'
mutation vectors-whole workarounds 'if (!vector && bytes <= 8' 'if (bytes <= 8'
mutation annotations-lost workarounds 'piece.annotations = load->annotations;' ''

# ---- images ----
mutation no-guard-after workarounds 'put_fence(module, insertions, at + 1, &atomic);' ';'
mutation no-guard-before workarounds 'put_fence(module, insertions, at, &atomic);' ';'
mutation guards-around-fences workarounds 'atomic.opcode == IR_FENCE ? 0 :' ''
mutation private-reads-too workarounds 'return is_shared(module, call);' 'return true;'
mutation guards-without-tags workarounds 'fence.mmra = mmra_set_of(&module->tags, &nonprivate, 1);' ''
mutation guards-tag-all workarounds 'if (history_has_tag(module, atomic->mmra, "vulkan", "nonprivate"))' 'if (true)'

# ---- putting in ----
mutation inserted-one-too-late insertions 'insertions->items[left - 1].before == from' 'insertions->items[left - 1].before + 1 == from'
mutation block-starts-wrong insertions 'info->first_instruction = first + left;' 'info->first_instruction = first;'
