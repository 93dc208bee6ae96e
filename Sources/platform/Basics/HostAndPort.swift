/// A host and its port, as they stand in a URL: `name`, `192.0.2.1` or `[2001:db8::1]`, and
/// `:port`. A name may have underscores, as in names that Docker Compose gives.
package struct HostAndPort: Sendable, Hashable {
    /// A name or an address; of version 6 without its brackets.
    package let host: String
    /// Nil if none is named.
    package let port: UInt16?

    /// - Returns: nil for anything else, such as a name and password before the host.
    package init?(_ text: Substring) {
        let rest: Substring
        if text.first == "[" {
            guard let end = text.firstIndex(of: "]") else { return nil }
            host = String(text[..<end].dropFirst())
            rest = text[text.index(after: end)...]
            let isAddress = host.utf8.allSatisfy {
                $0.hexadecimalValue != nil || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".")
            }
            guard isAddress, host.contains(":") else { return nil }
        } else {
            host = String(text.prefix { $0 != ":" })
            rest = text.dropFirst(host.count)
            guard host.isHost(of: "-._") else { return nil }
        }
        if rest.isEmpty {
            port = nil
        } else {
            guard rest.first == ":", let port = UInt16(rest.dropFirst()), port > 0 else {
                return nil
            }
            self.port = port
        }
    }

    package var isVersion6: Bool { host.utf8.contains(UInt8(ascii: ":")) }

    /// Whether the host is an address, not a name.
    package var isAddress: Bool { isVersion6 || host.version4 != nil }

    /// Whether the host is this machine.
    package var isLoopback: Bool { host.isLoopbackHost }
}

extension StringProtocol {
    /// Letters, digits, hyphens and dots; not a dot or hyphen first.
    package var isHostName: Bool { isHost(of: "-.") }

    /// - Parameter others: the characters that may follow the first, besides letters and digits.
    fileprivate func isHost(of others: String) -> Bool {
        (1...253).contains(utf8.count) && utf8.first?.isASCIILetterOrDigit == true
            && isASCIIAlphanumeric(or: others)
    }

    /// Whether it is a name or an address of this machine; of version 6 without brackets.
    package var isLoopbackHost: Bool {
        lowercased() == "localhost" || self == "::1" || version4?.first == 127
    }

    /// A number that begins with 0 is octal to some resolvers, so a host with one is a name here.
    fileprivate var version4: [UInt8]? {
        let parts = split(separator: ".", omittingEmptySubsequences: false)
        let bytes = parts.compactMap { part in
            part.utf8.allSatisfy(\.isASCIIDigit) && (part == "0" || part.first != "0")
                ? UInt8(part) : nil
        }
        return parts.count == 4 && bytes.count == 4 ? bytes : nil
    }
}
