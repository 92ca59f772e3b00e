#ifndef CASTLAB_CLINUX_H
#define CASTLAB_CLINUX_H
int clx_placeholder(void);
#endif
