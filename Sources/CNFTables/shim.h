#ifndef CASTLAB_CNFTABLES_SHIM_H
#define CASTLAB_CNFTABLES_SHIM_H

#include <nftables/libnftables.h>

#endif
