"""The client's side of our server: the library as it is used, then wrong and odd frames.

Usage: websocket_client.py HOST PORT [AUTHORITY]
Prints one line; exit code 0 when all went as it should.
"""

import os
import socket
import ssl
import sys

from websockets.client import ClientProtocol
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect
from websockets.uri import parse_uri

from websocket_cases import CASES, Wrong, play


def library(url, **options):
    """What an ordinary client does."""
    with connect(url + "/echo", subprotocols=["other", "echo"], compression="deflate", **options) as peer:
        assert peer.subprotocol == "echo", peer.subprotocol
        for message in ("", "text", "κόσμε", b"", b"\x00\xff", "x" * 70_000, os.urandom(900_000)):
            peer.send(message)
            assert peer.recv(timeout=20) == message
        peer.send(["in ", "three ", "parts"])
        assert peer.recv(timeout=20) == "in three parts"
        peer.send([b"a", b"", b"b"])
        assert peer.recv(timeout=20) == b"ab"
        assert peer.ping(b"are you there").wait(20)
        for number in range(500):
            peer.send(str(number))
        assert [peer.recv(timeout=20) for _ in range(500)] == [str(number) for number in range(500)]
        peer.close(4321, "enough")
        assert peer.close_code == 4321, peer.close_code
    with connect(url + "/echo", **options) as peer:
        peer.send("bye")
        try:
            peer.recv(timeout=20)
            raise Wrong("the server did not close")
        except ConnectionClosed as closed:
            assert (closed.rcvd.code, closed.rcvd.reason) == (1001, "as you wish"), closed.rcvd
    try:
        connect(url + "/nothing", **options)
        raise Wrong("a path without a WebSocket was accepted")
    except InvalidStatus as refusal:
        assert refusal.response.status_code == 404, refusal.response


def conformance(host, port):
    for how in ("whole", "bytes", "7"):
        for name, frames, messages, code, pongs in CASES:
            with socket.create_connection((host, port), timeout=20) as sock:
                sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                protocol = ClientProtocol(parse_uri(f"ws://{host}:{port}/echo"), max_size=2**22)
                protocol.send_request(protocol.connect())
                sock.sendall(b"".join(protocol.data_to_send()))
                while not protocol.events_received():
                    protocol.receive_data(sock.recv(1))
                try:
                    play(sock, protocol, frames, messages, code, pongs, how)
                except Wrong as wrong:
                    raise Wrong(f"{name}, sent as {how}: {wrong}") from None
                except OSError as error:
                    raise Wrong(f"{name}, sent as {how}: {error!r}") from None


def main():
    host, port = sys.argv[1], int(sys.argv[2])
    try:
        if len(sys.argv) > 3:
            context = ssl.create_default_context(cafile=sys.argv[3])
            library(f"wss://{host}:{port}", ssl=context, proxy=None)
            print("PASS the library over TLS")
            return
        library(f"ws://{host}:{port}", proxy=None)
        conformance(host, port)
        print(f"PASS the library, and {len(CASES)} cases cut three ways")
    except Exception as error:
        print(f"FAIL {error!r}")
        sys.exit(1)


main()
