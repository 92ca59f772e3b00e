#define _GNU_SOURCE
#include "CLinuxNamespaces.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/if.h>
#include <linux/if_tun.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

// The warden runs between fork and exec in a copy of a process that had many threads. Sanitizers would
// take locks there that another thread may have held.
#define CLX_AFTER_FORK __attribute__((no_sanitize("thread", "address")))

int clx_netns_create(void) {
    if (unshare(CLONE_NEWNET) < 0) return -errno;
    int descriptor = open("/proc/thread-self/ns/net", O_RDONLY | O_CLOEXEC);
    return descriptor < 0 ? -errno : descriptor;
}

int clx_netns_enter(int descriptor) {
    return setns(descriptor, CLONE_NEWNET) < 0 ? -errno : 0;
}

int clx_tun_open(const char *name) {
    struct ifreq request;
    memset(&request, 0, sizeof request);
    if (strlen(name) >= sizeof request.ifr_name) return -ENAMETOOLONG;
    strcpy(request.ifr_name, name);
    request.ifr_flags = IFF_TUN | IFF_NO_PI;
    int descriptor = open("/dev/net/tun", O_RDWR | O_CLOEXEC | O_NONBLOCK);
    if (descriptor < 0) return -errno;
    if (ioctl(descriptor, TUNSETIFF, &request) < 0) {
        int error = errno;
        close(descriptor);
        return -error;
    }
    return descriptor;
}

int clx_tun_set_carrier(int descriptor, int has_carrier) {
    return ioctl(descriptor, TUNSETCARRIER, &has_carrier) < 0 ? -errno : 0;
}

int clx_memory_file(const char *name) {
    int descriptor = memfd_create(name, MFD_CLOEXEC);
    return descriptor < 0 ? -errno : descriptor;
}

int clx_pipe(int ends[2]) {
    return pipe2(ends, O_CLOEXEC) < 0 ? -errno : 0;
}

