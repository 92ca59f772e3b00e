import Cryptography
import FuzzDriver
import STUN
import SansIO
import TURN

/// Reads any bytes as a STUN message, and every attribute in it as what it says it is.
@main
struct FuzzMessage {
    static func main() {
        Fuzzer.run { start, count in
            FuzzMessage.read(Fuzzer.bytes(start, count))
            return 0
        }
    }

    private static func read(_ bytes: [UInt8]) {
        guard let message = try? MessageView(bytes.span) else { return }
        _ = message.verifyFingerprint()
        _ = message.verifyIntegrity(key: [1, 2, 3, 4].span)
        let unknown = message.unknownAttributes { $0.rawValue < 0x40 }
        precondition(Set(unknown).count == unknown.count)
        readAttributesOfSTUN(message)
        readAttributesOfTURN(message)
        let client = Endpoint(IPAddress(192, 0, 2, 1), 1)
        if let reply = BindingResponder().reply(to: message, from: client, at: client) {
            guard (try? MessageView(reply.bytes.span)) != nil else { fatalError("an unreadable reply") }
        }
        _ = BindingResponse(message, to: message.transactionID)
    }

    private static func readAttributesOfSTUN(_ message: borrowing MessageView) {
        check(Username.self, message)
        check(Realm.self, message)
        check(Nonce.self, message)
        check(Software.self, message)
        check(ErrorCode.self, message)
        check(UnknownAttributes.self, message)
        check(XORMappedAddress.self, message)
        check(MappedAddress.self, message)
        check(AlternateServer.self, message)
        check(AlternateDomain.self, message)
        check(UserHash.self, message)
        check(PasswordAlgorithm.self, message)
        check(PasswordAlgorithms.self, message)
        check(MessageIntegrity.self, message)
        check(MessageIntegritySHA256.self, message)
        check(Fingerprint.self, message)
        check(ChangeRequest.self, message)
        check(ResponsePort.self, message)
        check(Padding.self, message)
        check(ResponseOrigin.self, message)
        check(OtherAddress.self, message)
    }

    private static func readAttributesOfTURN(_ message: borrowing MessageView) {
        check(ChannelNumber.self, message)
        check(Lifetime.self, message)
        check(XORPeerAddress.self, message)
        check(XORRelayedAddress.self, message)
        check(DataAttribute.self, message)
        check(RequestedAddressFamily.self, message)
        check(AdditionalAddressFamily.self, message)
        check(AddressErrorCode.self, message)
        check(EvenPort.self, message)
        check(RequestedTransport.self, message)
        check(DontFragment.self, message)
        check(ReservationToken.self, message)
        check(ICMPAttribute.self, message)
    }

    /// What was read is written and read again as the same.
    private static func check<A: Attribute>(_ kind: A.Type, _ message: borrowing MessageView) {
        guard let read = try? message.all(kind) else { return }
        for attribute in read {
            var builder = MessageBuilder(message.type, message.transactionID)
            // Padding grows by what it adds when it is written; one that fills a message has no room.
            guard !(attribute is Padding) else { continue }
            builder.append(attribute)
            guard let again = try? MessageView(builder.bytes.span),
                let copy = try? again.attribute(kind), copy == attribute
            else { fatalError("\(attribute) is not what it was") }
        }
    }
}
