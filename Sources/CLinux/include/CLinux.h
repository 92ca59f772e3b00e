#ifndef CASTLAB_CLINUX_H
#define CASTLAB_CLINUX_H
int clx_placeholder(void);

#if __has_include("CLinuxNamespaces.h")
#include "CLinuxNamespaces.h"
#endif

#endif
