public import SansIO

/// Relayed data that only has to be sent: all there is to do about most packets.
///
/// It lies in the buffer of the input, the headers put in front. A trivial value: nothing is counted when
/// it is handed over.
public enum Forward {
    /// It may be dropped when the client is too slow.
    case toClient(Client, PacketBuffer)
    case toPeer(RelayPort, Endpoint, PacketBuffer, dontFragment: Bool)
}
