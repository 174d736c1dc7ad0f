# Mistakes that could be made in the two models: mutation NAME FILE OLD NEW. See mutate.sh. Below, each term of the definitions in turn:
# left out, put for another, or without one of its conditions. Those that change nothing are at the end, with the reason.

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
mutation availability-chain-anywhere model_vulkan 'relation av_within = relation_meet(p, available_hb, v->same[domains[d]]);' 'relation av_within = available_hb;'
mutation chain-without-inclusion model_vulkan 'relation available_hb = relation_meet(p, v->hb, v->av_includes), visible_hb = relation_meet(p, v->hb, v->vis_includes);' 'relation available_hb = v->hb, visible_hb = v->hb;'
mutation no-availability-chain model_vulkan 'relation more_av = relation_reflexive(p, RELATION_CHAIN(p, av[d], av_within));' 'relation more_av = relation_identity(p, model_events(v->x, 0, 0));'
mutation no-visibility-chain model_vulkan 'relation more_vis = relation_reflexive(p, RELATION_CHAIN(p, vis_within, vis[d]));' 'relation more_vis = relation_identity(p, model_events(v->x, 0, 0));'
mutation availability-chain-of-one model_vulkan 'av_prefix = smallest ? more_av : RELATION_CHAIN(p, av_prefix, more_av);' 'av_prefix = more_av;'
mutation visibility-chain-of-one model_vulkan 'vis_suffix = smallest ? more_vis : RELATION_CHAIN(p, more_vis, vis_suffix);' 'vis_suffix = more_vis;'
mutation locord-any-domain model_vulkan 'domains[d] == VULKAN_DEVICE ? v->hb : relation_meet(p, v->hb, v->same[domains[d]])' 'v->hb'
mutation locord-write-unavailable model_vulkan 'relation_from(p, W_nonpriv, to_available), av[d], hb)' 'relation_from(p, W_nonpriv, to_available), hb)'
mutation locord-read-unvisible model_vulkan 'RELATION_CHAIN(p, reached, vis[d], from_visible)' 'RELATION_CHAIN(p, reached, from_visible)'
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

# ---- Vulkan, term by term ----
mutation at-least-strict model_vulkan 'v->x->events[i].operation->scope <= level)' 'v->x->events[i].operation->scope < level)'
mutation class-of-fences model_vulkan 'access && event->operation->storage_class == bit' 'event->operation->storage_class == bit'
mutation sloc-not-reflexive model_vulkan 'RELATION_UNION(v->pool, relation_meet(v->pool, x->same_location, between_accesses),
                             relation_identity(v->pool, accesses))' 'relation_meet(v->pool, x->same_location, between_accesses)'
mutation mutord-any-scope model_vulkan 'relation_meet(v->pool, atomics, v->inscope)' 'atomics'
mutation mutord-any-ref model_vulkan 'relation_meet(v->pool, relation_meet(v->pool, v->sloc, v->sref),
                                   relation' 'relation_meet(v->pool, v->sloc,
                                   relation'
mutation mutord-plain model_vulkan 'relation atomics = relation_product(v->pool, v->A, v->A);' 'relation atomics = relation_product(v->pool, set_union(v->pool, v->R, v->W), set_union(v->pool, v->R, v->W));'
mutation inc-no-avdevice model_vulkan 'RELATION_UNION(p, relation_product(p, accesses, v->AVDEVICE),
' 'RELATION_UNION(p,
'
mutation inc-no-visdevice model_vulkan 'relation_product(p, v->VISDEVICE, accesses), both_ways' 'both_ways'
mutation inc-one-way model_vulkan 'both_ways(p, per_instruction));' 'per_instruction);'
mutation inc-other-way model_vulkan 'both_ways(p, per_instruction));' 'relation_inverse(p, per_instruction));'
mutation inc-any-ref model_vulkan 'relation_meet(p, v->sref, v->sloc));' 'v->sloc);'
mutation inc-any-location model_vulkan 'relation_meet(p, v->sref, v->sloc));' 'relation_product(p, accesses, accesses));'
mutation inc-no-sem-available model_vulkan 'RELATION_UNION(p, v->avvisinc, relation_product(p, v->SC[i], set_meet(p, v->SEMSC[i], v->SEMAV)),
' 'RELATION_UNION(p, v->avvisinc,
'
mutation inc-no-sem-visible model_vulkan 'set_meet(p, v->SEMSC[i], v->SEMAV)),
                           relation_product(p, set_meet(p, v->SEMSC[i], v->SEMVIS), v->SC[i]));' 'set_meet(p, v->SEMSC[i], v->SEMAV)));'
