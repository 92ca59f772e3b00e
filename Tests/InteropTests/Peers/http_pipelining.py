"""Requests as no library sends them: many at once, in odd pieces, with one direction ended, and never read.

Usage: http_pipelining.py HOST PORT
Answers are read by http.client. Prints one line; exit code 0 when all went as it should.
"""

import http.client
import random
import socket
import sys


def connection(host, port):
    sock = socket.create_connection((host, port), timeout=20)
    sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return sock


class Answers:
    """Reads one answer after the other off one stream."""

    def __init__(self, sock):
        self.file = sock.makefile("rb")

    def makefile(self, *arguments, **options):
        return self

    def __getattr__(self, name):
        return getattr(self.file, name)

    def close(self):
        pass

    def next(self, method="POST"):
        answer = http.client.HTTPResponse(self, method=method)
        answer.begin()
        return answer.status, answer.read()


def chunked(body, source):
    parts = []
    while body:
        count = source.randint(1, 9)
        parts.append(b"%x;ext=1\r\n%s\r\n" % (len(body[:count]), body[:count]))
        body = body[count:]
    return b"".join(parts) + b"0\r\nTrailer: x\r\n\r\n"


def pipelined(host, port, seed):
    """A hundred requests of three kinds, cut anywhere; then the end of our direction."""
    source = random.Random(seed)
    stream, expected = b"", []
    for number in range(100):
        body = b"%d:" % number + bytes(source.randrange(97, 123) for _ in range(source.randrange(40)))
        kind = source.randrange(3)
        head = b"POST /echo HTTP/1.1\r\nHost: x\r\n"
        if kind == 0:
            stream += head + b"Content-Length: %d\r\n\r\n" % len(body) + body
        elif kind == 1:
            stream += head + b"Transfer-Encoding: chunked\r\n\r\n" + chunked(body, source)
        else:
            stream, body = stream + b"GET /echo HTTP/1.1\r\nHost: x\r\n\r\n", b""
        expected.append((200, body))
    with connection(host, port) as sock:
        while stream:
            count = source.randint(1, 200)
            sock.sendall(stream[:count])
            stream = stream[count:]
        sock.shutdown(socket.SHUT_WR)
        answers = Answers(sock)
        got = [answers.next() for _ in expected]
        assert got == expected, "other answers"
        assert answers.read() == b"", "something behind the last answer"


def refused(host, port, request, status):
    with connection(host, port) as sock:
        sock.sendall(request)
        answers = Answers(sock)
        got, _ = answers.next()
        assert got == status, f"{request[:60]}: {got} instead of {status}"
        assert answers.read() == b"", "the connection stays open"


def main():
    host, port = sys.argv[1], int(sys.argv[2])
    try:
        for seed in range(20):
            pipelined(host, port, seed)
        head = b"POST /echo HTTP/1.1\r\nHost: x\r\n"
        refused(host, port, head + b"Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400)
        refused(host, port, head + b"X: " + b"a" * 20_000 + b"\r\n\r\n", 431)
        refused(host, port, b"GET /" + b"a" * 10_000 + b" HTTP/1.1\r\nHost: x\r\n\r\n", 414)
        refused(host, port, head + b"Content-Length: 99999999\r\n\r\n", 413)
        refused(host, port, b"GET / HTTP/3.0\r\nHost: x\r\n\r\n", 505)
        refused(host, port, head + b"Transfer-Encoding: gzip, chunked\r\n\r\n", 501)
        print("PASS 20 times 100 pipelined requests, 6 refusals")
    except (AssertionError, OSError, http.client.HTTPException) as error:
        print(f"FAIL {error!r}")
        sys.exit(1)


main()
