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
    /// STARTTLS is required of `smtp://`, but for a server on the same machine: that is spoken to
    /// in the clear, unless `authorities` names trusted certificates.
    ///
    /// - Returns: `nil` for anything else, such as a name and password in it.
    package init?(_ text: String) {
        let isImplicit = text.hasPrefix("smtps://")
        guard isImplicit || text.hasPrefix("smtp://") else { return nil }
        guard let place = HostAndPort(text.dropFirst(isImplicit ? 8 : 7)) else { return nil }
        host = place.host
        port = place.port ?? (isImplicit ? 465 : 587)
        encryption = isImplicit ? .implicit : place.isLoopback ? .none : .startTLS
    }
}

extension SMTPServer.Login: Redacted {}
