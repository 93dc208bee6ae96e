/// The version of the API, as servers say it in HELLO. PROTOCOL.md says when it changes, under
/// "Versions".
package enum APIVersion {
    package static let current: StaticString = "1.0"
}
