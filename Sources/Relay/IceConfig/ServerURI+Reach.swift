import SansIO
import TURN

extension ServerURI {
    /// Why clients elsewhere can not reach it, as far as its host shows; nil for a name and for a public address.
    var doubtfulReach: String? {
        if host.lowercased() == "localhost" { return "each client's own machine" }
        guard let address = IPAddress(host), let block = SpecialPurposeRegistry.block(of: address) else {
            return nil
        }
        return "at \(address), which others can not reach: \(block.name)"
    }
}
