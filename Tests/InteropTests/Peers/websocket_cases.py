"""Streams of frames, right and wrong, for either side of a WebSocket, and the peer that plays them.

Frames are made here, byte by byte, because a library makes no wrong ones; what comes back is read by the
`websockets` library, which refuses wrong ones itself. Whoever is tried sends every message back.
"""

import os
import random

from websockets.frames import Close, Opcode

TEXT = "κόσμε €𝄞".encode()


def frame(first, payload=b"", size=None):
    """One frame: FIN, reserved bits and opcode in `first`; `size` forces a length of 0, 2 or 8 bytes."""

    def build(masked):
        count = len(payload)
        bytes_for_length = size if size is not None else 0 if count < 126 else 2 if count < 65536 else 8
        bit = 0x80 if masked else 0
        if bytes_for_length == 0:
            head = bytes([first, bit | count])
        else:
            head = bytes([first, bit | (126 if bytes_for_length == 2 else 127)])
            head += count.to_bytes(bytes_for_length, "big")
        if not masked:
            return head + payload
        key = os.urandom(4)
        return head + key + bytes(byte ^ key[index & 3] for index, byte in enumerate(payload))

    return build


def close(code=None, reason=b""):
    return frame(0x88, b"" if code is None else code.to_bytes(2, "big") + reason)


def flipped(build):
    """The frame as only the other role may send it."""
    return lambda masked: build(not masked)


def raw(data):
    return lambda masked: data


END = close(1000)
CASES = []


def case(name, frames, messages=(), code=1000, pongs=()):
    """`code` is what the answering Close tells; None stands for an empty one."""
    CASES.append((name, list(frames), list(messages), code, list(pongs)))


for length in (0, 1, 2, 124, 125, 126, 127, 128, 65535, 65536, 65537, 500_000):
    case(f"text of {length}", [frame(0x81, b"*" * length), END], [b"*" * length])
    case(f"binary of {length}", [frame(0x82, b"\xfe" * length), END], [b"\xfe" * length])

for payload in (b"", b"hello", bytes(range(125))):
    case(f"ping of {len(payload)}", [frame(0x89, payload), END], pongs=[payload])
    case(f"pong of {len(payload)}", [frame(0x8A, payload), END])
case("ten pings", [frame(0x89, b"%d" % n) for n in range(10)] + [END], pongs=[b"%d" % n for n in range(10)])
case("ping of 126", [frame(0x89, bytes(126))], code=1002)
case("pong of 126", [frame(0x8A, bytes(126))], code=1002)

for bits in (0x10, 0x20, 0x30, 0x40, 0x50, 0x60, 0x70):
    for opcode in (0x1, 0x2, 0x8, 0x9, 0xA):
        case(f"reserved bits {bits:02x}, opcode {opcode}", [frame(0x80 | bits | opcode)], code=1002)
for opcode in (0x3, 0x4, 0x5, 0x6, 0x7, 0xB, 0xC, 0xD, 0xE, 0xF):
    case(f"opcode {opcode}", [frame(0x80 | opcode, b"x")], code=1002)
    case(f"opcode {opcode} behind a text", [frame(0x81, b"a"), frame(0x80 | opcode)], [b"a"], code=1002)

case("two fragments", [frame(0x01, b"ab"), frame(0x80, b"cd"), END], [b"abcd"])
case("empty fragments", [frame(0x01), frame(0x00), frame(0x80), END], [b""])
case("empty fragments and one that is not", [frame(0x02), frame(0x00, b"x"), frame(0x80), END], [b"x"])
case("a hundred fragments", [frame(0x02, b"f")] + [frame(0x00, b"f")] * 98 + [frame(0x80, b"f"), END], [b"f" * 100])
case(
    "a ping between fragments",
    [frame(0x01, b"ab"), frame(0x89, b"p"), frame(0x80, b"cd"), END],
    [b"abcd"],
    pongs=[b"p"],
)
case("a Close between fragments", [frame(0x01, b"ab"), END])
case("a fragmented ping", [frame(0x09, b"a"), frame(0x80, b"b")], code=1002)
case("a fragmented Close", [frame(0x08, b"\x03\xe8")], code=1002)
case("a continuation of nothing", [frame(0x80, b"a")], code=1002)
case("a continuation of nothing, unfinished", [frame(0x00, b"a")], code=1002)
case("a text within a text", [frame(0x01, b"a"), frame(0x81, b"b")], code=1002)
case("a binary within a text", [frame(0x01, b"a"), frame(0x02, b"b")], code=1002)
case("a continuation behind the end", [frame(0x01, b"a"), frame(0x80, b"b"), frame(0x80, b"c")], [b"ab"], code=1002)

case("UTF-8", [frame(0x81, TEXT), END], [TEXT])
case("UTF-8, a byte a fragment", [frame(0x01)] + [frame(0x00, TEXT[n : n + 1]) for n in range(len(TEXT))] + [frame(0x80), END], [TEXT])
for scalar in (0x7F, 0x80, 0x7FF, 0x800, 0xD7FF, 0xE000, 0xFFFD, 0xFFFF, 0x10000, 0x10FFFF):
    text = chr(scalar).encode()
    case(f"U+{scalar:X}", [frame(0x81, text), END], [text])
