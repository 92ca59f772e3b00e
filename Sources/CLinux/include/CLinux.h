#ifndef CASTLAB_CLINUX_H
#define CASTLAB_CLINUX_H

// System calls that Swift's Glibc module does not show. Every function returns -errno when it fails.
// No header here may define _GNU_SOURCE, nor include one that does: Swift's own view of Glibc is built
// without it, and the two would disagree. The .c files define it.

#include "CLinuxNamespaces.h"
#include "CLinuxPolling.h"
#include "CLinuxSockets.h"
#include "CLinuxThreads.h"

#endif
