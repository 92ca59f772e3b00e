"""The server's side of our client, which sends every message back.

Usage: websocket_server.py PORT, then PORT + 1 for the library's own server.
The path says what is done: /case/N plays a case, /library what an ordinary server does, /refuse refuses.
Prints "ready N" with the number of cases, and a line "PATH ok" or "PATH FAIL ..." for each connection.
"""

import os
import socket
import sys
import threading

from websockets.exceptions import ConnectionClosed
from websockets.server import ServerProtocol
from websockets.sync.server import serve

from websocket_cases import CASES, Wrong, play

HOST = "127.0.0.1"


def report(path, failure=None):
    print(f"{path} ok" if failure is None else f"{path} FAIL {failure}", flush=True)


def library(peer):
    """What an ordinary server does."""
    path = peer.request.path
    try:
        assert peer.subprotocol == "v1", peer.subprotocol
        assert peer.request.headers["Authorization"] == "Bearer x"
        for message in ("", "text", "κόσμε", b"", "x" * 70_000, os.urandom(900_000)):
            peer.send(message)
            assert peer.recv(timeout=20) == message
        peer.send(["in ", "three ", "parts"])
        assert peer.recv(timeout=20) == "in three parts"
        assert peer.ping(b"are you there").wait(20)
        for number in range(300):
            peer.send(str(number))
        assert [peer.recv(timeout=20) for _ in range(300)] == [str(number) for number in range(300)]
        peer.close(4321, "enough")
        assert peer.protocol.close_rcvd.code == 4321
        report(path)
    except (AssertionError, ConnectionClosed, TimeoutError) as error:
        report(path, repr(error))


def refuse(peer, request):
    if request.path == "/refuse":
        return peer.respond(403, '{"error":"not for you"}')
    return None


def serve_case(sock):
    sock.settimeout(20)
    sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    protocol = ServerProtocol(max_size=2**22)
    request = None
    while request is None:
        protocol.receive_data(sock.recv(1))
        request = next(iter(protocol.events_received()), None)
    path = request.path
    _, _, number, how = path.split("/")
    protocol.send_response(protocol.accept(request))
    sock.sendall(b"".join(protocol.data_to_send()))
    name, frames, messages, code, pongs = CASES[int(number)]
    try:
        play(sock, protocol, frames, messages, code, pongs, how)
        report(path)
    except (Wrong, OSError) as error:
        report(path, f"{name}: {error!r}")
    finally:
        sock.close()


def serve_cases(listener):
    while True:
        sock, _ = listener.accept()
        threading.Thread(target=serve_case, args=(sock,), daemon=True).start()


def main():
    port = int(sys.argv[1])
    listener = socket.create_server((HOST, port))
    threading.Thread(target=serve_cases, args=(listener,), daemon=True).start()
    with serve(library, HOST, port + 1, subprotocols=["v1"], process_request=refuse) as server:
        print(f"ready {len(CASES)}", flush=True)
        server.serve_forever()


main()
