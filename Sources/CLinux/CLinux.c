#include "CLinux.h"
int clx_placeholder(void) { return 0; }
