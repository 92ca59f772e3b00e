import SansIO
import YAML

/// What no single value shows: settings that do not go together.
extension ConfigurationDraft {
    mutating func checkRules() {
        checkTLS()
        checkPorts()
        checkExternalAddresses()
        checkDiscovery()
        checkPeers()
        checkLimits()
        checkReach()
        checkIceConfig()
    }

    private mutating func checkTLS() {
        switch (configuration.tlsCertificate, configuration.tlsKey) {
        case (nil, nil):
            if origins[.tlsPort] != nil {
                warn("has no effect without tls-certificate and tls-key", of: .tlsPort)
            }
        case (_?, nil): note("tls-key is missing; accepted: both or none", of: .tlsCertificate)
        case (nil, _?): note("tls-certificate is missing; accepted: both or none", of: .tlsKey)
        case (let certificate?, let key?):
            checkReadable(certificate, of: .tlsCertificate)
            checkReadable(key, of: .tlsKey)
            if configuration.tlsPort == configuration.port {
                note(
                    "got \(configuration.port), which is port as well; TLS is answered there anyway",
                    of: .tlsPort
                )
            }
        }
    }

    mutating func checkReadable(_ path: String, of name: SettingName) {
        do {
            let contents = try FileContents(path: path, limit: 1 << 20)
            if name == .tlsKey, contents.isReadableByOthers {
                warn("can be read by other users of this machine; make it 0600", of: name)
            }
        } catch {
            note(error.description, of: name)
        }
    }

    private mutating func checkPorts() {
        let ports = configuration.relayPorts
        let text = "\(ports.lowerBound)-\(ports.upperBound)"
        if ports.contains(configuration.port) {
            note(
                "got \(text), which holds port \(configuration.port); accepted: ports that are free",
                of: .relayPorts
            )
        }
        if let alternate = configuration.alternatePort, ports.contains(alternate) {
            note(
                "got \(text), which holds alternate-port \(alternate); accepted: ports that are free",
                of: .relayPorts
            )
        }
        if ports.count > 2000 {
            warn(
                "\(ports.count) ports; publishing so many one by one stalls container hosts: use host networking",
                of: .relayPorts
            )
        }
    }

    private mutating func checkDiscovery() {
        guard let alternate = configuration.alternatePort else { return }
        if alternate == configuration.port {
            note("got \(alternate), which is port as well; accepted: another port", of: .alternatePort)
        }
        for (item, address) in configuration.alternateListen.enumerated() {
            if configuration.listen.contains(address) {
                note(
                    "got \(address), which is in listen; accepted: another address",
                    of: .alternateListen,
                    item: item
                )
            }
            if configuration.alternateListen[..<item].contains(where: { $0.family == address.family }) {
                note(
                    "a second address of its IP version; accepted: one of each",
                    of: .alternateListen,
                    item: item
                )
            }
        }
    }

    private mutating func checkPeers() {
        for (item, prefix) in configuration.allowedPeers.enumerated() {
            if configuration.deniedPeers.contains(prefix) {
                note(
                    "got \(prefix), which is in deny-peer; accepted: one of the two",
                    of: .allowPeer,
                    item: item
                )
            }
            let reached = [
                (IPAddress(127, 0, 0, 1), "services of this machine"),
                (IPAddress(v6: 0, 1), "services of this machine"),
                (IPAddress(169, 254, 169, 254), "the cloud's metadata service"),
            ]
            if let opened = reached.first(where: { prefix.contains($0.0) }) {
                warn("\(prefix) lets users reach \(opened.1) at \(opened.0)", of: .allowPeer, item: item)
            }
        }
    }

    private mutating func checkLimits() {
        let limits = configuration.limits
        let longest = limits.allocationLifetimeMaximum
        if limits.allocationLifetime > longest {
            let accepted = "at most allocation-lifetime-maximum, \(longest.quantityText)"
            note(
                "got \(limits.allocationLifetime.quantityText); accepted: \(accepted)",
                of: .allocationLifetime
            )
        }
        if longest > limits.allocationMaxAge {
            let accepted = "at least allocation-lifetime-maximum, \(longest.quantityText)"
            note("got \(limits.allocationMaxAge.quantityText); accepted: \(accepted)", of: .allocationMaxAge)
        }
        let rate = limits.unauthenticatedAnswersPerSource
        if limits.unauthenticatedAnswersBurst < rate {
            note(
                "got \(limits.unauthenticatedAnswersBurst); accepted: at least unauthenticated-answers-per-source, \(rate)",
                of: .unauthenticatedAnswersBurst
            )
        }
        if limits.connectionsPerSource > limits.connections {
            note(
                "got \(limits.connectionsPerSource); accepted: at most connections, \(limits.connections)",
                of: .connectionsPerSource
            )
        }
        let ports = configuration.relayPorts.count
        if limits.allocationsPerUser > ports {
            warn("one user can take all \(ports) relay ports", of: .allocationsPerUser)
        }
        let addresses =
            configuration.relayAddresses.isEmpty ? configuration.listen : configuration.relayAddresses
        if let allocations = limits.allocations, !addresses.isEmpty,
            !addresses.contains(where: \.isUnspecified),
            allocations > ports * addresses.count
        {
            warn(
                "got \(allocations), but the relay ports allow only \(ports * addresses.count)",
                of: .allocations
            )
        }
        if configuration.workers > max(processorCount, 1) {
            warn("more than the \(processorCount) processors of this machine", of: .workers)
        }
        if configuration.realm.utf8.count > 32 {
            warn(
                "\(configuration.realm.utf8.count) bytes that are sent to strangers in every 401",
                of: .realm
            )
        }
    }

    private mutating func checkReach() {
        if !configuration.listen.isEmpty, configuration.listen.allSatisfy(\.isLoopback) {
            warn("only this machine can reach the relay", of: .listen)
        }
    }
}
