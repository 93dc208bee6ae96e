#include "confine.h"
#include "modes.h"
#include "status.h"

static const struct allowance allowance = {
    .memory = 1ul << 30, .processor_seconds = 10, .seconds = 20};

void check(void) {
    confine(&allowance);
    if (find_escape()) end(STATUS_NOT_CONFINED);
}
