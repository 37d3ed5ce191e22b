#include "api/handles.hpp"
#include "pool/tag_scopes.hpp"

#include <clmem_extras.h>

using namespace clmem_core;

clmem_status clmem_tag_begin(const char *name) {
    return api::guard(__func__, [&] { tag_scopes::begin(api::required(name, "name")); });
}

clmem_status clmem_tag_end() {
    return api::guard(__func__, [&] { tag_scopes::end(); });
}
