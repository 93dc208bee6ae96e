import RollcallBasics
import RollcallRPC

/// What a service is called: 1 to 32 of `a` to `z`, `0` to `9` and `-`.
package struct ServiceName: Hashable, Sendable, CustomStringConvertible {
    static let lengths = 1...32
    /// Auth's own.
    static let auth = Caller.authName
    /// What nobody is added as: tokens and logs name others by them.
    package static let taken = [auth, PeerAuthenticator.localService]

    package let description: String

    package init?(_ text: String) {
        guard Self.lengths.contains(text.utf8.count),
            text.utf8.allSatisfy({
                $0.isASCIILowercase || $0.isASCIIDigit || $0 == UInt8(ascii: "-")
            })
        else { return nil }
        description = text
    }
}