mutation sw-rf-any-scope model_vulkan 'relation ordered_rf = relation_meet(p, v->rf, v->mutordatom);' 'relation ordered_rf = relation_meet(p, v->rf, relation_product(p, v->A, v->A));'
mutation sw-rf-plain model_vulkan 'relation ordered_rf = relation_meet(p, v->rf, v->mutordatom);' 'relation ordered_rf = v->rf;'
mutation rs-not-immediate model_vulkan 'v->x->complete ? relation_immediate(p, v->asmo) : ordered_rf;' 'v->asmo;'
mutation rs-through-stores model_vulkan 'relation_closure(p, relation_into(p, next, RMW))' 'relation_closure(p, next)'
mutation rs-one-rmw model_vulkan 'relation_closure(p, relation_into(p, next, RMW))' 'relation_into(p, next, RMW)'
mutation no-atomic-atomic model_vulkan 'relation_into(p, from_atomic, ACQ_A), relation_into(p, from_fence' 'relation_into(p, from_fence'
mutation no-fence-atomic model_vulkan 'relation_into(p, from_fence, ACQ_A),
' '
'
mutation no-atomic-fence model_vulkan 'RELATION_CHAIN(p, from_atomic, to_fence), RELATION_CHAIN' 'RELATION_CHAIN'
mutation no-fence-fence model_vulkan 'RELATION_CHAIN(p, from_fence, to_fence),
' '
'
mutation no-barriers model_vulkan 'relation_into(p, relation_from(p, REL_F, RELATION_CHAIN(p, around, other_barriers, around)), ACQ_F));' 'relation_empty(p));'
mutation barrier-any-scope model_vulkan 'relation_meet(p, relation_meet(p, v->scbarinst, v->inscope),
' 'relation_meet(p, v->scbarinst,
'
mutation barrier-fence-after-only model_vulkan 'RELATION_CHAIN(p, around, other_barriers, around)' 'RELATION_CHAIN(p, other_barriers, around)'
mutation barrier-fence-before-only model_vulkan 'RELATION_CHAIN(p, around, other_barriers, around)' 'RELATION_CHAIN(p, around, other_barriers)'
mutation barrier-release-atomic model_vulkan 'relation_from(p, REL_F, RELATION_CHAIN(p, around' 'relation_from(p, v->REL, RELATION_CHAIN(p, around'
mutation barrier-acquire-atomic model_vulkan 'around, other_barriers, around)), ACQ_F)' 'around, other_barriers, around)), v->ACQ)'
mutation fence-acquire-any model_vulkan 'relation_into(p, relation_from(p, A_R, posctosem), ACQ_F)' 'relation_into(p, relation_from(p, A_R, posctosem), v->F)'
mutation fence-release-any model_vulkan 'relation_into(p, relation_from(p, REL_F, posemtosc), A_W)' 'relation_into(p, relation_from(p, v->F, posemtosc), A_W)'
mutation atomic-acquire-any model_vulkan 'event_set REL_A = set_meet(p, v->REL, v->A), ACQ_A = set_meet(p, v->ACQ, v->A);' 'event_set REL_A = set_meet(p, v->REL, v->A), ACQ_A = v->A;'
mutation ithb-no-ssw model_vulkan 'RELATION_UNION(p, v->ssw, relation_into(p, relation_from(p, sem, v->sw), sem),' 'RELATION_UNION(p, relation_into(p, relation_from(p, sem, v->sw), sem),'
mutation ithb-sw-from-any model_vulkan 'relation_into(p, relation_from(p, sem, v->sw), sem)' 'relation_into(p, v->sw, sem)'
mutation ithb-sw-into-any model_vulkan 'relation_into(p, relation_from(p, sem, v->sw), sem)' 'relation_from(p, sem, v->sw)'
mutation ithb-release-sc-only model_vulkan 'relation_into(p, relation_from(p, either, v->po), set_meet(p, v->REL, sem))' 'relation_into(p, relation_from(p, sc, v->po), set_meet(p, v->REL, sem))'
mutation ithb-release-sem-only model_vulkan 'relation_into(p, relation_from(p, either, v->po), set_meet(p, v->REL, sem))' 'relation_into(p, relation_from(p, sem, v->po), set_meet(p, v->REL, sem))'
mutation ithb-release-any-class model_vulkan 'set_meet(p, v->REL, sem))' 'v->REL)'
mutation ithb-acquire-sc-only model_vulkan 'relation_into(p, relation_from(p, set_meet(p, v->ACQ, sem), v->po), either)' 'relation_into(p, relation_from(p, set_meet(p, v->ACQ, sem), v->po), sc)'
mutation ithb-acquire-sem-only model_vulkan 'relation_into(p, relation_from(p, set_meet(p, v->ACQ, sem), v->po), either)' 'relation_into(p, relation_from(p, set_meet(p, v->ACQ, sem), v->po), sem)'
mutation ithb-acquire-any-class model_vulkan 'set_meet(p, v->ACQ, sem)' 'v->ACQ'
mutation ithb-sc-all model_vulkan 'sc = set_union(p, sc, v->SC[i]);' 'sc = sem == v->SEMSC[i] ? v->SC[i] : set_meet(p, sc, v->SC[i]);'
mutation ithb-no-closure model_vulkan 'return relation_closure(p, step);' 'return step;'
mutation no-intersections model_vulkan 'for (uint32_t i = 0; i + 1 < count; i++)
        count' 'for (uint32_t i = 0; i + 1 < 0; i++)
        count'
mutation hb-no-po model_vulkan 'RELATION_UNION(v->pool, v->po, relation_closure(v->pool, v->ssw))' 'relation_closure(v->pool, v->ssw)'
mutation hb-no-ssw model_vulkan 'RELATION_UNION(v->pool, v->po, relation_closure(v->pool, v->ssw))' 'v->po'
mutation hb-ssw-no-closure model_vulkan 'RELATION_UNION(v->pool, v->po, relation_closure(v->pool, v->ssw))' 'RELATION_UNION(v->pool, v->po, v->ssw)'
mutation chains-never model_vulkan 'if (v->x->options->chains)' 'if (false)'
mutation chain-vis-anywhere model_vulkan 'relation_reflexive(p, RELATION_CHAIN(p, vis_within, vis[d]))' 'relation_reflexive(p, RELATION_CHAIN(p, visible_hb, vis[d]))'
mutation chain-av-not-included model_vulkan 'RELATION_CHAIN(p, av[d], av_within)' 'RELATION_CHAIN(p, av[d], relation_meet(p, v->hb, v->same[domains[d]]))'
mutation chain-vis-not-included model_vulkan 'RELATION_CHAIN(p, vis_within, vis[d])' 'RELATION_CHAIN(p, relation_meet(p, v->hb, v->same[domains[d]]), vis[d])'
mutation no-subgroup-domain model_vulkan '{VULKAN_SUBGROUP, VULKAN_WORKGROUP,' '{VULKAN_WORKGROUP, VULKAN_WORKGROUP,'
mutation no-workgroup-domain model_vulkan '{VULKAN_SUBGROUP, VULKAN_WORKGROUP, VULKAN_QUEUE_FAMILY,' '{VULKAN_SUBGROUP, VULKAN_QUEUE_FAMILY, VULKAN_QUEUE_FAMILY,'
mutation no-queue-domain model_vulkan '{VULKAN_SUBGROUP, VULKAN_WORKGROUP, VULKAN_QUEUE_FAMILY,' '{VULKAN_SUBGROUP, VULKAN_WORKGROUP, VULKAN_WORKGROUP,'
mutation no-device-domain model_vulkan 'VULKAN_QUEUE_FAMILY, VULKAN_DEVICE};' 'VULKAN_QUEUE_FAMILY, VULKAN_QUEUE_FAMILY};'
mutation locord-no-own model_vulkan 'RELATION_UNION(p, relation_meet(p, relation_meet(p, v->hb, v->sthd), v->sref),
' 'RELATION_UNION(p,
'
mutation locord-own-any-ref model_vulkan 'relation_meet(p, relation_meet(p, v->hb, v->sthd), v->sref)' 'relation_meet(p, v->hb, v->sthd)'
mutation locord-own-anywhere model_vulkan 'relation_meet(p, relation_meet(p, v->hb, v->sthd), v->sref)' 'relation_meet(p, v->hb, v->sref)'
mutation locord-no-reads model_vulkan 'relation_into(p, relation_from(p, ordered_R, v->hb), nonpriv),' ''
mutation locord-private-read-from model_vulkan 'relation_into(p, relation_from(p, ordered_R, v->hb), nonpriv)' 'relation_into(p, relation_from(p, v->R, v->hb), nonpriv)'
mutation locord-read-into-private model_vulkan 'relation_into(p, relation_from(p, ordered_R, v->hb), nonpriv)' 'relation_into(p, relation_from(p, ordered_R, v->hb), accesses)'
mutation locord-no-read-ssw model_vulkan 'relation_into(p, relation_from(p, ordered_R, v->hb), nonpriv),
                       relation_into(p, relation_from(p, v->R, relation_closure(p, v->ssw)), accesses));' 'relation_into(p, relation_from(p, ordered_R, v->hb), nonpriv));'
