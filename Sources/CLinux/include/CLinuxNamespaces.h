#ifndef CASTLAB_CLINUX_NAMESPACES_H
#define CASTLAB_CLINUX_NAMESPACES_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// All functions return a value >= 0, or -errno.

/// Leaves the calling thread's network namespace for a new one and returns a descriptor of it.
int clx_netns_create(void);

/// Moves the calling thread into the network namespace behind a descriptor.
int clx_netns_enter(int descriptor);

/// Opens a TUN device without the packet information header, in the calling thread's namespace.
int clx_tun_open(const char *name);

/// Tells a TUN device's host that the cable is in, or is not.
int clx_tun_set_carrier(int descriptor, int has_carrier);

/// Switches a feature of a device (ethtool's names, "tx-udp-segmentation") on or off.
///
/// -EOPNOTSUPP when the device has no such feature or keeps it as it is.
int clx_set_device_feature(const char *device, const char *feature, int on);

/// Makes a file in memory that has no name in any directory.
int clx_memory_file(const char *name);

/// Makes a pipe, both ends closed on exec from the start: ends[0] reads, ends[1] writes.
int clx_pipe(int ends[2]);

/// Where a start went wrong.
enum clx_stage {
    CLX_STAGE_CLONE = 1,
    CLX_STAGE_DESCRIPTORS = 2,
    CLX_STAGE_NETWORK = 3,
    CLX_STAGE_MOUNTS = 4,
    CLX_STAGE_DIRECTORY = 5,
    CLX_STAGE_EXEC = 6,
    CLX_STAGE_CPU = 7,
};

/// What the warden writes to its report pipe: first about the start, then about the end.
struct clx_report {
    /// 0 for a success, or the stage that failed.
    int32_t stage;
    /// The errno of that stage; after the end, the program's wait status.
    int32_t value;
};

struct clx_spawn_request {
    const char *path;
    char *const *arguments;
    char *const *environment;
    /// NULL for the caller's.
    const char *directory;
    /// The CPU that the program is tied to, or -1.
    int cpu;
    /// Descriptor of the network namespace, or -1 for the caller's.
    int network;
    int input;
    int output;
    int error;
    /// What the program finds at descriptor 3 and 4; both or none (-1).
    int channel_input;
    int channel_output;
    /// A file that the program sees as /etc/hosts; NULL for the machine's.
    const char *hosts;
    /// Whether it stays in the caller's session and process group, and with its terminal.
    int shares_terminal;
    /// The program's tree ends when no process holds the write end of this pipe any more.
    int lifeline;
    /// The write end of the pipe the warden reports through.
    int report;
};

/// Starts a program below a warden, a process that is the first of a PID and a mount namespace of its own.
///
/// Returns the warden's pid.
int clx_spawn(const struct clx_spawn_request *request);

/// The exit code in a wait status, or -1 when a signal ended the process.
int clx_wait_exit_code(int status);

/// The signal in a wait status, or -1 when the process ended by itself.
int clx_wait_signal(int status);

/// A descriptor of a process, for poll: readable when it has ended.
int clx_pidfd_open(pid_t pid);

#endif
