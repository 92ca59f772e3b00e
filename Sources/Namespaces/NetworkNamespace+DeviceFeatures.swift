internal import CLinux

extension NetworkNamespace {
    /// Switches a feature of a device in this namespace on or off, by ethtool's name for it.
    ///
    /// Without `tx-udp-segmentation` and the other kinds of segmentation a virtual cable carries packets as a
    /// real one does: none greater than its MTU.
    public func setFeature(_ feature: String, of device: String, to isOn: Bool) throws {
        let action = "switch \(feature) of \(device) in \(label) \(isOn ? "on" : "off")"
        _ = try enter { try checked(clx_set_device_feature(device, feature, isOn ? 1 : 0), action) }
    }
}