int clx_wait_exit_code(int status) {
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

int clx_wait_signal(int status) {
    return WIFSIGNALED(status) ? WTERMSIG(status) : -1;
}

int clx_pidfd_open(pid_t pid) {
    int descriptor = (int)syscall(SYS_pidfd_open, pid, 0);
    return descriptor < 0 ? -errno : descriptor;
}

// The warden's descriptors after `place_descriptors`; the channel's are there when there is one.
enum { LIFELINE = 3, REPORT = 4, CHANNEL_INPUT = 5, CHANNEL_OUTPUT = 6 };

// Not _exit: the thread sanitizer makes that take a second.
CLX_AFTER_FORK
static void end_process(int code) {
    for (;;) syscall(SYS_exit_group, code);
}

CLX_AFTER_FORK
static void report(int stage, int value) {
    struct clx_report record = {stage, value};
    ssize_t written = write(REPORT, &record, sizeof record);
    (void)written;
}

// Puts the descriptors at 0...4, or 0...6 with a channel, and closes all others, among them what other threads
// had open.
CLX_AFTER_FORK
static int place_descriptors(const struct clx_spawn_request *request) {
    int wanted[7] = {request->input,  request->output, request->error,         request->lifeline,
                     request->report, request->channel_input, request->channel_output};
    int count = request->channel_input >= 0 ? 7 : 5;
    for (int index = 0; index < count; index++) {
        // First out of the way of those, so that no dup2 overwrites one still needed.
        wanted[index] = fcntl(wanted[index], F_DUPFD, 16);
        if (wanted[index] < 0) return -1;
    }
    for (int index = 0; index < count; index++) {
        if (dup2(wanted[index], index) < 0) return -1;
    }
    return close_range((unsigned)count, ~0U, 0);
}

// Lays a copy of the file of hosts over the machine's, for this mount namespace alone. The copy is in a file
// system in memory that nothing else refers to, so that it ends with the namespace; the file itself may be one
// in memory too, which cannot be mounted.
CLX_AFTER_FORK
static int mount_hosts(const char *path) {
    int source = open(path, O_RDONLY | O_CLOEXEC);
    if (source < 0) return -1;
    if (mount("tmpfs", "/mnt", "tmpfs", MS_NOSUID | MS_NODEV | MS_NOEXEC, "size=1m,mode=755") < 0) return -1;
    int copy = open("/mnt/hosts", O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
    if (copy < 0) return -1;
    char bytes[4096];
    ssize_t count;
    while ((count = read(source, bytes, sizeof bytes)) > 0) {
        if (write(copy, bytes, (size_t)count) != count) return -1;
    }
    close(source);
    close(copy);
    if (count < 0 || mount("/mnt/hosts", "/etc/hosts", NULL, MS_BIND, NULL) < 0) return -1;
    return umount2("/mnt", MNT_DETACH);
}

// A fresh /proc shows the new PID namespace and a fresh /sys the network namespace's devices.
CLX_AFTER_FORK
static int mount_own_views(const struct clx_spawn_request *request) {
    if (mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) < 0) return -1;
    if (request->hosts != NULL && mount_hosts(request->hosts) < 0) return -1;
    if (mount("proc", "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, NULL) < 0) return -1;
    return mount("sysfs", "/sys", "sysfs", MS_NOSUID | MS_NODEV | MS_NOEXEC | MS_RDONLY, NULL);
}

CLX_AFTER_FORK
static void become_program(const struct clx_spawn_request *request, int failures) {
    struct clx_report record = {CLX_STAGE_DIRECTORY, 0};
    struct sigaction standard;
    memset(&standard, 0, sizeof standard);
    standard.sa_handler = SIG_DFL;
    for (int number = 1; number < NSIG; number++) sigaction(number, &standard, NULL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    if (!request->shares_terminal) setsid();
    cpu_set_t cpus;
    CPU_ZERO(&cpus);
    if (request->cpu >= 0 && request->cpu < CPU_SETSIZE) CPU_SET(request->cpu, &cpus);
    if (request->cpu >= 0 && sched_setaffinity(0, sizeof cpus, &cpus) < 0) {
        record.stage = CLX_STAGE_CPU;
    } else if (request->directory == NULL || chdir(request->directory) == 0) {
        record.stage = CLX_STAGE_EXEC;
        close(LIFELINE);
        close(REPORT);
        if (request->channel_input >= 0) {
            dup2(CHANNEL_INPUT, 3);
            dup2(CHANNEL_OUTPUT, 4);
            close(CHANNEL_INPUT);
            close(CHANNEL_OUTPUT);
        }
        execve(request->path, request->arguments, request->environment);
    }
    record.value = errno;
    ssize_t written = write(failures, &record, sizeof record);
    (void)written;
    end_process(127);
}

// Reaps until the program itself has ended; returns 1 then.
CLX_AFTER_FORK
static int reap(pid_t program) {
    for (;;) {
        int status;
        pid_t ended = waitpid(-1, &status, WNOHANG);
        if (ended <= 0) return 0;
        if (ended == program) {
            report(0, status);
            return 1;
        }
    }
}

// The warden passes signals on, reaps, and exits when the program has ended or its owner has. As it is the
// first process of its PID namespace, the kernel then kills whatever is left in it.
CLX_AFTER_FORK
static void watch(pid_t program, int shares_terminal) {
    sigset_t all;
    sigfillset(&all);
    int signals = signalfd(-1, &all, SFD_CLOEXEC);
    if (signals < 0) end_process(126);
    struct pollfd waiting[2] = {{LIFELINE, POLLIN, 0}, {signals, POLLIN, 0}};
    for (;;) {
        if (poll(waiting, 2, -1) < 0 && errno != EINTR) end_process(126);
        if (waiting[0].revents != 0) end_process(125);
        if (waiting[1].revents == 0) continue;
        struct signalfd_siginfo signal;
        if (read(signals, &signal, sizeof signal) != sizeof signal) continue;
        if (signal.ssi_signo == SIGCHLD) {
            if (reap(program)) end_process(0);
        } else if (!shares_terminal || signal.ssi_code != SI_KERNEL) {
            // What the terminal sends the program has got by itself.
            kill(program, (int)signal.ssi_signo);
        }
    }
}

CLX_AFTER_FORK
static void be_warden(const struct clx_spawn_request *request) {
    int network = request->network;
    if (network >= 0 && setns(network, CLONE_NEWNET) < 0) {
        struct clx_report record = {CLX_STAGE_NETWORK, errno};
        ssize_t written = write(request->report, &record, sizeof record);
        (void)written;
        end_process(127);
    }
    if (place_descriptors(request) < 0) {
        // The report pipe may be lost: its end says the rest.
        end_process(127);
    }
    if (!request->shares_terminal) setsid();
    prctl(PR_SET_NAME, "warden");
    // An owner that ignores SIGCHLD would hand that down, and no status could be read.
    struct sigaction standard;
    memset(&standard, 0, sizeof standard);
    standard.sa_handler = SIG_DFL;
    sigaction(SIGCHLD, &standard, NULL);
    if (mount_own_views(request) < 0) {
        report(CLX_STAGE_MOUNTS, errno);
        end_process(127);
    }
    int failures[2];
    if (pipe2(failures, O_CLOEXEC) < 0) {
        report(CLX_STAGE_DESCRIPTORS, errno);
        end_process(127);
    }
    pid_t program = (pid_t)syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
    if (program < 0) {
        report(CLX_STAGE_CLONE, errno);
        end_process(127);
    }
    if (program == 0) become_program(request, failures[1]);
    close(failures[1]);
    struct clx_report failure;
    ssize_t length = read(failures[0], &failure, sizeof failure);
    close(failures[0]);
    if (length == sizeof failure) {
        report(failure.stage, failure.value);
        end_process(127);
    }
    report(0, 0);
    // Only the program keeps the captured streams and the channel open, so that their end is its end.
    close_range(0, 2, 0);
    if (request->channel_input >= 0) close_range(CHANNEL_INPUT, CHANNEL_OUTPUT, 0);
    watch(program, request->shares_terminal);
}

int clx_spawn(const struct clx_spawn_request *request) {
    // The warden starts with all signals blocked: a handler of the owner must not run in the copy.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    long pid = syscall(SYS_clone, CLONE_NEWPID | CLONE_NEWNS | SIGCHLD, 0, 0, 0, 0);
    int error = errno;
    if (pid == 0) {
        be_warden(request);
        end_process(126);
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return pid < 0 ? -error : (int)pid;
}