for wrong in (
    b"\x80", b"\xbf", b"\xc0\xaf", b"\xc1\xbf", b"\xc2", b"\xc2\x41", b"\xe0\x80\xaf", b"\xe0\x9f\xbf", b"\xe2\x82",
    b"\xed\xa0\x80", b"\xed\xbf\xbf", b"\xf0\x80\x80\xaf", b"\xf0\x8f\xbf\xbf", b"\xf0\x90\x80", b"\xf4\x90\x80\x80",
    b"\xf5\x80\x80\x80", b"\xf8\x88\x80\x80\x80", b"\xfe", b"\xff", TEXT + b"\xff", TEXT[:-1],
):
    case(f"wrong UTF-8 {wrong.hex()}", [frame(0x81, wrong)], code=1007)
    case(f"wrong UTF-8 {wrong.hex()} in fragments", [frame(0x01, wrong[:1]), frame(0x80, wrong[1:])], code=1007)
case("a wrong byte in a text that goes on", [frame(0x01, b"abc\xff")], code=1007)
case("wrong UTF-8 in a binary", [frame(0x82, b"\xff"), END], [b"\xff"])

case("an empty Close", [close()], code=None)
case("a Close with a reason", [close(1000, TEXT)])
case("a Close with 123 bytes of reason", [close(1000, b"r" * 123)])
case("a Close with 124 bytes of reason", [frame(0x88, b"\x03\xe8" + b"r" * 124)], code=1002)
case("a Close with half a code", [frame(0x88, b"\x03")], code=1002)
case("a Close with a reason that is not UTF-8", [close(1000, b"\xce\xba\xff")], code=1007)
case("a message behind the Close", [END, frame(0x81, b"late")])
case("a Close behind the Close", [END, close(1001)])
for code in (1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 1012, 1013, 1014, 3000, 3999, 4000, 4999):
    case(f"code {code}", [close(code)], code=code)
for code in (0, 1, 999, 1004, 1005, 1006, 1015, 1016, 1099, 1100, 2000, 2999, 5000, 65535):
    case(f"code {code}, which is never sent", [close(code)], code=1002)

case("a mask of the wrong role", [flipped(frame(0x81, b"a"))], code=1002)
case("a short length in 2 bytes", [frame(0x82, bytes(125), size=2)], code=1002)
case("a short length in 8 bytes", [frame(0x82, bytes(126), size=8)], code=1002)
case("a length of 64 bits", [lambda masked: b"\x82" + (b"\xff" if masked else b"\x7f") + b"\xff" * 8], code=1002)
case("a length of 63 bits", [lambda masked: b"\x82" + (b"\xff" if masked else b"\x7f") + b"\x7f" + b"\xff" * 7 + b"mask"], code=1009)
case("more than a message may hold", [frame(0x82, bytes(1_048_577))], code=1009)
case("more in fragments", [frame(0x02, bytes(600_000)), frame(0x80, bytes(600_000))], code=1009)
case("HTTP", [raw(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n")], code=1002)


class Wrong(Exception):
    pass


def pieces(data, how):
    if how == "whole" or len(data) > 3000:
        yield data
    elif how == "bytes":
        for index in range(len(data)):
            yield data[index : index + 1]
    else:
        source = random.Random(how)
        while data:
            count = source.randint(1, 7)
            yield data[:count]
            data = data[count:]


def play(sock, protocol, frames, messages, code, pongs, how):
    """Sends the frames, reads until the end of the stream, and raises Wrong if anything else came."""
    data = b"".join(build(protocol.side.name == "CLIENT") for build in frames)
    try:
        for piece in pieces(data, how):
            sock.sendall(piece)
    except (BrokenPipeError, ConnectionResetError):
        pass  # It has seen enough.
    got, got_pongs, closes, parts = [], [], [], []
    while True:
        data = sock.recv(65536)
        if not data:
            break
        protocol.receive_data(data)
        for event in protocol.events_received():
            if event.opcode in (Opcode.TEXT, Opcode.BINARY, Opcode.CONT):
                parts.append(bytes(event.data))
                if event.fin:
                    got.append(b"".join(parts))
                    parts = []
            elif event.opcode is Opcode.PONG:
                got_pongs.append(bytes(event.data))
            elif event.opcode is Opcode.CLOSE:
                closes.append(Close.parse(event.data).code if event.data else None)
        if protocol.parser_exc is not None:
            raise Wrong(f"its bytes are no frames: {protocol.parser_exc!r}")
        if closes:
            sock.shutdown(1)
            while sock.recv(65536):
                pass
            break
    if got != messages:
        raise Wrong(f"{len(got)} messages came back, or other ones: {[m[:20] for m in got]}")
    if got_pongs != pongs:
        raise Wrong(f"other pongs: {got_pongs}")
    if closes != [code]:
        raise Wrong(f"Close {closes} instead of {code}")
