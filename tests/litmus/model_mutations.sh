# Mistakes that could be made in the two models: mutation NAME FILE OLD NEW. See mutate.sh.

# ---- Vulkan: scopes and synchronization ----
mutation inscope-one-side model_vulkan 'relation_product(v->pool, v->at_least[level], v->at_least[level])' 'relation_product(v->pool, v->at_least[level], model_events(v->x, 0, 0))'
mutation sw-without-inscope model_vulkan 'v->sw = relation_meet(p, v->inscope, v->sw);' ''
mutation no-release-sequence model_vulkan 'relation rs = relation_from(p, set_meet(p, v->REL, v->A), relation_reflexive(p, extend));' 'relation rs = relation_identity(p, set_meet(p, v->REL, v->A));'
mutation no-hypothetical-sequence model_vulkan 'relation hypors = relation_from(p, set_meet(p, v->W, v->A), relation_reflexive(p, extend));' 'relation hypors = relation_identity(p, set_meet(p, v->W, v->A));'
mutation fence-any-class-before model_vulkan 'relation_into(p, relation_from(p, REL_F, posemtosc), A_W)' 'relation_into(p, relation_from(p, REL_F, v->po), A_W)'
mutation fence-any-class-after model_vulkan 'relation_into(p, relation_from(p, A_R, posctosem), ACQ_F)' 'relation_into(p, relation_from(p, A_R, v->po), ACQ_F)'
mutation barrier-must-be-fence model_vulkan 'relation around = relation_reflexive(p, v->po);' 'relation around = relation_identity(p, v->CBAR);'
mutation ithb-any-semantics model_vulkan 'sem = sem ? set_meet(p, sem, v->SEMSC[i]) : v->SEMSC[i];' 'sem = sem ? set_union(p, sem, v->SEMSC[i]) : v->SEMSC[i];'
mutation ithb-release-anything model_vulkan 'relation_into(p, relation_from(p, either, v->po), set_meet(p, v->REL, sem))' 'relation_into(p, v->po, set_meet(p, v->REL, sem))'
mutation ithb-acquire-anything model_vulkan 'relation_into(p, relation_from(p, set_meet(p, v->ACQ, sem), v->po), either)' 'relation_from(p, set_meet(p, v->ACQ, sem), v->po)'

# ---- Vulkan: availability and visibility ----
mutation avvisinc-any-class-available model_vulkan 'relation_product(p, v->SC[i], set_meet(p, v->SEMSC[i], v->SEMAV))' 'relation_product(p, v->SC[i], v->SEMAV)'
mutation avvisinc-any-class-visible model_vulkan 'relation_product(p, set_meet(p, v->SEMSC[i], v->SEMVIS), v->SC[i])' 'relation_product(p, v->SEMVIS, v->SC[i])'
mutation available-at-any-scope model_vulkan 'smallest ? available : set_meet(p, available, v->at_least[domains[d]])' 'available'
mutation visible-at-any-scope model_vulkan 'smallest ? visible : set_meet(p, visible, v->at_least[domains[d]])' 'visible'
mutation availability-chain-anywhere model_vulkan 'relation within = relation_meet(p, included_hb, v->same[domains[d]]);' 'relation within = included_hb;'
mutation chain-without-inclusion model_vulkan 'relation included_hb = relation_meet(p, v->hb, v->avvisinc);
    relation av_prefix' 'relation included_hb = v->hb;
    relation av_prefix'
mutation no-availability-chain model_vulkan 'relation more_av = relation_reflexive(p, RELATION_CHAIN(p, av[d], within));' 'relation more_av = relation_identity(p, model_events(v->x, 0, 0));'
mutation no-visibility-chain model_vulkan 'relation more_vis = relation_reflexive(p, RELATION_CHAIN(p, within, vis[d]));' 'relation more_vis = relation_identity(p, model_events(v->x, 0, 0));'
mutation availability-chain-of-one model_vulkan 'av_prefix = smallest ? more_av : RELATION_CHAIN(p, av_prefix, more_av);' 'av_prefix = more_av;'
mutation visibility-chain-of-one model_vulkan 'vis_suffix = smallest ? more_vis : RELATION_CHAIN(p, more_vis, vis_suffix);' 'vis_suffix = more_vis;'
mutation locord-any-domain model_vulkan 'domains[d] == VULKAN_DEVICE ? v->hb : relation_meet(p, v->hb, v->same[domains[d]])' 'v->hb'
mutation locord-write-unavailable model_vulkan 'relation_from(p, W_nonpriv, here), av[d], hb)' 'relation_from(p, W_nonpriv, here), hb)'
mutation locord-read-unvisible model_vulkan 'RELATION_CHAIN(p, reached, vis[d], here)' 'RELATION_CHAIN(p, reached, here)'
mutation locord-private-write model_vulkan 'relation_into(p, reached, W_nonpriv)' 'relation_into(p, reached, v->W)'
mutation locord-private-read model_vulkan 'relation_into(p, seen, R_nonpriv)' 'relation_into(p, seen, v->R)'
mutation locord-read-of-private model_vulkan 'relation_into(p, relation_from(p, ordered_R, v->hb), nonpriv)' 'relation_into(p, relation_from(p, v->R, v->hb), accesses)'
mutation fetch-nothing model_vulkan 'relation_into(p, flushed, v->W), relation_into(p, fetched, v->R)' 'relation_into(p, flushed, v->W)'
mutation fr-without-asmo model_vulkan 'RELATION_CHAIN(p, inverse_rf, v->asmo), from_initial' 'from_initial'
mutation fr-without-locord model_vulkan 'RELATION_UNION(p, by_locord, RELATION_CHAIN' 'RELATION_UNION(p, RELATION_CHAIN'
mutation race-between-reads model_vulkan 'relation dr = relation_meet(p, v->sloc, with_write);' 'relation dr = v->sloc;'
mutation race-ignores-order model_vulkan 'dr = relation_minus(p, dr, both_ways(p, v->locord));' ''

