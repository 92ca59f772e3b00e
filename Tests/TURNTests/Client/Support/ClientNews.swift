import SansIO
import TURN

/// What a client told its owner, packets copied.
enum ClientNews: Hashable {
    case allocated(AllocationGrant)
    case failed(AllocateFailure)
    case permitted(IPAddress)
    case permissionFailed(IPAddress, PeerFailure)
    case bound(Endpoint, ChannelNumber)
    case bindingFailed(Endpoint, PeerFailure)
    case received([UInt8], from: Endpoint)
    case unreachable(Endpoint, ICMPError)
    case lost(AllocationLoss)
    case closed
}
