/* What the tests call the profiles. */
#ifndef TESTS_LITMUS_PROFILES_H
#define TESTS_LITMUS_PROFILES_H

#include "translator/map/profile.h"

static const char *const profile_names[PROFILE_COUNT] = {"23", "22", "document", "24", "draft", "21", "19"};

#endif