mutation locord-read-ssw-once model_vulkan 'relation_from(p, v->R, relation_closure(p, v->ssw))' 'relation_from(p, v->R, v->ssw)'
mutation locord-read-ssw-nonpriv model_vulkan 'relation_from(p, v->R, relation_closure(p, v->ssw))' 'relation_from(p, R_nonpriv, relation_closure(p, v->ssw))'
mutation locord-from-private-write model_vulkan 'RELATION_CHAIN(p, relation_from(p, W_nonpriv, to_available), av[d], hb)' 'RELATION_CHAIN(p, relation_from(p, v->W, to_available), av[d], hb)'
mutation here-before-any model_vulkan 'relation_from(p, W_nonpriv, to_available), av[d]' 'relation_from(p, W_nonpriv, relation_reflexive(p, v->po)), av[d]'
mutation here-before-itself model_vulkan 'relation_from(p, W_nonpriv, to_available), av[d]' 'relation_identity(p, W_nonpriv), av[d]'
mutation here-before-not-itself model_vulkan 'relation_from(p, W_nonpriv, to_available), av[d]' 'relation_from(p, W_nonpriv, relation_meet(p, v->po, v->avvisinc)), av[d]'
mutation here-after-any model_vulkan 'RELATION_CHAIN(p, reached, vis[d], from_visible)' 'RELATION_CHAIN(p, reached, vis[d], relation_reflexive(p, v->po))'
mutation here-after-itself model_vulkan 'RELATION_CHAIN(p, reached, vis[d], from_visible)' 'RELATION_CHAIN(p, reached, vis[d])'
mutation here-after-not-itself model_vulkan 'RELATION_CHAIN(p, reached, vis[d], from_visible)' 'RELATION_CHAIN(p, reached, vis[d], relation_meet(p, v->po, v->avvisinc))'
mutation locord-ww-any-ref model_vulkan 'relation_meet(p, v->sref, relation_into(p, reached, W_nonpriv))' 'relation_into(p, reached, W_nonpriv)'
mutation locord-wr-any-ref model_vulkan 'relation_meet(p, v->sref, relation_into(p, seen, R_nonpriv))' 'relation_into(p, seen, R_nonpriv)'
mutation locord-no-ww model_vulkan 'RELATION_UNION(p, order, relation_meet(p, v->sref, relation_into(p, reached, W_nonpriv)),
' 'RELATION_UNION(p, order,
'
mutation flushed-nonpriv model_vulkan 'relation_from(p, v->W, included_hb)' 'relation_from(p, W_nonpriv, included_hb)'
mutation flushed-nothing model_vulkan 'order = RELATION_UNION(p, order, relation_into(p, flushed, v->W), relation' 'order = RELATION_UNION(p, order, relation'
mutation flushed-not-available model_vulkan 'relation_identity(p, v->AVDEVICE), v->hb)' 'v->hb)'
mutation fetched-not-visible model_vulkan 'RELATION_CHAIN(p, flushed, relation_identity(p, v->VISDEVICE), included_hb)' 'RELATION_CHAIN(p, flushed, included_hb)'
mutation fetched-nonpriv model_vulkan 'relation_into(p, fetched, v->R)' 'relation_into(p, fetched, R_nonpriv)'
mutation fr-no-initial model_vulkan 'RELATION_CHAIN(p, inverse_rf, v->asmo), from_initial)' 'RELATION_CHAIN(p, inverse_rf, v->asmo))'
mutation fr-reflexive model_vulkan 'v->fr = relation_minus(p, v->fr, relation_identity(p, accesses));' '(void)accesses;'
mutation fr-needs-locord model_vulkan 'v->x->options->fr_needs_locord ? ordered_rf : inverse_rf' 'ordered_rf'
mutation wf-barriers-cross model_vulkan 'else if (!relation_is_empty(p, relation_meet(p, v->scbarinst, once)))' 'else if (false && !relation_is_empty(p, once))'
mutation wf-asmo-transitive model_vulkan 'else if (!relation_is_empty(p, relation_minus(p, v->asmo, relation_meet(p, writes, v->mutordatom))))' 'else if (false && writes)'
mutation wf-barrier-scope model_vulkan 'if (one->scope != two->scope || one->semantics' 'if (one->semantics'
mutation wf-barrier-classes model_vulkan 'one->semantics != two->semantics ||
' '
'
mutation wf-barrier-halves model_vulkan 'one->semantics != two->semantics ||
            (one->flags & halves) != (two->flags & halves))' 'one->semantics != two->semantics || (false && halves))'
