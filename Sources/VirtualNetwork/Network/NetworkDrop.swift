/// Why a packet went no further, besides what links, NATs and firewalls count themselves.
public enum NetworkDrop: Int, Hashable, Sendable, CaseIterable {
    /// It is no IP packet that can be read.
    case malformed
    /// Nobody has its destination, and no router leads further: swallowed as in the real internet.
    case noRoute
    /// Its segment does not let devices reach each other.
    case isolated
    /// It crossed as many routers as it may.
    case expired
    /// A group's packet on a segment that carries none.
    case multicast
    /// It is for a router itself, which listens to nothing.
    case forRouter
    /// It was of the kind that is cut off.
    case cut
    /// A router refused it, and told so.
    case prohibited
    /// A router that is switched off.
    case routerOff
    /// It does not fit into a link, and its sender was told.
    case tooBig
    /// The network's own memory was used up: nobody asked for this, and a run in which it happens is not
    /// valid.
    case outOfMemory
}
