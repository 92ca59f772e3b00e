"""Two aiortc peers that may use relayed candidates only: a data channel echo and H.264 frames.

Usage: TURN_USERNAME=... TURN_CREDENTIAL=... aiortc_relay.py URL
The authority of a turns: URL is trusted by SSL_CERT_FILE. Prints one line; exit code 0 when all arrived.
"""

import asyncio
import os
import sys
from fractions import Fraction

import numpy
from aiortc import (
    RTCConfiguration,
    RTCIceServer,
    RTCIceTransportPolicy,
    RTCPeerConnection,
    RTCRtpSender,
    VideoStreamTrack,
)
from av import VideoFrame

MESSAGES = 200
MESSAGE_LENGTH = 1100
FRAMES = 30


class Pattern(VideoStreamTrack):
    """Moving stripes, 320 x 180, 30 frames a second."""

    async def recv(self):
        timestamp, time_base = await self.next_timestamp()
        rows = numpy.arange(180 * 3 // 2, dtype=numpy.uint32)[:, None]
        columns = numpy.arange(320, dtype=numpy.uint32)[None, :]
        picture = ((rows + columns + timestamp // 3000) % 256).astype(numpy.uint8)
        frame = VideoFrame.from_ndarray(picture, format="yuv420p")
        frame.pts, frame.time_base = timestamp, Fraction(time_base)
        return frame


def connection(url):
    server = RTCIceServer(
        urls=url,
        username=os.environ["TURN_USERNAME"],
        credential=os.environ["TURN_CREDENTIAL"],
    )
    return RTCPeerConnection(
        RTCConfiguration(iceServers=[server], iceTransportPolicy=RTCIceTransportPolicy.RELAY)
    )


def candidate_types(description):
    lines = [line for line in description.sdp.splitlines() if line.startswith("a=candidate:")]
    return sorted({line.split(" typ ")[1].split()[0] for line in lines})


async def echo_all(channel):
    """Sends all messages and counts those that come back as they were."""
    received = []
    done = asyncio.Event()

    def arrived(message):
        received.append(message)
        if len(received) == MESSAGES:
            done.set()

    channel.on("message", arrived)
    sent = [bytes([index % 256]) * MESSAGE_LENGTH for index in range(MESSAGES)]
    for message in sent:
        channel.send(message)
    await asyncio.wait_for(done.wait(), 20)
    return sum(1 for one, other in zip(sent, received) if one == other)


async def count_frames(track):
    count = 0
    while count < FRAMES:
        frame = await asyncio.wait_for(track.recv(), 10)
        assert (frame.width, frame.height) == (320, 180)
        count += 1
    return count


async def main(url):
    caller, callee = connection(url), connection(url)
    opened, tracks = asyncio.Event(), asyncio.Queue()

    channel = caller.createDataChannel("echo")
    channel.on("open", opened.set)
    transceiver = caller.addTransceiver(Pattern(), direction="sendonly")
    codecs = RTCRtpSender.getCapabilities("video").codecs
    transceiver.setCodecPreferences([codec for codec in codecs if codec.mimeType == "video/H264"])

    callee.on("datachannel", lambda other: other.on("message", other.send))
    callee.on("track", tracks.put_nowait)

    try:
        await caller.setLocalDescription(await caller.createOffer())
        await callee.setRemoteDescription(caller.localDescription)
        await callee.setLocalDescription(await callee.createAnswer())
        await caller.setRemoteDescription(callee.localDescription)
        types = candidate_types(caller.localDescription), candidate_types(callee.localDescription)
        if types != (["relay"], ["relay"]):
            return f"FAIL candidates are {types}, not relayed ones"
        await asyncio.wait_for(opened.wait(), 15)
        frames = asyncio.create_task(count_frames(await tracks.get()))
        echoed = await echo_all(channel)
        counted = await frames
        verdict = "PASS" if echoed == MESSAGES and counted == FRAMES else "FAIL"
        return f"{verdict} {echoed}/{MESSAGES} messages echoed, {counted} H.264 frames, relay to relay"
    finally:
        await asyncio.gather(caller.close(), callee.close())


if __name__ == "__main__":
    try:
        line = asyncio.run(main(sys.argv[1]))
    except Exception as error:
        line = f"FAIL {type(error).__name__}: {error}"
    print(line, flush=True)
    sys.exit(0 if line.startswith("PASS") else 1)
