#ifndef CASTLAB_CJANSSON_SHIM_H
#define CASTLAB_CJANSSON_SHIM_H

#include <jansson.h>

// What the library has as macros or inline functions with attributes that Swift does not see.

static inline json_type cjansson_type(const json_t *value) {
    return json_typeof(value);
}

static inline void cjansson_release(json_t *value) {
    json_decref(value);
}

#endif
