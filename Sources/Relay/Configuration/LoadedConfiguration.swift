/// A configuration that may be used, and where each part of it comes from.
public struct LoadedConfiguration: Sendable {
    public var configuration: RelayConfiguration
    /// One origin per value that was given; a setting that nobody gave is absent.
    public var origins: [SettingName: [SettingOrigin]]
    /// What is doubtful but may be meant.
    public var warnings: [ConfigurationProblem]

    /// Where the value of a setting comes from, or the first value of a list.
    public func origin(of name: SettingName) -> SettingOrigin {
        origins[name]?.first ?? .standard
    }
}