mutation shadow-any model_vulkan 'relation write_locord = relation_from(p, v->W, v->locord);' 'relation write_locord = v->locord;'
mutation cons-no-locord model_vulkan 'RELATION_UNION(p, v->locord, v->rf, v->fr, v->asmo)))
        v->x->inc' 'RELATION_UNION(p, v->rf, v->fr, v->asmo)))
        v->x->inc'
mutation cons-no-rf model_vulkan 'RELATION_UNION(p, v->locord, v->rf, v->fr, v->asmo)))
        v->x->inc' 'RELATION_UNION(p, v->locord, v->fr, v->asmo)))
        v->x->inc'
mutation cons-no-fr model_vulkan 'RELATION_UNION(p, v->locord, v->rf, v->fr, v->asmo)))
        v->x->inc' 'RELATION_UNION(p, v->locord, v->rf, v->asmo)))
        v->x->inc'
mutation cons-no-asmo model_vulkan 'RELATION_UNION(p, v->locord, v->rf, v->fr, v->asmo)))
        v->x->inc' 'RELATION_UNION(p, v->locord, v->rf, v->fr)))
        v->x->inc'
mutation cons-hb model_vulkan 'RELATION_UNION(p, v->locord, v->rf, v->fr, v->asmo)))
        v->x->inc' 'RELATION_UNION(p, v->hb, v->locord, v->rf, v->fr, v->asmo)))
        v->x->inc'
mutation race-mutord model_vulkan 'relation_minus(p, relation_minus(p, dr, v->mutordatom), relation_identity(p, accesses))' 'relation_minus(p, dr, relation_identity(p, accesses))'
mutation race-atomics-never model_vulkan 'relation_minus(p, relation_minus(p, dr, v->mutordatom)' 'relation_minus(p, relation_minus(p, dr, relation_product(p, v->A, v->A))'
mutation race-hb model_vulkan 'dr = relation_minus(p, dr, both_ways(p, v->locord));' 'dr = relation_minus(p, dr, both_ways(p, v->hb));'
mutation race-one-way model_vulkan 'dr = relation_minus(p, dr, both_ways(p, v->locord));' 'dr = relation_minus(p, dr, v->locord);'
mutation chains-always model_vulkan 'if (v->x->options->chains)' 'if (true)'
mutation no-shadowed-writes model_vulkan 'else if (!relation_is_empty(p, relation_meet(p, plain_rf, shadowed)))' 'else if (false && plain_rf && shadowed)'
mutation mixed-writes-never model_vulkan 'v->x->mixed_writes = mixes_scopes(v, relation_meet(p, from_write, to_write));' ''
mutation mixed-reads-never model_vulkan 'v->x->mixed_reads = mixes_scopes(v, RELATION_UNION(p, from_write, to_write));' ''
mutation mixed-if-any-is-out model_vulkan '!relation_is_empty(p, RELATION_CHAIN(p, in, v->sloc, out))' '!relation_is_empty(p, out)'
mutation inclusion-without-direction model_vulkan 'if (!v->x->options->inclusion_has_direction)
        return;' 'return;'
mutation inclusion-with-direction model_vulkan 'if (!v->x->options->inclusion_has_direction)
        return;' ''

