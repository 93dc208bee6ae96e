/// The rules of links in a profile: `https` URLs (RFC 3986) with a host, in ASCII. They have no
/// user information, which would make `https://bank.example@evil.example` look like another site.
///
/// The parser is our own: Foundation's is another one on older systems of Apple.
package enum LinkRules {
    /// In bytes.
    package static let longest = 2048
    /// Of a profile.
    package static let most = 5

    package static func check(_ text: String) throws(Malformation) {
        guard text.utf8.count <= longest else {
            throw Malformation(rule: "has at most \(longest) bytes")
        }
        guard isLink(Array(text.utf8)) else {
            throw Malformation(
                rule: "is an https URL in ASCII with a host and without user information")
        }
    }

    private static func isLink(_ bytes: [UInt8]) -> Bool {
        let beginning = Array("https://".utf8)
        let lowercased = bytes.prefix(beginning.count).map { $0.isLetterOrDigit ? $0 | 0x20 : $0 }
        guard lowercased == beginning
        else { return false }
        let rest = bytes.dropFirst(beginning.count)
        let authority = rest.prefix { !"/?#".utf8.contains($0) }
        let parts = rest.dropFirst(authority.count).split(
            separator: UInt8(ascii: "#"), maxSplits: 1, omittingEmptySubsequences: false)
        return isAuthority(authority) && parts.allSatisfy(isOfPartCharacters)
    }

    /// `host [ ":" port ]`.
    private static func isAuthority(_ bytes: ArraySlice<UInt8>) -> Bool {
        var host = bytes
        if let colon = bytes.lastIndex(of: UInt8(ascii: ":")), bytes.last != UInt8(ascii: "]") {
            host = bytes[..<colon]
            let port = String(decoding: bytes[(colon + 1)...], as: UTF8.self)
            let isNumber = port.utf8.allSatisfy(\.isDigit) && (1...65_535).contains(Int(port) ?? 0)
            guard port.isEmpty || isNumber else { return false }
        }
        guard host.first == UInt8(ascii: "["), host.last == UInt8(ascii: "]") else {
            return !host.isEmpty && host.allSatisfy(isHostCharacter)
        }
        let address = host.dropFirst().dropLast()
        return !address.isEmpty
            && address.allSatisfy { isHostCharacter($0) || $0 == UInt8(ascii: ":") }
    }

    /// `unreserved / sub-delims`. No `%`: with it a host could look like another one.
    private static func isHostCharacter(_ byte: UInt8) -> Bool {
        byte.isLetterOrDigit || "-._~!$&'()*+,;=".utf8.contains(byte)
    }

    /// What a path, a query and a fragment are made of.
    private static func isOfPartCharacters(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.indices.allSatisfy { index in
            guard bytes[index] == UInt8(ascii: "%") else {
                return isHostCharacter(bytes[index]) || ":@/?".utf8.contains(bytes[index])
            }
            let digits = bytes[(index + 1)...].prefix(2)
            return digits.count == 2
                && digits.allSatisfy { Character(Unicode.Scalar($0)).isHexDigit }
        }
    }
}
