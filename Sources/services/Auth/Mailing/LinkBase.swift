import RollcallBasics

/// Where the links in mails lead: a page of the deployment's own, from its configuration. Nothing
/// that a request says has a part in it.
package struct LinkBase: Sendable, Equatable {
    private let text: String
    let host: String
    /// `https://host[:port]`, as browsers name it.
    let origin: String

    /// - Parameter text: `https://host[:port][/path]`, or `http` for a host on this machine.
    /// - Throws: `Unusable`, for anything that a reader of a mail could be misled by: a name and
    ///   password, a query, a fragment, a host of other letters than ASCII.
    package init(_ text: String) throws(Unusable) {
        let isSecure = text.hasPrefix("https://")
        guard isSecure || text.hasPrefix("http://") else {
            throw Self.unusable("it begins with https://")
        }
        let rest = text.dropFirst(isSecure ? 8 : 7)
        let place = rest.prefix { $0 != "/" }
        guard let host = HostAndPort(place)?.host, host.isHostName
        else { throw Self.unusable("a host is ASCII letters, digits, hyphens and dots") }
        guard isSecure || host.isLoopbackHost else {
            throw Self.unusable("http:// is for localhost alone")
        }
        var path = rest[place.endIndex...]
        guard path.isASCIIAlphanumeric(or: "/-._~") else {
            throw Self.unusable("its path is ASCII letters, digits and any of /-._~")
        }
        while path.hasSuffix("/") { path.removeLast() }
        self.host = host
        origin = "\(isSecure ? "https" : "http")://\(place)"
        self.text = origin + path
    }

    /// The token stands behind the `#`: browsers keep that to themselves, so it is in no server's
    /// log and in no `Referer`.
    func link(_ page: String, token: String) -> String {
        "\(text)/\(page)#\(token)"
    }

    /// A page below the base.
    func page(_ path: String) -> String { "\(text)/\(path)" }

    private static func unusable(_ sentence: String) -> Unusable {
        Unusable("--link-base is no address that mails can point to: \(sentence)")
    }
}

extension MailKind {
    /// The page that its link leads to, below the base; `nil` for a mail without a link.
    var linkPage: String? {
        switch self {
        case .verifyAddress: "verify-address"
        case .resetPassword: "reset-password"
        case .addressChanged: "undo-address"
        default: nil
        }
    }
}
