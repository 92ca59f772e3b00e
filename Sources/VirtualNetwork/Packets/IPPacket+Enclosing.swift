public import SansIO

extension IPPacket {
    /// Puts an IP header in front of a payload, into its headroom.
    ///
    /// An IPv4 packet must not be cut unless `mayBeFragmented`, and then wants an identification of its own
    /// (RFC 6864 §4).
    ///
    /// - Precondition: both addresses are of one family, the whole fits into 65,535 bytes of payload, and
    ///   20 or 40 bytes are free in front of it.
    public init(
        enclosing payload: PacketBuffer,
        as protocol: IPProtocol,
        from source: IPAddress,
        to destination: IPAddress,
        timeToLive: UInt8 = 64,
        trafficClass: UInt8 = 0,
        identification: UInt16 = 0,
        mayBeFragmented: Bool = false
    ) {
        precondition(source.family == destination.family)
        let headerLength = source.family == .v4 ? 20 : 40
        let packet = payload.extendedFront(by: headerLength)
        precondition((source.family == .v4 ? packet.count : payload.count) <= 65_535)
        switch source.family {
        case .v4:
            packet[0] = 0x45
            packet[1] = trafficClass
            packet.setUInt16(UInt16(packet.count), at: 2)
            packet.setUInt16(identification, at: 4)
            packet.setUInt16(mayBeFragmented ? 0 : 0x4000, at: 6)
            packet[8] = timeToLive
            packet[9] = `protocol`.rawValue
            packet.setUInt16(0, at: 10)
            packet.setAddress(source, at: 12)
            packet.setAddress(destination, at: 16)
            var checksum = InternetChecksum()
            checksum.add(packet, 0..<20)
            packet.setUInt16(checksum.value, at: 10)
        case .v6:
            packet.setUInt32(0x6000_0000 | UInt32(trafficClass) << 20, at: 0)
            packet.setUInt16(UInt16(payload.count), at: 4)
            packet[6] = `protocol`.rawValue
            packet[7] = timeToLive
            packet.setAddress(source, at: 8)
            packet.setAddress(destination, at: 24)
        }
        let headers = IPHeaders(
            source.family,
            `protocol`,
            payloadOffset: headerLength,
            end: packet.count
        )
        self.init(unchecked: packet, headers: headers, isQuote: false)
    }

    /// Puts UDP and IP headers in front of a payload: 28 or 48 bytes of its headroom.
    public init(udp payload: PacketBuffer, from source: Endpoint, to destination: Endpoint) {
        let datagram = payload.extendedFront(by: 8)
        precondition(datagram.count <= 65_535)
        datagram.setUInt16(source.port, at: 0)
        datagram.setUInt16(destination.port, at: 2)
        datagram.setUInt16(UInt16(datagram.count), at: 4)
        datagram.setUInt16(0, at: 6)
        self.init(enclosing: datagram, as: .udp, from: source.address, to: destination.address)
        fillTransportChecksum()
    }

    /// Puts TCP and IP headers, without options, in front of a payload: 40 or 60 bytes of its headroom.
    public init(
        tcp payload: PacketBuffer,
        _ flags: TCPFlags,
        from source: Endpoint,
        to destination: Endpoint,
        sequenceNumber: UInt32 = 0,
        acknowledgmentNumber: UInt32 = 0,
        window: UInt16 = 65_535
    ) {
        let segment = payload.extendedFront(by: 20)
        segment.setUInt16(source.port, at: 0)
        segment.setUInt16(destination.port, at: 2)
        segment.setUInt32(sequenceNumber, at: 4)
        segment.setUInt32(acknowledgmentNumber, at: 8)
        segment[12] = 5 << 4
        segment[13] = flags.rawValue
        segment.setUInt16(window, at: 14)
        segment.setUInt32(0, at: 16)
        self.init(enclosing: segment, as: .tcp, from: source.address, to: destination.address)
        fillTransportChecksum()
    }

    /// Puts an ICMP echo and an IP header in front of its data: 28 or 48 bytes of its headroom.
    public init(
        echo data: PacketBuffer,
        _ echo: ICMPMessage.Echo,
        isReply: Bool,
        from source: IPAddress,
        to destination: IPAddress
    ) {
        let isV4 = source.family == .v4
        let message = data.extendedFront(by: 8)
        message[0] = isV4 ? (isReply ? 0 : 8) : (isReply ? 129 : 128)
        message[1] = 0
        message.setUInt16(0, at: 2)
        message.setUInt16(echo.identifier, at: 4)
        message.setUInt16(echo.sequenceNumber, at: 6)
        self.init(enclosing: message, as: isV4 ? .icmp : .icmpv6, from: source, to: destination)
        fillTransportChecksum()
    }
}
