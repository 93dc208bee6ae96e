import RollcallCrypto

/// How the claims stand in the token (RFC 7519 §4): all of them in a flat object. Claims with
/// other names are left unread, so that a newer Auth can add some.
extension AccessTokenClaims {
    static let servicePrefix = "service:"

    /// - Returns: `nil` if a claim is missing, has another type than it should, or says something
    ///   that Auth would not sign.
    init?(_ claims: FlatJSON) {
        guard claims.text("iss") == Self.issuer,
            let subject = Subject(claims),
            let issuedAt = claims.integer("iat"), issuedAt >= 0,
            let expiresAt = claims.integer("exp"), expiresAt > issuedAt,
            claims["nbf"] == nil || claims.integer("nbf").map({ $0 <= expiresAt }) == true
        else { return nil }
        self.init(subject: subject, issuedAt: issuedAt, expiresAt: expiresAt)
    }
}

extension AccessTokenClaims.Subject {
    fileprivate init?(_ claims: FlatJSON) {
        guard let subject = claims.text("sub") else { return nil }
        switch claims.text("role") {
        case "user", "admin":
            guard let session = claims.text("sid"), Self.isID(subject), Self.isID(session) else {
                return nil
            }
            let isAdmin = claims.text("role") == "admin"
            self = .user(userID: subject, sessionID: session, isAdmin: isAdmin)
        case "service":
            let name = subject.dropFirst(AccessTokenClaims.servicePrefix.count)
            guard subject.hasPrefix(AccessTokenClaims.servicePrefix), !name.isEmpty,
                claims["sid"] == nil
            else { return nil }
            self = .service(String(name))
        default:
            return nil
        }
    }

    /// Whether the text is an identifier in the one form in which we write it.
    private static func isID(_ text: String) -> Bool {
        UUIDv7(text)?.description == text
    }
}
