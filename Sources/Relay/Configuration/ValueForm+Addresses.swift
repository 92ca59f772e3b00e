import SansIO
import YAML

extension ValueForm where Value == IPAddress {
    /// An address of this machine, or 0.0.0.0 or :: for all of a family.
    static var listeningAddress: ValueForm {
        ValueForm(
            accepted: "an address of this machine, such as 192.0.2.10 or 2001:db8::10",
            placeholder: "IP"
        ) { (text) throws(ValueHint) in
            let address = try AddressText.read(text, portHint: "the port is a setting of its own")
            if !address.isUnspecified { try AddressText.requireUsable(address, loopback: true) }
            return address
        }
    }

    /// An address of this machine to bind to.
    static var ownAddress: ValueForm {
        ValueForm(
            accepted: "an address of this machine, such as 192.0.2.10 or 2001:db8::10",
            placeholder: "IP"
        ) { (text) throws(ValueHint) in
            let address = try AddressText.read(text, portHint: "an address without a port")
            try AddressText.requireUsable(address, loopback: true)
            return address
        }
    }
}

extension ValueForm where Value == ExternalAddress {
    /// PUBLIC or PUBLIC/PRIVATE.
    static var externalAddress: ValueForm {
        ValueForm(
            accepted:
                "the public address, such as 203.0.113.5, or PUBLIC/PRIVATE, such as 203.0.113.5/10.0.0.12",
            placeholder: "IP[/IP]"
        ) { (text) throws(ValueHint) in
            let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
            guard parts.count <= 2 else { throw .none }
            let portHint = "leave the port out: ports are not translated by a 1:1 NAT"
            let advertised = try AddressText.read(parts[0], portHint: portHint)
            try AddressText.requireUsable(advertised, loopback: false)
            guard parts.count == 2 else { return ExternalAddress(advertised: advertised) }
            if parts[1].count <= 3, let length = Int(parts[1]), length <= 128 {
                throw ValueHint("one address, not a block: write \(advertised)")
            }
            let local = try AddressText.read(parts[1], portHint: portHint)
            try AddressText.requireUsable(local, loopback: true)
            guard local.family == advertised.family else {
                throw ValueHint("PUBLIC and PRIVATE are of different IP versions")
            }
            return ExternalAddress(advertised: advertised, local: local)
        }
    }
}

extension ValueForm where Value == IPPrefix {
    /// A block of addresses or one address.
    static var prefix: ValueForm {
        ValueForm(
            accepted: "an address or a block such as 10.0.0.0/8 or fd00::/8",
            placeholder: "CIDR"
        ) { (text) throws(ValueHint) in
            if let prefix = IPPrefix(text) { return prefix }
            let parts = text.split(separator: "/", omittingEmptySubsequences: false)
            guard parts.count == 2, let address = IPAddress(parts[0]), let length = Int(parts[1]) else {
                _ = try AddressText.read(text, portHint: "an address or block without a port")
                throw .none
            }
            guard let meant = IPPrefix(address, length: length) else {
                throw ValueHint("the length is 0 to \(address.family.bitCount)")
            }
            throw ValueHint("bits beyond the length are set; did you mean \(meant)?")
        }
    }
}