# ---- AMDGPU, term by term ----
mutation amdgpu-covers-any model_amdgpu 'operation(m, event)->ordered & spaces) == spaces &&' 'operation(m, event)->ordered & spaces) &&'
mutation amdgpu-none-still-available model_amdgpu 'm->make_available = set_minus(m->pool, m->REL, none);' 'm->make_available = set_empty(m->pool);'
mutation amdgpu-none-still-visible model_amdgpu 'm->make_visible = set_minus(m->pool, m->ACQ, none);' 'm->make_visible = set_empty(m->pool);'
mutation amdgpu-av-store-nothing model_amdgpu 'm->store_available = model_events(x, MODEL_WRITE, MODEL_STORE_AVAILABLE);' 'm->store_available = model_events(x, MODEL_WRITE | MODEL_INITIAL, MODEL_STORE_AVAILABLE);'
mutation amdgpu-av-load-nothing model_amdgpu 'm->load_visible = model_events(x, MODEL_READ, MODEL_LOAD_VISIBLE);' 'm->load_visible = set_empty(m->pool);'
mutation amdgpu-spaces-a-access model_amdgpu '(a_synchronizes && is_access(b) && (a_ordered & b->operation->spaces)) ||
' '
'
mutation amdgpu-spaces-b-access model_amdgpu '(b_synchronizes && is_access(a) && (b_ordered & a->operation->spaces)) ||
' '
'
mutation amdgpu-spaces-both model_amdgpu '(b_ordered & a->operation->spaces)) ||
           (a_synchronizes && b_synchronizes && (a_ordered & b_ordered))' '(b_ordered & a->operation->spaces))'
mutation amdgpu-spaces-never-looked-at model_amdgpu '    return spaces_compatible(a, b);' '    return true || spaces_compatible(a, b);'
mutation amdgpu-inclusive-one-side model_amdgpu 'relation_meet(m->pool, reach, relation_inverse(m->pool, reach))' 'reach'
mutation amdgpu-inclusive-other-side model_amdgpu 'relation_meet(m->pool, reach, relation_inverse(m->pool, reach))' 'relation_inverse(m->pool, reach)'
mutation amdgpu-inclusive-either model_amdgpu 'relation_meet(m->pool, reach, relation_inverse(m->pool, reach))' 'RELATION_UNION(m->pool, reach, relation_inverse(m->pool, reach))'
mutation amdgpu-atomics-any-scope model_amdgpu 'm->atomics = relation_meet(m->pool, relation_product(m->pool, m->A, m->A), m->inclusive);' 'm->atomics = relation_product(m->pool, m->A, m->A);'
mutation amdgpu-barrier-any-instance model_amdgpu 'if (a != b && m->x->events[a].barrier == m->x->events[b].barrier)' 'if (a != b)'
mutation amdgpu-acquire-any model_amdgpu 'ACQ_A = set_meet(p, m->ACQ, A_R)' 'ACQ_A = A_R'
mutation amdgpu-release-any model_amdgpu 'event_set REL_A = set_meet(p, m->REL, A_W)' 'event_set REL_A = A_W'
mutation amdgpu-rs-not-immediate model_amdgpu 'm->x->complete ? relation_immediate(p, m->mo) : all_rf' 'm->mo'
mutation amdgpu-rs-through-stores model_amdgpu 'relation_closure(p, relation_into(p, next, RMW))' 'relation_closure(p, next)'
mutation amdgpu-rs-one-rmw model_amdgpu 'relation_closure(p, relation_into(p, next, RMW))' 'relation_into(p, next, RMW)'
mutation amdgpu-no-atomic-atomic model_amdgpu 'relation_into(p, from_atomic, ACQ_A), relation' 'relation'
mutation amdgpu-no-fence-atomic model_amdgpu 'relation_into(p, from_fence, ACQ_A),
' '
'
mutation amdgpu-no-atomic-fence model_amdgpu 'RELATION_CHAIN(p, from_atomic, to_fence), RELATION' 'RELATION'
mutation amdgpu-no-fence-fence model_amdgpu 'RELATION_CHAIN(p, from_fence, to_fence),
' '
'
mutation amdgpu-no-barrier model_amdgpu 'relation_into(p, relation_from(p, REL_F, across), ACQ_F));' 'relation_empty(p));'
mutation amdgpu-barrier-release-atomic model_amdgpu 'relation_from(p, REL_F, across)' 'relation_from(p, m->REL, across)'
mutation amdgpu-barrier-acquire-atomic model_amdgpu 'relation_from(p, REL_F, across), ACQ_F)' 'relation_from(p, REL_F, across), m->ACQ)'
mutation amdgpu-barrier-fence-any-before model_amdgpu 'relation_from(p, REL_F, across)' 'relation_from(p, m->F, across)'
mutation amdgpu-barrier-fence-any-after model_amdgpu 'relation_from(p, REL_F, across), ACQ_F)' 'relation_from(p, REL_F, across), m->F)'
mutation amdgpu-concerned-access-no model_amdgpu 'if (covers_all || (is_access(event) && (event->operation->spaces & spaces)))' 'if (covers_all)'
mutation amdgpu-concerned-any-access model_amdgpu 'is_access(event) && (event->operation->spaces & spaces)' 'is_access(event)'
mutation amdgpu-concerned-all-spaces model_amdgpu 'is_access(event) && (event->operation->spaces & spaces)' 'is_access(event) && (event->operation->spaces & spaces) == spaces'
mutation amdgpu-concerned-sync-no model_amdgpu 'if (covers_all || (is_access(event)' 'if ((is_access(event)'
mutation amdgpu-h-sw-from-any model_amdgpu 'relation_into(p, relation_from(p, covering, m->sw), covering)' 'relation_into(p, m->sw, covering)'
mutation amdgpu-h-sw-into-any model_amdgpu 'relation_into(p, relation_from(p, covering, m->sw), covering)' 'relation_from(p, covering, m->sw)'
mutation amdgpu-h-acquire-po model_amdgpu 'relation_from(p, set_meet(p, m->ACQ, covering), m->poc)' 'relation_from(p, set_meet(p, m->ACQ, covering), m->po)'
mutation amdgpu-h-release-po model_amdgpu 'relation_from(p, concerned, m->poc)' 'relation_from(p, concerned, m->po)'
mutation amdgpu-h-acquire-anything model_amdgpu 'relation_into(p, relation_from(p, set_meet(p, m->ACQ, covering), m->poc), concerned)' 'relation_from(p, set_meet(p, m->ACQ, covering), m->poc)'
mutation amdgpu-h-release-anything model_amdgpu 'relation_into(p, relation_from(p, concerned, m->poc), set_meet' 'relation_into(p, m->poc, set_meet'
mutation amdgpu-h-no-closure model_amdgpu 'return relation_closure(p, step);' 'return step;'
mutation amdgpu-hb-no-global model_amdgpu 'm->poc, happens_before_of(m, MODEL_GLOBAL), happens' 'm->poc, happens'
mutation amdgpu-hb-no-local model_amdgpu 'happens_before_of(m, MODEL_LOCAL),
' '
'
mutation amdgpu-hb-no-both model_amdgpu 'happens_before_of(m, MODEL_LOCAL),
                       happens_before_of(m, MODEL_GLOBAL | MODEL_LOCAL));' 'happens_before_of(m, MODEL_LOCAL));'
