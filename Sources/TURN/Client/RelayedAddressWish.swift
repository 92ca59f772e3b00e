public import SansIO

/// Which relayed addresses an Allocate request asks for; combinations that RFC 8656 §7.1 forbids do not exist.
public enum RelayedAddressWish: Hashable, Sendable {
    /// One address: of the server's choice (IPv4, by RFC 8656 §7.2) or REQUESTED-ADDRESS-FAMILY, with EVEN-PORT
    /// if wanted.
    case one(IPAddress.Family? = nil, evenPort: EvenPort? = nil)
    /// An IPv4 and an IPv6 address: ADDITIONAL-ADDRESS-FAMILY.
    case both
    /// The port that an earlier EVEN-PORT reserved: RESERVATION-TOKEN.
    case reserved(ReservationToken)
}
