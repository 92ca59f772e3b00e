import Arguments
import EventLoop
import Glibc
import SansIO

/// The process behind `castrelay run`: from a configuration to a relay that serves until a signal ends it.
public enum RelayProcess {
    /// Carries out this process's command line, `run` included, and ends the process.
    public static func main() -> Never {
        let interfaces = (try? InterfaceAddresses.current()) ?? []
        CastRelay.main(interfaces: interfaces.filter(\.isUp).map(\.address), run: run)
    }

    /// Serves until SIGINT or SIGTERM; SIGHUP takes up a renewed certificate and key set.
    ///
    /// What is listened on, advertised and bounded is printed first; the line that begins with "ready" says
    /// that clients are answered from now on.
    @Sendable
    static func run(_ loaded: LoadedConfiguration, _ source: ConfigurationSource) -> ExitCode {
        let startedAt = MonotonicClock.now()
        let configuration = loaded.configuration
        // Whoever reads the output may go; the relay stays.
        signal(SIGPIPE, SIG_IGN)
        let log = RelayLog(format: configuration.logFormat, level: configuration.logLevel)
        for warning in loaded.warnings {
            log.write(.warning, "configuration", [(.detail, warning.description)])
        }
        do {
            // Before any other thread, so that no thread is ended by what this one waits for.
            let signals = try SignalDescriptor([.interrupt, .terminate, .hangUp])
            let descriptors = try DescriptorLimit.raise()
            let interfaces = try InterfaceAddresses.current().filter(\.isUp).map(\.address)
            for warning in loaded.warnings(among: interfaces) {
                log.write(.warning, "configuration", [(.detail, warning.description)])
            }
            let tls = try loaded.certificateContext()
            let keys = try loaded.keySet()
            let server = try RelayServer.open(configuration, tls: tls, interfaces: interfaces, log: log)
            let iceConfig = try IceConfigService.start(
                configuration,
                server.plan,
                keys: keys,
                tls: tls,
                interfaces: interfaces,
                failures: server.failures,
                log: log
            )
            try server.start()
            let summary = StartupSummary(configuration, server, iceConfig, descriptors: descriptors)
            show(summary.lines.joined(separator: "\n") + "\n")
            show("ready after \((MonotonicClock.now() - startedAt).wholeNanoseconds / 1_000_000) ms\n")
            try serve(server, iceConfig, until: signals, loaded, log)
            iceConfig?.stop()
            server.stop()
            log.write(.info, "stopped")
            return .passed
        } catch let problems as ConfigurationProblems {
            log.write(.error, "the configuration can not be used", [(.detail, problems.description)])
            return .usage
        } catch {
            log.write(.error, "the relay can not run", [(.detail, "\(error)")])
            return .cannotRun
        }
    }

    private static func serve(
        _ server: RelayServer,
        _ iceConfig: IceConfigService?,
        until signals: SignalDescriptor,
        _ loaded: LoadedConfiguration,
        _ log: RelayLog
    ) throws {
        let poller = try Poller()
        try poller.add(signals.fileDescriptor, token: 0, interest: .read)
        try poller.add(server.failures.fileDescriptor, token: 1, interest: .read)
        while true {
            _ = try poller.wait(until: nil)
            if let failure = server.failures.drain().first { throw failure }
            switch signals.next() {
            case .interrupt, .terminate: return
            case .hangUp: renewFiles(of: server, iceConfig, loaded, log)
            case .user1, nil: break
            }
        }
    }

    /// Takes up a certificate and a key set that have changed; what can not be read leaves the old one in use.
    private static func renewFiles(
        of server: RelayServer,
        _ iceConfig: IceConfigService?,
        _ loaded: LoadedConfiguration,
        _ log: RelayLog
    ) {
        do throws(ConfigurationProblems) {
            if let context = try loaded.certificateContext() {
                server.useCertificate(context)
                iceConfig?.useCertificate(context)
                log.write(.info, "certificate renewed")
            }
            if let keys = try loaded.keySet() {
                iceConfig?.useKeys(keys)
                log.write(.info, "key set renewed")
            }
        } catch {
            log.write(.error, "not renewed, the old one stays", [(.detail, error.description)])
        }
    }

    private static func show(_ text: String) {
        let bytes = Array(text.utf8)
        _ = bytes.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
    }
}
