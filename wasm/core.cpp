// The module's table of contents: each area registers itself.
#include <emscripten/bind.h>

namespace harmonograph {
void register_session();
}  // namespace harmonograph

EMSCRIPTEN_BINDINGS(harmonograph) {
  harmonograph::register_session();
}