mutation amdgpu-covered-any model_amdgpu 'if (covers(m, other, operation(m, write)->spaces))' 'if (true)'
mutation amdgpu-available-self-anywhere model_amdgpu 'relation_meet(m->pool, m->hb, includes(m, m->store_available, scope_available))' 'm->hb'
mutation amdgpu-available-self-never model_amdgpu 'RELATION_UNION(m->pool, RELATION_CHAIN(m->pool, by_itself, self),
' 'RELATION_UNION(m->pool,
'
mutation amdgpu-available-others-never model_amdgpu 'RELATION_UNION(m->pool, RELATION_CHAIN(m->pool, by_itself, self),
                          RELATION_CHAIN(m->pool, by_others, other))' 'RELATION_CHAIN(m->pool, by_itself, self)'
mutation amdgpu-available-po model_amdgpu 'relation by_others = relation_meet(p, coverage, m->poc);' 'relation by_others = relation_meet(p, coverage, m->po);'
mutation amdgpu-available-hb model_amdgpu 'relation by_others = relation_meet(p, coverage, m->poc);' 'relation by_others = relation_meet(p, coverage, m->hb);'
mutation amdgpu-available-later-any-instance model_amdgpu 'relation eligible = relation_meet(p, coverage, instance_has_write);' 'relation eligible = coverage;'
mutation amdgpu-available-later-any-space model_amdgpu 'relation eligible = relation_meet(p, coverage, instance_has_write);' 'relation eligible = instance_has_write;'
mutation amdgpu-available-once model_amdgpu 'if (relation_equal(p, all, by_others))
            break;
        by_others = all;' 'by_others = all; break;'
