# Mistakes that could be made in spirv/: mutation NAME FILE OLD NEW. See mutate.sh.

# ---- the binary form ----
mutation overrun-by-one reader 'length <= module->word_count - word' 'length <= module->word_count - word + 1'
mutation bound-inclusive ids 'id >= reader->module->bound' 'id > reader->module->bound'
mutation id-twice ids '|| first != 0)' ')'
mutation ids-after-structure structure 'defined == SPIRV_OK && word' 'defined == SPIRV_OK && placed == SPIRV_OK && word'
mutation ids-of-the-hash-table operands 'check_id(reader, words, id);' 'SPIRV_OK;'
mutation undefined-operand operands 'if (reader->counts.unknown == 0)' 'if (false)'
mutation string-unterminated operands 'return i + 1;' 'return count;'
mutation one-string-of-two operands 'grammar->operand_count == first + 1 && ' ''
mutation string-and-more operands 'spirv_string_words(next, count) == count' 'spirv_string_words(next, count) != 0'
mutation literal-and-more operands 'code == SPIRV_OPERAND_LITERAL && count == 1' 'code == SPIRV_OPERAND_LITERAL'
mutation words-left-over operands 'walk.next < walk.end' 'false'
mutation mask-parameters-skipped operands 'unknown &= ~enumerant->value;' 'unknown &= ~enumerant->value; continue;'
mutation unknown-bits-accepted operands 'if (unknown != 0)' 'if (false)'
mutation type-of-next-value operands 'definitions[index].type' 'definitions[index + 1].type'
mutation selector-not-yet-typed operands 'spirv_type_of_id(module, instruction.type)' 'spirv_type_of_value(module, value)'
mutation switch-of-one-word operands 'walk_literals(walk, number_words(type))' 'walk_literals(walk, 1)'
mutation newer-version reader 'module->version > NEWEST_VERSION' 'false'
mutation unknown-capability reader 'if (spirv_grammar_knows_capability(capability))' 'if (true)'
mutation byte-order reader 'is_swapped ? swap_bytes(words[i]) : words[i]' 'words[i]'
mutation table-as-long-as-bound ids 'module->bound > 2 * (uint64_t)module->word_count' 'false'
mutation one-seed ids 'if (insert(module, index) > LONGEST_PROBE)' 'if (false)'

# ---- structure ----
mutation no-terminator structure 'if (bracket->place == PLACE_BLOCK)
        return unterminated(bracket, word);
    bracket->function->end_word' 'bracket->function->end_word'
mutation order-of-sections structure 'if (section < bracket->section)' 'if (false)'
mutation function-of-definition structure 'bracket->place == PLACE_MODULE ? 0 :' 'false ? 0 :'

# ---- declarations ----
mutation nesting types 'type->nesting > SPIRV_MAX_NESTING' 'type->nesting > SPIRV_MAX_NESTING + 1'
mutation negative-length types 'type->length == 0 || is_negative' 'type->length == 0'
mutation last-target-forgotten decorations 'targets_end = target + 1' 'targets_end = target'
mutation group-of-groups decorations 'if (spirv_defining(module, id).opcode == SpvOpDecorationGroup)' 'if (false)'
mutation group-without-limit decorations 'collection->total + group.decoration_count > limit' 'false'
mutation member-of-group decorations 'has_members ? instruction->operands[i + 1] : SPIRV_NO_MEMBER;' 'SPIRV_NO_MEMBER;'
mutation decorations-unsorted decorations 'if (definition->decoration_count > 1)' 'if (false)'
mutation specialization-unmasked constants 'bits & spirv_width_mask(type->width)' 'bits'
mutation boolean-bits constants 'SPIRV_CONSTANT_SCALAR, bits != 0' 'SPIRV_CONSTANT_SCALAR, bits'
mutation specialization-off-by-one constants 'spec_id < decoration->operands[0]' 'spec_id <= decoration->operands[0]'

# ---- folding ----
mutation division-by-zero fold 'return lane->b == 0 ? 0 : lane->a / lane->b;' 'return lane->b == 0 ? 1 : lane->a / lane->b;'
mutation remainder-of-the-dividend fold 'differ ? remainder + divisor : remainder' 'remainder'
mutation convert-unsigned fold 'return (uint64_t)signed_a(lane);' 'return lane->a;'
mutation shift-fill fold 'signed_a(lane) < 0 ?' 'false ?'
mutation shift-too-far fold 'return lane->b >= lane->width ? 0 : lane->a >> lane->b;' \
    'return lane->b > lane->width ? 0 : lane->a >> lane->b % 64;'
mutation select-swapped fold '*folded = condition->bits != 0 ? yes : no;' '*folded = condition->bits != 0 ? no : yes;'
mutation shuffle-second fold 'is_second ? index - first->count : index' 'index % first->count'
mutation insert-in-place fold 'elements[j] = element(fold, old, j)' 'elements[j] = element(fold, old, 0)'
mutation insertion-without-limit fold 'elements > limit - reader->pool.folded' 'false'
mutation ties-away float_format 'rest > half || (rest == half && (quotient & 1) != 0)' 'rest >= half'
mutation nan-vanishes float_format 'return sign | infinity | quiet |' 'return sign | infinity |'
mutation subnormal-kept float_format 'is_subnormal ? half & 0x8000 : half' 'half'

# ---- the memory view ----
mutation copy-sets-swapped memory_view 'view->read = (struct spirv_memory_operands){0};
        result = decode_mask(decoder, &memory_bits, next, &next, &view->read);' \
    'view->write = (struct spirv_memory_operands){0};
        result = decode_mask(decoder, &memory_bits, next, &next, &view->write);'
mutation scope-of-available memory_view 'return fold_scope(decoder, word, "visibility scope", &operands->visible_scope);' \
    'return fold_scope(decoder, word, "visibility scope", &operands->available_scope);'
mutation parameters-of-other-bits memory_view '*next += enumerant->parameter_count;' '*next += bits->aligned != 0;'
mutation any-scope memory_view 'if (result == SPIRV_OK && !spirv_scope_name(*scope))' 'if (false)'
mutation operands-of-a-load memory_view '*(is_write ? &view->write : &view->read) = operands;' 'view->write = operands;'
mutation image-bits memory_view 'is_image ? &image_bits : &memory_bits' '&memory_bits'
mutation unequal-forgotten memory_view 'if (result == SPIRV_OK && row->unequal != LACKS)' 'if (false)'
mutation other-instruction-set memory_view 'strcmp((const char *)import.operands, "GLSL.std.450") == 0' 'true'

# ---- objects ----
mutation member-forgotten objects 'flags |= decorated(module, type->id, (uint32_t)member);' ''
mutation element-counted-as-index objects 'case SpvOpInBoundsPtrAccessChain:
        return 2;' 'case SpvOpInBoundsPtrAccessChain:
        return 1;'
mutation private-coherent objects 'return SPIRV_OBJECT_COHERENT;
    case SpvStorageClassWorkgroup' 'return 0;
    case SpvStorageClassWorkgroup'
mutation later-operands-forgotten objects 'if (trace.later_count == 0)' 'if (true)'
mutation within-forgotten objects 'flags |= trace->type_flags[spirv_index(module, type->members[i])];' ';'
mutation address-inherits objects 'is_address(spirv_type_of_id(module, instruction->type)) ? 0 : 1' '1'
mutation members-not-counted ids 'case SpvOpMemberName:' ''
