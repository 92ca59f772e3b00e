import Arguments
import SansIO
import TURN

/// What a configuration amounts to on this machine.
struct CheckReport: Encodable {
    /// One setting in effect.
    struct Setting: Encodable {
        var name: String
        var values: [String]
        /// "default", a place in the file, a flag or a variable.
        var origin: String
    }

    /// What others are told for one relay address.
    struct Advertisement: Encodable {
        var relayAddress: String
        var advertised: String
    }

    /// Where clients get their list of servers, and what it holds.
    struct IceConfig: Encodable {
        var endpoints: [String]
        var urls: [String]
    }

    var valid = true
    var settings: [Setting]
    var secretCount: Int
    var secretOrigin: String
    var listen: [String]
    var advertise: [Advertisement]
    var relayPortCount: Int
    /// Nil while the number of relay addresses is not known.
    var allocations: Int?
    /// Nil while `ice-config` is off.
    var iceConfig: IceConfig?
    var warnings: [String]

    init(_ loaded: LoadedConfiguration, interfaces: [IPAddress]) {
        let configuration = loaded.configuration
        settings = Relay.Setting.all.map {
            let origin = loaded.origin(of: $0.name).description
            return Setting(name: $0.name.rawValue, values: $0.show(configuration), origin: origin)
        }
        secretCount = configuration.secrets.count
        secretOrigin = loaded.origin(of: .secretFile).description
        listen = configuration.listeningAddresses(among: interfaces).map(\.description)
        let relaying = configuration.relayingAddresses(among: interfaces)
        advertise = relaying.map { address in
            let advertised = configuration.advertisedAddress(for: address)
            return Advertisement(relayAddress: "\(address)", advertised: "\(advertised)")
        }
        relayPortCount = configuration.relayPorts.count
        allocations =
            relaying.isEmpty ? nil : configuration.allocationCapacity(relayAddressCount: relaying.count)
        if let port = configuration.iceConfig.port {
            let scheme = configuration.iceConfig.isSecure ? "https" : "http"
            let addresses = configuration.iceConfigAddresses(among: interfaces)
            let advertised = relaying.map { configuration.advertisedAddress(for: $0) }
            iceConfig = IceConfig(
                endpoints: addresses.map { "\(scheme)://\(Endpoint($0, port))\(IceConfigEndpoint.path)" },
                urls: configuration.iceServerURIs(advertised: advertised).map(\.description)
            )
        }
        warnings = (loaded.warnings + loaded.warnings(among: interfaces)).map(\.description)
    }
}
