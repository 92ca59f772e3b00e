/// The rule for texts in attributes.
package enum AttributeText {
    /// Decodes UTF-8 of at most `limit` bytes.
    package static func decode(_ value: Span<UInt8>, limit: Int) throws(AttributeError) -> String {
        guard value.count <= limit else { throw .wrongLength(value.count) }
        do {
            return String(copying: try UTF8Span(validating: value))
        } catch {
            throw .notUTF8
        }
    }

    /// Whether the profile OpaqueString lets the text be a user name, realm or password.
    ///
    /// RFC 8265 §4.2: not empty, no controls, no line or paragraph separators. Its mapping of spaces and
    /// its normalisation are not done here; names that need them are compared as they were sent.
    package static func isOpaqueString(_ text: String) -> Bool {
        !text.isEmpty
            && text.unicodeScalars.allSatisfy { scalar in
                switch scalar.properties.generalCategory {
                case .control, .lineSeparator, .paragraphSeparator, .unassigned: false
                default: true
                }
            }
    }
}
