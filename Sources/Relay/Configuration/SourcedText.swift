/// One value as it was written, and where.
struct SourcedText: Hashable, Sendable {
    var text: String
    var origin: SettingOrigin
    /// Its path in the file, list position included.
    var path: String
}
