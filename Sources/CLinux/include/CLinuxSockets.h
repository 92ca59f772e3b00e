#ifndef CASTLAB_CLINUX_SOCKETS_H
#define CASTLAB_CLINUX_SOCKETS_H

#include <stddef.h>
#include <stdint.h>

// The kernel's structures under names of our own: including <sys/socket.h> here would give Swift two owners
// for each of them. Asserts in sockets.c hold the layouts together.

// `struct sockaddr_in` or `struct sockaddr_in6`.
struct clx_address {
    uint32_t words[7];
};

// `struct iovec`.
struct clx_piece {
    void *bytes;
    size_t count;
};

// `struct mmsghdr`.
struct clx_message {
    struct clx_address *address;
    uint32_t address_length;
    struct clx_piece *pieces;
    size_t piece_count;
    void *control;
    size_t control_length;
    int flags;
    int padding;
    unsigned int length;
};

// Room for one control message that carries a segment size.
struct clx_segment_control {
    uint64_t words[3];
};

enum { clx_socket_flags = 02004000 };  // SOCK_NONBLOCK | SOCK_CLOEXEC
enum {
    clx_so_sndbufforce = 32,
    clx_so_rcvbufforce = 33,
    clx_tcp_user_timeout = 18,
    clx_tcp_notsent_lowat = 25,
};

int clx_accept(int listener, struct clx_address *address, uint32_t *length);

// One recvmmsg that does not wait: how many messages it filled, or -errno.
int clx_recvmmsg(int fd, struct clx_message *messages, unsigned int count);

// One sendmmsg that does not wait: how many messages left, or -errno when the first did not.
int clx_sendmmsg(int fd, struct clx_message *messages, unsigned int count);

// Makes `message` carry UDP_SEGMENT: the kernel cuts its bytes into datagrams of `size` bytes.
void clx_set_segment_size(struct clx_message *message, struct clx_segment_control *control, uint16_t size);

// Lets the kernel hand over datagrams of one flow that follow each other in one message (UDP_GRO).
int clx_set_coalescing(int fd, int on);

// The size of the datagrams in a message that was received so, the last of which may be shorter; else 0.
int clx_segment_size(const struct clx_message *message);

// Lets the kernel note when each datagram arrived (SO_TIMESTAMPNS).
int clx_set_arrival_times(int fd, int on);

// Reads one datagram without waiting, and when the kernel got it: nanoseconds of CLOCK_REALTIME, 0 if unknown.
// The datagram's length, or -EAGAIN.
int clx_recv_timed(int fd, void *bytes, size_t count, uint64_t *arrival);

// One entry of a socket's error queue (ip(7), IP_RECVERR).
struct clx_socket_error {
    struct clx_address destination;  // where the failed datagram was going
    int has_offender;
    struct clx_address offender;  // who sent the ICMP message
    int error;
    uint8_t origin;  // clx_origin_*
    uint8_t type;
    uint8_t code;
    uint32_t info;  // the MTU, for "fragmentation needed" and "packet too big"
};

enum { clx_origin_local = 1, clx_origin_icmp = 2, clx_origin_icmp6 = 3 };

// Takes one entry off the error queue: 0, or -EAGAIN when it is empty.
int clx_recv_error(int fd, struct clx_socket_error *entry);

#endif
