#define _GNU_SOURCE
#include "CLinuxNamespaces.h"

#include <errno.h>
#include <linux/ethtool.h>
#include <linux/if.h>
#include <linux/sockios.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

// One SIOCETHTOOL call about `device`; 0 or more, or -errno.
static int ethtool(int socket, const char *device, void *command) {
    struct ifreq request;
    memset(&request, 0, sizeof request);
    strncpy(request.ifr_name, device, sizeof request.ifr_name - 1);
    request.ifr_data = command;
    int result = ioctl(socket, SIOCETHTOOL, &request);
    return result < 0 ? -errno : result;
}

static int feature_count(int socket, const char *device) {
    struct ethtool_sset_info *sets = calloc(1, sizeof *sets + sizeof sets->data[0]);
    if (sets == NULL) return -ENOMEM;
    sets->cmd = ETHTOOL_GSSET_INFO;
    sets->sset_mask = 1ULL << ETH_SS_FEATURES;
    int result = ethtool(socket, device, sets);
    if (result >= 0) result = (int)sets->data[0];
    free(sets);
    return result;
}

// The position of a feature among the names that the kernel gives.
static int feature_index(int socket, const char *device, const char *feature, int count) {
    struct ethtool_gstrings *names = calloc(1, sizeof *names + (size_t)count * ETH_GSTRING_LEN);
    if (names == NULL) return -ENOMEM;
    names->cmd = ETHTOOL_GSTRINGS;
    names->string_set = ETH_SS_FEATURES;
    names->len = (__u32)count;
    int index = ethtool(socket, device, names);
    if (index >= 0) {
        index = -EOPNOTSUPP;
        for (int position = 0; position < count; position++) {
            const char *name = (const char *)names->data + position * ETH_GSTRING_LEN;
            if (strncmp(name, feature, ETH_GSTRING_LEN) == 0) index = position;
        }
    }
    free(names);
    return index;
}

static int change_feature(int socket, const char *device, int index, int count, int on) {
    size_t blocks = ((size_t)count + 31) / 32;
    struct ethtool_sfeatures *change = calloc(1, sizeof *change + blocks * sizeof change->features[0]);
    if (change == NULL) return -ENOMEM;
    change->cmd = ETHTOOL_SFEATURES;
    change->size = (__u32)blocks;
    change->features[index / 32].valid = 1U << (index % 32);
    change->features[index / 32].requested = on ? 1U << (index % 32) : 0;
    int result = ethtool(socket, device, change);
    free(change);
    // A positive answer says in which way the kernel did something else.
    return result > 0 ? -EOPNOTSUPP : result;
}

int clx_set_device_feature(const char *device, const char *feature, int on) {
    if (strlen(device) >= IFNAMSIZ) return -ENAMETOOLONG;
    int descriptor = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (descriptor < 0) return -errno;
    int count = feature_count(descriptor, device);
    int result = count < 0 ? count : feature_index(descriptor, device, feature, count);
    if (result >= 0) result = change_feature(descriptor, device, result, count, on);
    close(descriptor);
    return result;
}
