import TURN

/// Which channel numbers clients may bind.
public enum ChannelNumbers: String, Hashable, Sendable, CaseIterable {
    /// 0x4000 to 0x4FFF, the letter of RFC 8656 §12.
    case rfc8656
    /// 0x4000 to 0x7FFF, as RFC 5766 §11 allowed: coturn's clients up to 4.6 at least draw from all of it.
    case rfc5766

    var range: ClosedRange<UInt16> {
        switch self {
        case .rfc8656: ChannelNumber.range
        case .rfc5766: ChannelNumber.rangeOfRFC5766
        }
    }
}
