/* The orders of a verdict, where lengths of arrays grow with the accesses and numbers are tried. */
#include "translator/program/litmus_alone.h"
#include "translator/program/litmus_constants.h"
#include "translator/program/litmus_lengths.h"
#include "translator/program/litmus_subgroups.h"
#include "translator/program/litmus_unset_try.h"

void litmus_orders_run(struct litmus_race *race, const struct race_options *options, uint64_t seed, struct arena *run,
                       struct litmus_orders *orders) {
    race->separates = true;
    do
        litmus_orders_run_as_read(race, options, seed, run, orders);
    while (litmus_lengths_settle(race, &orders->options, &orders->answer, run));
    const bool is_right = litmus_orders_are_right(race, &orders->answer);
    if (is_right && !orders->equal.count)
        litmus_unset_try(race, options, seed, run, orders);
    if (is_right == litmus_orders_are_right(race, &orders->answer))
        litmus_subgroups_try(race, options, run, orders);
    litmus_constants_try(race, options, run, orders);
    litmus_alone_try(race, options, run, orders);
}
