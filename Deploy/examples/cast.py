#!/usr/bin/env python3
"""Casts a picture from one host of a network to another with aiortc.

    sudo castlab up home-home --detach
    sudo castlab exec pc   -- .build/venv/bin/python Deploy/examples/cast.py receive /tmp/cast &
    sudo castlab exec ipad -- .build/venv/bin/python Deploy/examples/cast.py send    /tmp/cast

Offer and answer go through files in the directory, since no backend is needed to look at a path. Servers and a
credential for the relay are taken from the variables that `castlab exec` sets.
"""

import asyncio
import json
import os
import pathlib
import sys

from aiortc import RTCConfiguration, RTCIceServer, RTCPeerConnection, RTCSessionDescription, VideoStreamTrack

FRAMES = 60


def servers():
    found = []
    if "CASTLAB_STUN" in os.environ:
        found.append(RTCIceServer(os.environ["CASTLAB_STUN"]))
    # aiortc knows one TURN server, and takes the first URL of it.
    for url in os.environ.get("CASTLAB_TURN", "").split(",")[:1]:
        if url:
            found.append(
                RTCIceServer(
                    url,
                    username=os.environ["CASTLAB_TURN_USERNAME"],
                    credential=os.environ["CASTLAB_TURN_CREDENTIAL"],
                )
            )
    return RTCConfiguration(found)


def put(path, description):
    whole = path.with_suffix(".part")
    whole.write_text(json.dumps({"type": description.type, "sdp": description.sdp}))
    whole.rename(path)


async def take(path):
    for _ in range(1200):
        if path.exists():
            text = path.read_text()
            path.unlink()
            return RTCSessionDescription(**json.loads(text))
        await asyncio.sleep(0.05)
    sys.exit(f"nobody wrote {path} within a minute")


def selected_pair(connection):
    ice = connection.getTransceivers()[0].receiver.transport.transport
    pair = ice._connection._nominated.get(1)
    if pair is None:
        return "no pair"
    local, remote = pair.local_candidate, pair.remote_candidate
    return f"{local.type} {local.host}:{local.port} to {remote.type} {remote.host}:{remote.port}"


async def connected(connection):
    for _ in range(600):
        if connection.connectionState in ("connected", "failed", "closed"):
            break
        await asyncio.sleep(0.05)
    return connection.connectionState == "connected"


async def send(directory):
    connection = RTCPeerConnection(servers())
    connection.addTrack(VideoStreamTrack())
    await connection.setLocalDescription(await connection.createOffer())
    put(directory / "offer", connection.localDescription)
    await connection.setRemoteDescription(await take(directory / "answer"))
    if not await connected(connection):
        sys.exit("sender: no path")
    print(f"sender: {selected_pair(connection)}", flush=True)
    await take(directory / "done")
    await connection.close()


async def receive(directory):
    connection = RTCPeerConnection(servers())
    seen = asyncio.get_running_loop().create_future()

    @connection.on("track")
    def on_track(track):
        async def count():
            for _ in range(FRAMES):
                frame = await track.recv()
            seen.set_result(frame)

        asyncio.ensure_future(count())

    await connection.setRemoteDescription(await take(directory / "offer"))
    await connection.setLocalDescription(await connection.createAnswer())
    put(directory / "answer", connection.localDescription)
    if not await connected(connection):
        sys.exit("receiver: no path")
    frame = await asyncio.wait_for(seen, 30)
    print(f"receiver: {selected_pair(connection)}, {FRAMES} frames of {frame.width}x{frame.height}", flush=True)
    put(directory / "done", connection.localDescription)
    await connection.close()


def main():
    if len(sys.argv) != 3 or sys.argv[1] not in ("send", "receive"):
        sys.exit("usage: cast.py send|receive DIRECTORY")
    directory = pathlib.Path(sys.argv[2])
    directory.mkdir(parents=True, exist_ok=True)
    asyncio.run(send(directory) if sys.argv[1] == "send" else receive(directory))


main()
