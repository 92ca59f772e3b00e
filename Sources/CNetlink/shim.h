#ifndef CASTLAB_CNETLINK_SHIM_H
#define CASTLAB_CNETLINK_SHIM_H

#include <netlink/netlink.h>
#include <netlink/errno.h>
#include <netlink/route/addr.h>
#include <netlink/route/link.h>
#include <netlink/route/link/bridge.h>
#include <netlink/route/link/veth.h>
#include <netlink/route/nexthop.h>
#include <netlink/route/route.h>
#include <netlink/route/rule.h>

#endif