mutation amdgpu-visible-largest model_amdgpu 'uint8_t common = available > scope ? available : scope;' 'uint8_t common = available < scope ? available : scope;'
mutation amdgpu-visible-own-scope model_amdgpu 'uint8_t common = available > scope ? available : scope;' 'uint8_t common = scope;'
mutation amdgpu-visible-no-hb model_amdgpu 'if (common < best && set_has(before, other) && set_has(own, other) &&
            model_includes' 'if (common < best && set_has(own, other) &&
            model_includes'
mutation amdgpu-composed-largest model_amdgpu 'uint8_t common = level > scope ? level : scope;' 'uint8_t common = level < scope ? level : scope;'
mutation amdgpu-composed-scope model_amdgpu 'uint8_t common = level > scope ? level : scope;' 'uint8_t common = scope;'
mutation amdgpu-composed-no-hb model_amdgpu 'if (common < best && set_has(before, other) && set_has(own, other) &&
                model_includes' 'if (common < best && set_has(own, other) &&
                model_includes'
mutation amdgpu-composed-not-own model_amdgpu 'if (common < best && set_has(before, other) && set_has(own, other) &&
                model_includes' 'if (common < best && set_has(before, other) &&
                model_includes'
mutation amdgpu-composed-any-level model_amdgpu 'set_has(own, other) &&
                model_includes(m->x, other, level, y))' 'set_has(own, other))'
mutation amdgpu-make-visible-any-space model_amdgpu 'if (set_has(m->make_visible, y) && covers(m, y, operation(m, write)->spaces))' 'if (set_has(m->make_visible, y))'
mutation amdgpu-visible-once model_amdgpu 'for (bool grown = true; grown;) {
        grown = false;' 'for (bool grown = true, first = true; grown && first; first = false) {
        grown = false;'
mutation amdgpu-ww-itself-not model_amdgpu 'return relation_into(m->pool, available_later(m, itself, others), m->W);' 'return relation_into(m->pool, available_later(m, relation_empty(m->pool), others), m->W);'
mutation amdgpu-ww-others-not model_amdgpu 'return relation_into(m->pool, available_later(m, itself, others), m->W);' 'return relation_into(m->pool, available_later(m, itself, relation_empty(m->pool)), m->W);'
mutation amdgpu-ww-into-reads model_amdgpu 'return relation_into(m->pool, available_later(m, itself, others), m->W);' 'return available_later(m, itself, others);'
mutation amdgpu-wr-not-itself model_amdgpu 'RELATION_UNION(m->pool, m->poc, relation_identity(m->pool, m->R))' 'm->poc'
mutation amdgpu-wr-not-poc model_amdgpu 'RELATION_UNION(m->pool, m->poc, relation_identity(m->pool, m->R))' 'relation_identity(m->pool, m->R)'
mutation amdgpu-wr-po model_amdgpu 'RELATION_UNION(m->pool, m->poc, relation_identity(m->pool, m->R))' 'RELATION_UNION(m->pool, m->po, relation_identity(m->pool, m->R))'
mutation amdgpu-wr-hb model_amdgpu 'RELATION_UNION(m->pool, m->poc, relation_identity(m->pool, m->R))' 'RELATION_UNION(m->pool, m->hb, relation_identity(m->pool, m->R))'
mutation amdgpu-wr-loads-any-tag model_amdgpu 'if (relation_has(m->pool, m->same_location, z, read) &&
        operation(m, z)->vulkan_tags == operation(m, read)->vulkan_tags)' 'if (relation_has(m->pool, m->same_location, z, read))'
mutation amdgpu-wr-loads-not model_amdgpu '        relation_add(m->pool, reaches, z, read);' '        relation_add(m->pool, reaches, z, z);'
mutation amdgpu-no-initial model_amdgpu 'RELATION_UNION(p, m->po /* A4 */, initial, writes' 'RELATION_UNION(p, m->po /* A4 */, writes'
mutation amdgpu-no-ww model_amdgpu 'initial, writes_made_available(m), writes_made_visible(m))' 'initial, writes_made_visible(m))'
mutation amdgpu-no-wr model_amdgpu 'initial, writes_made_available(m), writes_made_visible(m))' 'initial, writes_made_available(m))'
mutation amdgpu-reads-poc model_amdgpu 'RELATION_UNION(p, m->po /* A4 */, m->hb)' 'RELATION_UNION(p, m->poc, m->hb)'
mutation amdgpu-sees-later model_amdgpu 'sees = relation_minus(p, sees, m->read_before);' ''
mutation amdgpu-hidden-one-side model_amdgpu 'RELATION_CHAIN(p, relation_into(p, m->write_before, m->W), m->write_before)' 'RELATION_CHAIN(p, relation_into(p, m->write_before, set_minus(p, m->W, m->R)), m->write_before)'
mutation amdgpu-a7-any-scope model_amdgpu 'relation_meet(p, relation_into(p, relation_from(p, A_W, m->mo), A_W), m->atomics)' 'relation_into(p, relation_from(p, A_W, m->mo), A_W)'
mutation amdgpu-end-no-mo model_amdgpu 'RELATION_UNION(p, relation_into(p, m->write_before, m->W), newer)' 'relation_into(p, m->write_before, m->W)'
mutation amdgpu-end-no-locord model_amdgpu 'RELATION_UNION(p, relation_into(p, m->write_before, m->W), newer)' 'newer'
mutation amdgpu-a5-odd-not-others model_amdgpu 'if (other != odd && !relation_has(m->pool, m->write_before, odd, other))
        return false;' ';'
mutation amdgpu-a5-never model_amdgpu 'if (all_inclusive(m, read, sees, MODEL_NONE))
        return true;' ''
mutation amdgpu-only-first model_amdgpu 'if (source >= 0 || !relation_has(m->pool, m->write_before, write, read))' 'if (!relation_has(m->pool, m->write_before, write, read))'
mutation amdgpu-may-not-see model_amdgpu 'if (source >= 0 && !set_has(sees, (uint32_t)source)) {' 'if (source >= 0 && false) {'
mutation amdgpu-unordered-in-mo model_amdgpu 'event_set writes = set_minus(x->pool, model_events(x, MODEL_WRITE, MODEL_ATOMIC), unordered);' 'event_set writes = model_events(x, MODEL_WRITE, MODEL_ATOMIC); (void)unordered;'
mutation amdgpu-unordered-coherent model_amdgpu 'event_set ordered = set_minus(p, m->A, model_events(m->x, 0, MODEL_UNORDERED));' 'event_set ordered = m->A;'
mutation amdgpu-eco-no-rf model_amdgpu 'm->eco = relation_closure(p, RELATION_UNION(p, rf, m->mo, m->fr));' 'm->eco = relation_closure(p, RELATION_UNION(p, m->mo, m->fr));'
mutation amdgpu-eco-no-fr model_amdgpu 'm->eco = relation_closure(p, RELATION_UNION(p, rf, m->mo, m->fr));' 'm->eco = relation_closure(p, RELATION_UNION(p, rf, m->mo));'
mutation amdgpu-eco-once model_amdgpu 'm->eco = relation_closure(p, RELATION_UNION(p, rf, m->mo, m->fr));' 'm->eco = RELATION_UNION(p, rf, m->mo, m->fr);'
mutation amdgpu-eco-any-rf model_amdgpu 'relation rf = relation_into(p, relation_from(p, A_W, m->rf), A_R);' 'relation rf = m->rf;'
mutation amdgpu-fr-reflexive model_amdgpu 'm->fr = relation_minus(p, fr, relation_identity(p, m->A));' 'm->fr = fr;'
mutation amdgpu-fr-no-mo model_amdgpu 'RELATION_UNION(p, RELATION_CHAIN(p, relation_inverse(p, rf), m->mo),
' 'RELATION_UNION(p,
'
mutation amdgpu-coherence-no-po model_amdgpu 'RELATION_UNION(m->pool, m->hb, relation_meet(m->pool, m->po, m->same_location))' 'm->hb'
mutation amdgpu-hb-may-be-reflexive model_amdgpu 'if (!relation_irreflexive(p, m->hb))' 'if (false)'
mutation amdgpu-no-coherence model_amdgpu 'else if (!relation_irreflexive(p, RELATION_CHAIN(p, coherence_steps(m), scoped_eco)))' 'else if (false && scoped_eco)'
mutation amdgpu-sc-no-po model_amdgpu 'RELATION_UNION(p, m->po, RELATION_CHAIN(p, elsewhere, m->hb, elsewhere),
' 'RELATION_UNION(p, RELATION_CHAIN(p, elsewhere, m->hb, elsewhere),
'
mutation amdgpu-sc-no-elsewhere model_amdgpu 'RELATION_UNION(p, m->po, RELATION_CHAIN(p, elsewhere, m->hb, elsewhere),
' 'RELATION_UNION(p, m->po,
'
mutation amdgpu-sc-no-hb-loc model_amdgpu 'relation_meet(p, m->hb, m->same_location), m->mo, m->fr)' 'm->mo, m->fr)'
mutation amdgpu-sc-hb model_amdgpu 'relation_meet(p, m->hb, m->same_location), m->mo, m->fr)' 'm->hb, m->mo, m->fr)'
mutation amdgpu-sc-no-mo model_amdgpu 'm->same_location), m->mo, m->fr)' 'm->same_location), m->fr)'
mutation amdgpu-sc-no-fr model_amdgpu 'm->same_location), m->mo, m->fr)' 'm->same_location), m->mo)'
mutation amdgpu-sc-fence-before-not model_amdgpu 'RELATION_UNION(p, on_SC, relation_from(p, F_sc, hb_opt))' 'on_SC'
mutation amdgpu-sc-fence-after-not model_amdgpu 'RELATION_UNION(p, on_SC, relation_into(p, hb_opt, F_sc))' 'on_SC'
mutation amdgpu-sc-ops-not model_amdgpu 'on_SC = relation_identity(p, m->SC)' 'on_SC = relation_identity(p, F_sc)'
mutation amdgpu-sc-fences-not model_amdgpu 'RELATION_UNION(p, RELATION_CHAIN(p, before, scb, after),
                                  relation_into(p, relation_from(p, F_sc, between), F_sc))' 'RELATION_CHAIN(p, before, scb, after); (void)between'
mutation amdgpu-sc-fences-no-eco model_amdgpu 'RELATION_UNION(p, m->hb, RELATION_CHAIN(p, m->hb, m->eco, m->hb))' 'm->hb'
mutation amdgpu-sc-any-scope model_amdgpu 'relation_meet(p, psc, m->inclusive)' 'psc'
mutation amdgpu-order-does-always model_amdgpu 'if (m->x->options->order_does_for_scopes)' 'if (true)'
mutation amdgpu-order-does-never model_amdgpu 'if (m->x->options->order_does_for_scopes)' 'if (false)'

# ---- what changes nothing, or nothing that a program can show ----
# Vulkan:
# - release sequences from any release or any write: what uses them begins with the atomic release, or the atomic write, again.
# - release sequences while the order grows: they only give executions up earlier.
# - a barrier related to itself: what reaches a thread reaches it at an acquire or by system order, and both already order all
#   that follows there.
# - [ACQ & sem] or [REL & sem] of ithb without ACQ or REL: sw ends at acquires and begins at releases, and sem is part of `either`.
# - chains of two domains composed in the other order: the chain of the larger domain already begins with that of the smaller.
# - avvisinc before avdevice and after visdevice: it relates every access to both.
# - the device domain restricted to one device; the scope of operations that reach a subgroup: there is one device, and no operation of a
#   smaller scope.
# - mutordatom with the identity: what it meets is irreflexive. The order of writes acyclic: consistent() asks for more.
# - atomics that take a shadowed write: fr and location order are cyclic then, with Khronos's fr.
# - one instance of a barrier twice in a thread: then the two are also in opposite orders.
# AMDGPU:
# - the scope of an av intrinsic as an operation: it is the one that it makes available or visible at.
# - begin, end and barriers not compatible with all: they have no tags, and nothing asks for poc of a barrier.
# - a barrier related to itself; release sequences while the order grows; sequences from releases that are no writes: as above.
# - (hb | po) against eco, instead of po at one location: eco is of one location.
# - poc not in hb, or po instead of it: the pairs in one thread that this adds or takes are location-ordered by A4 either way.
# - ACQ or REL of H(S) that cover another space, or that are no acquire or release: sw and the ends of the chain ask for the same.
# - a write's level of visibility taken from one of the two scopes, where the smaller one's own instance is asked for besides.
# - A5's one write that is not before the read: then it is not before the others either, or it is hidden.
# - plain reads that take any: some write is always left to see, and a plain read is in scope of none.
# - writes compared by eco without mo or out of scope: the order that is chosen is already the one that coherence leaves.
# Not exposed by a program of ours: A6 by happens-before or to plain writes; A7 by happens-before; a fence of one address space at a time
# that orders accesses to generic addresses; rf out of scope in synchronizes-with; relaxed atomics that count as no synchronizing
# operation in compatibility; a load-visible at another location; RC11's scb with po at one location, and its psc of two fences without hb.
