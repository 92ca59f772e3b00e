"""Two webrtcbin elements that may use relayed candidates only: H.264 from one to the other.

Usage: TURN_USERNAME=... TURN_CREDENTIAL=... webrtcbin_relay.py turn://HOST:PORT[?transport=tcp]
Prints one line; exit code 0 when all frames arrived.
"""

import os
import sys
from urllib.parse import quote

import gi

gi.require_version("Gst", "1.0")
gi.require_version("GstSdp", "1.0")
gi.require_version("GstWebRTC", "1.0")
from gi.repository import GLib, Gst, GstSdp, GstWebRTC  # noqa: E402,F401

FRAMES = 60
LIMIT_SECONDS = 6

SENDER = """
webrtcbin name=peer bundle-policy=max-bundle ice-transport-policy=relay
videotestsrc is-live=true pattern=ball ! video/x-raw,width=320,height=180,framerate=30/1
! x264enc tune=zerolatency speed-preset=ultrafast key-int-max=30 bitrate=500
! video/x-h264,profile=constrained-baseline ! rtph264pay config-interval=-1 mtu=1200
! application/x-rtp,media=video,encoding-name=H264,payload=96,clock-rate=90000 ! peer.
"""
RECEIVER = "webrtcbin name=peer bundle-policy=max-bundle ice-transport-policy=relay"


class Call:
    def __init__(self, url):
        self.loop = GLib.MainLoop()
        self.frames = 0
        self.types = set()
        self.line = f"FAIL nothing within {LIMIT_SECONDS} s"
        # Promises and their replies have to outlive the calls they were made for.
        self.kept = []
        user = quote(os.environ["TURN_USERNAME"], safe="")
        password = quote(os.environ["TURN_CREDENTIAL"], safe="")
        turn = url.replace("://", f"://{user}:{password}@")
        self.pipelines = [Gst.parse_launch(SENDER), Gst.Pipeline.new()]
        receiver = Gst.parse_launch(RECEIVER)
        self.pipelines[1].add(receiver)
        self.sender, self.receiver = self.pipelines[0].get_by_name("peer"), receiver
        for peer, other in ((self.sender, self.receiver), (self.receiver, self.sender)):
            peer.set_property("turn-server", turn)
            peer.connect("on-ice-candidate", self.pass_candidate, other)
        self.sender.connect("on-negotiation-needed", self.offer)
        self.receiver.connect("pad-added", self.receive)

    def pass_candidate(self, _peer, line, candidate, other):
        self.types.add(candidate.split(" typ ")[1].split()[0])
        other.emit("add-ice-candidate", line, candidate)

    def described(self, promise, kind, peer, other, then=None):
        reply = promise.get_reply()
        description = reply.get_value(kind)
        self.kept += [promise, reply, description]
        for element, action in ((peer, "set-local-description"), (other, "set-remote-description")):
            done = Gst.Promise.new()
            element.emit(action, description, done)
            # Not waited for: this runs on the thread that would do it. Its tasks stay in order.
            done.interrupt()
        if then:
            then()

    def offer(self, peer):
        promise = Gst.Promise.new_with_change_func(
            lambda promise, *_: self.described(promise, "offer", self.sender, self.receiver, self.answer)
        )
        self.kept.append(promise)
        peer.emit("create-offer", None, promise)

    def answer(self):
        promise = Gst.Promise.new_with_change_func(
            lambda promise, *_: self.described(promise, "answer", self.receiver, self.sender)
        )
        self.kept.append(promise)
        self.receiver.emit("create-answer", None, promise)

    def receive(self, _peer, pad):
        if pad.direction != Gst.PadDirection.SRC:
            return
        decoder = Gst.parse_bin_from_description(
            "rtph264depay ! avdec_h264 ! fakesink name=sink signal-handoffs=true sync=false", True
        )
        decoder.get_by_name("sink").connect("handoff", self.count)
        self.pipelines[1].add(decoder)
        decoder.sync_state_with_parent()
        pad.link(decoder.get_static_pad("sink"))

    def count(self, *_):
        self.frames += 1
        if self.frames == FRAMES:
            GLib.idle_add(self.finish)

    def finish(self):
        relayed = self.types == {"relay"}
        verdict = "PASS" if relayed and self.frames >= FRAMES else "FAIL"
        kinds = ", ".join(sorted(self.types)) or "none"
        self.line = f"{verdict} {self.frames} H.264 frames decoded, candidates: {kinds}"
        self.loop.quit()
        return False

    def run(self):
        GLib.timeout_add_seconds(LIMIT_SECONDS, self.finish)
        for pipeline in reversed(self.pipelines):
            pipeline.set_state(Gst.State.PLAYING)
        self.loop.run()
        return self.line


if __name__ == "__main__":
    Gst.init(None)
    result = Call(sys.argv[1]).run()
    print(result, flush=True)
    # Tearing the pipelines down can take seconds and says nothing about the relay.
    os._exit(0 if result.startswith("PASS") else 1)
