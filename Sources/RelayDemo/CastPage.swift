import EventLoop
import HTTP
import SansIO
import Trial

/// The two pages of a cast, served over https from the relay's host: the sender paints, the receiver shows.
///
/// They do what the contract asks of sender and receiver (§6, §7) as far as a cast needs it; what they have to tell
/// each other the demo carries from one to the other.
enum CastPage {
    static let origin = "https://\(RunCertificate.pageName)"

    /// The answer to a request for a page.
    static func answer(_ request: HTTPRequest) -> HTTPAnswer {
        // Asked for by every browser; a 404 would stand in its console.
        if request.target.path == "/favicon.ico" { return .response(HTTPResponse(.noContent)) }
        guard request.target.path == "/sender" || request.target.path == "/receiver" else {
            return .response(HTTPResponse(.notFound, text: "no such page\n"))
        }
        return .response(
            HTTPResponse(
                .ok,
                text: request.target.path == "/sender" ? sender : receiver,
                contentType: "text/html; charset=utf-8"
            )
        )
    }

    private static let sender = page(
        "Sender",
        screen: #"<canvas id="screen" width="640" height="360"></canvas>"#,
        script: #"""
            let frame = 0;
            function paint() {
                const context = screen_.getContext("2d");
                const hue = frame % 360;
                context.fillStyle = `hsl(${hue} 60% 30%)`;
                context.fillRect(0, 0, 640, 360);
                for (let bar = 0; bar < 8; bar++) {
                    context.fillStyle = `hsl(${(hue + bar * 45) % 360} 80% 60%)`;
                    context.fillRect((bar * 80 + frame * 4) % 640, 40, 40, 160);
                }
                context.fillStyle = "white";
                context.font = "64px sans-serif";
                context.fillText(`frame ${frame}`, 40, 300);
                frame++;
            }
            setInterval(paint, 1000 / 30);
            paint();

            async function offer(token, transport) {
                await connect(token, transport);
                const stream = screen_.captureStream(30);
                const sending = connection.addTransceiver(stream.getVideoTracks()[0], {direction: "sendonly", streams: [stream]});
                const codecs = RTCRtpReceiver.getCapabilities("video").codecs;
                sending.setCodecPreferences(codecs.filter(codec => codec.mimeType === "video/H264"));
                await connection.setLocalDescription();
                await gathered();
                return {description: connection.localDescription.toJSON(), candidates};
            }

            async function accept(answer) {
                await connection.setRemoteDescription(answer.description);
            }
            """#
    )

    private static let receiver = page(
        "Receiver",
        screen: #"<video id="screen" width="640" height="360" autoplay muted playsinline></video>"#,
        script: #"""
            let startedAt, firstFrameAt;
            function sawFrame() { firstFrameAt ??= performance.now(); }

            async function answer(token, transport, offer) {
                startedAt = performance.now();
                firstFrameAt = undefined;
                await connect(token, transport);
                connection.ontrack = event => {
                    screen_.srcObject = event.streams[0];
                    screen_.requestVideoFrameCallback(sawFrame);
                };
                await connection.setRemoteDescription(offer.description);
                await connection.setLocalDescription();
                await gathered();
                return {description: connection.localDescription.toJSON(), candidates};
            }
            """#
    )

    private static func page(_ title: String, screen: String, script: String) -> String {
        #"""
        <!doctype html>
        <html lang="en">
        <meta charset="utf-8">
        <title>castlab: \#(title)</title>
        <style>
            body { font: 15px sans-serif; margin: 20px; background: #f4f4f2; color: #222 }
            h1 { font-size: 20px; margin: 0 0 10px }
            canvas, video { display: block; background: black; width: 640px; height: 360px }
            pre { font: 13px monospace; white-space: pre-wrap }
        </style>
        <h1>\#(title)</h1>
        \#(screen)
        <pre id="facts">not connected</pre>
        <script>
        const screen_ = document.getElementById("screen");
        let connection, candidates;

        // Asks for the servers as the contract's clients do, and keeps those of one transport.
        async function servers(token, transport) {
            const response = await fetch("\#(iceConfigURL)", {
                headers: {"Authorization": `Bearer ${token}`, "Content-Type": "application/json"},
            });
            const config = await response.json();
            if (!response.ok) throw new Error(`ice-config: ${response.status} ${config.error.code}`);
            const isWanted = url => transport === "tls" ? url.startsWith("turns:")
                : url.startsWith("turn:") && url.endsWith(`transport=${transport}`);
            return config.iceServers.filter(server => server.credential)
                .map(server => ({...server, urls: server.urls.filter(isWanted)}));
        }

        async function connect(token, transport) {
            connection?.close();
            candidates = [];
            connection = new RTCPeerConnection({
                iceServers: await servers(token, transport), iceTransportPolicy: "relay", bundlePolicy: "max-bundle",
            });
            connection.onicecandidate = event => { if (event.candidate) candidates.push(event.candidate.candidate); };
            connection.onicecandidateerror = event =>
                console.log(`candidate error ${event.errorCode} ${event.errorText} ${event.url}`);
        }

        // Waits for a candidate: the relay's, since there are no others. Gathering may take much longer to be complete.
        function gathered() {
            return new Promise(resolve => {
                setTimeout(resolve, 10000);
                const look = () => {
                    if (candidates.length > 0 || connection.iceGatheringState === "complete") resolve();
                };
                connection.addEventListener("icecandidate", look);
                connection.addEventListener("icegatheringstatechange", look);
                look();
            });
        }

        function milliseconds(time, scale) { return typeof time === "number" ? `${Math.round(time * scale)} ms` : "unknown"; }

        // What there is to know of the cast at this end.
        async function facts() {
            const stats = [...(await connection.getStats()).values()];
            const byID = new Map(stats.map(one => [one.id, one]));
            const transport = stats.find(one => one.type === "transport");
            const pair = byID.get(transport?.selectedCandidatePairId);
            const local = byID.get(pair?.localCandidateId);
            const remote = byID.get(pair?.remoteCandidateId);
            const video = stats.find(one => one.type.endsWith("bound-rtp") && one.kind === "video" && !one.type.startsWith("remote"));
            const found = {
                state: connection.connectionState,
                local: local?.candidateType ?? "", remote: remote?.candidateType ?? "",
                relayProtocol: local?.relayProtocol ?? "",
                roundTripTime: pair?.currentRoundTripTime ?? null,
                codec: byID.get(video?.codecId)?.mimeType ?? "",
                frames: video?.framesDecoded ?? video?.framesEncoded ?? 0,
                width: video?.frameWidth ?? 0, height: video?.frameHeight ?? 0,
                firstFrame: typeof firstFrameAt === "number" ? firstFrameAt - startedAt : null,
            };
            document.getElementById("facts").textContent = [
                `${found.state}, ${found.local}-${found.remote}, ${found.relayProtocol} to the relay`,
                `${found.codec}, ${found.width}x${found.height}, ${found.frames} frames`,
                `round trip ${milliseconds(found.roundTripTime, 1000)}`,
                ...(found.firstFrame === null ? [] : [`first frame after ${milliseconds(found.firstFrame, 1)}`]),
            ].join("\n");
            return found;
        }

        \#(script)
        </script>
        """#
    }

    private static let iceConfigURL =
        "https://\(RunCertificate.relayName):\(RelayProcess.iceConfigPort)/api/public/ice-config"
}
