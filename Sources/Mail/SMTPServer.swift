import RollcallBasics

/// Where mail is handed in, and how.
package struct SMTPServer: Sendable, Hashable {
    package enum Encryption: Sendable {
        /// In the clear: only to the same machine.
        case none
        /// STARTTLS (RFC 3207), or nothing is sent.
        case startTLS
        /// From the first byte (RFC 8314).
        case implicit
    }

    /// A name or an address; of version 6 without its brackets.
    package let host: String
    package let port: UInt16
    package private(set) var encryption: Encryption
    /// Certificates that are trusted, in place of the system's: a file of PEM.
    package var authorities: String? {
        didSet { if authorities != nil, encryption == .none { encryption = .startTLS } }
    }
    /// Without it the server is not told who sends.
    package var login: Login?
    /// What this machine calls itself.
    package var hello = "localhost"
    package var connectTimeout = Duration.seconds(10)
    /// For one mail, with the connection.
    package var timeout = Duration.seconds(60)

    package struct Login: Sendable, Hashable {
        let user: String
        let password: String

        package init(user: String, password: String) {
            self.user = user
            self.password = password
        }
    }

    /// Reads `smtp://host[:port]` or `smtps://host[:port]`; the ports are 587 and 465 unless said.
    ///
    /// STARTTLS is required of `smtp://`, but for a server on the same machine: that is spoken to in
    /// the clear, unless `authorities` says whom to trust.
    ///
    /// - Returns: `nil` for anything else, such as a name and password in it.
    package init?(_ text: String) {
        let isImplicit = text.hasPrefix("smtps://")
        guard isImplicit || text.hasPrefix("smtp://") else { return nil }
        let place = text.dropFirst(isImplicit ? 8 : 7)
        guard let (host, rest) = Self.host(of: place), !host.isEmpty else { return nil }
        if rest.isEmpty {
            port = isImplicit ? 465 : 587
        } else {
            guard rest.first == ":", let port = UInt16(rest.dropFirst()), port > 0 else {
                return nil
            }
            self.port = port
        }
        self.host = String(host)
        encryption = isImplicit ? .implicit : Self.isLoopback(self.host) ? .none : .startTLS
    }

    private static func host(of place: Substring) -> (host: Substring, rest: Substring)? {
        if place.first == "[" {
            guard let end = place.firstIndex(of: "]") else { return nil }
            let host = place[place.index(after: place.startIndex)..<end]
            let isAddress = host.utf8.allSatisfy {
                $0.hexadecimalValue != nil || ":.".utf8.contains($0)
            }
            return isAddress && host.contains(":") ? (host, place[place.index(after: end)...]) : nil
        }
        let host = place.prefix { $0 != ":" }
        return isHostName(host) ? (host, place[host.endIndex...]) : nil
    }

    /// Letters, digits, hyphens and dots; not a dot or hyphen first.
    package static func isHostName(_ text: some StringProtocol) -> Bool {
        (1...253).contains(text.utf8.count) && text.utf8.first?.isASCIILetterOrDigit == true
            && text.isASCIIAlphanumeric(or: "-.")
    }

    private static func isLoopback(_ host: String) -> Bool {
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        let isAddress = parts.count == 4 && parts.allSatisfy { UInt8($0) != nil }
        return host.lowercased() == "localhost" || host == "::1" || (isAddress && parts[0] == "127")
    }
}

extension SMTPServer.Login: Redacted {}