# ---- AMDGPU: synchronization ----
mutation tags-always-compatible model_amdgpu 'if (m->x->tags && !mmra_compatible' 'if (false && !mmra_compatible'
mutation sw-not-inclusive model_amdgpu 'm->sw = relation_meet(p, m->sw, m->inclusive);' ''
mutation sequence-of-one model_amdgpu 'relation_from(p, A_W, relation_reflexive(p, relation_closure(p, relation_into(p, next, RMW))));' 'relation_identity(p, A_W);'
mutation fence-without-poc-before model_amdgpu 'relation_into(p, relation_from(p, REL_F, m->poc), A_W)' 'relation_into(p, relation_from(p, REL_F, m->po), A_W)'
mutation fence-without-poc-after model_amdgpu 'relation_into(p, relation_from(p, A_R, m->poc), ACQ_F)' 'relation_into(p, relation_from(p, A_R, m->po), ACQ_F)'
mutation hb-one-closure model_amdgpu 'RELATION_UNION(m->pool, m->poc, happens_before_of(m, MODEL_GLOBAL), happens_before_of(m, MODEL_LOCAL),
                       happens_before_of(m, MODEL_GLOBAL | MODEL_LOCAL))' 'relation_closure(m->pool, RELATION_UNION(m->pool, m->poc, m->sw))'
mutation no-system-edges model_amdgpu 'RELATION_UNION(p, model_system_edges(m->x, m->END, m->BEGIN),' 'RELATION_UNION(p, relation_empty(p),'

# ---- AMDGPU: availability and visibility ----
mutation none-makes-available model_amdgpu 'm->make_available = set_minus(m->pool, m->REL, none);' 'm->make_available = m->REL;'
mutation none-makes-visible model_amdgpu 'm->make_visible = set_minus(m->pool, m->ACQ, none);' 'm->make_visible = m->ACQ;'
mutation no-availability-composition model_amdgpu 'relation_meet(p, available_later(m, by_itself, by_others), eligible)' 'relation_empty(p)'
mutation available-anywhere-others model_amdgpu 'relation_meet(m->pool, m->hb, includes(m, m->make_available, own_scope))' 'm->hb'
mutation visible-not-in-available model_amdgpu 'set_has(own, other) &&
            model_includes(m->x, other, available, y))' 'set_has(own, other))'
mutation visible-not-in-own model_amdgpu 'set_has(before, other) && set_has(own, other) &&
            model_includes(m->x, other, available, y))' 'set_has(before, other) && model_includes(m->x, other, available, y))'
mutation no-visibility-composition model_amdgpu 'for (uint8_t level = 0; level < MODEL_LEVELS; level++)
        SET_EACH(m->pool, relation_row(m->pool, m->visible[level], write), other) {' 'for (uint8_t level = 0; level < 0; level++)
        SET_EACH(m->pool, relation_row(m->pool, m->visible[level], write), other) {'
mutation load-visible-elsewhere model_amdgpu 'set_has(m->load_visible, y) && relation_has(m->pool, m->same_location, write, y)' 'set_has(m->load_visible, y)'

# ---- AMDGPU: location order, A4 to A7, coherence ----
mutation a4-not-from-writes model_amdgpu 'RELATION_UNION(p, m->po /* A4 */, initial,' 'RELATION_UNION(p, m->poc, initial,'
mutation a4-not-from-reads model_amdgpu 'RELATION_UNION(p, m->po /* A4 */, m->hb)' 'm->hb'
mutation reads-not-before model_amdgpu 'RELATION_UNION(p, m->po /* A4 */, m->hb)' 'm->po'
mutation no-hidden-writes model_amdgpu 'relation hidden = RELATION_CHAIN(p, relation_into(p, m->write_before, m->W), m->write_before);' 'relation hidden = relation_empty(p);'
mutation no-a7 model_amdgpu 'hidden = RELATION_UNION(p, hidden, RELATION_CHAIN(p, newer, m->write_before));' ''
mutation no-a5 model_amdgpu 'if (m->x->options->letter_of_document)' 'if (true)'
mutation a5-odd-anywhere model_amdgpu 'all_inclusive(m, read, sees, odd) && comes_first(m, read, sees, odd)' 'all_inclusive(m, read, sees, odd)'
mutation a5-writes-not-pairwise model_amdgpu 'if (other != odd && !relation_has(m->pool, m->atomics, one, other))
            return false;' ';'
mutation a5-not-with-read model_amdgpu 'if (!relation_has(m->pool, m->atomics, read, one))
            return false;' ''
mutation no-a6 model_amdgpu 'RELATION_CHAIN(p, relation_inverse(p, plain_rf), after_plain) /* A6 */' 'relation_empty(p)'
mutation coherence-without-hb model_amdgpu 'return RELATION_UNION(m->pool, m->hb, relation_meet(m->pool, m->po, m->same_location));' 'return relation_meet(m->pool, m->po, m->same_location);'
mutation eco-may-be-cyclic model_amdgpu 'else if (!relation_irreflexive(p, m->eco))' 'else if (false)'
mutation no-psc model_amdgpu 'if (set_next(p, m->SC, 0) == p->count)' 'if (true)'
