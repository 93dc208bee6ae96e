import RollcallBasics
import RollcallCrypto

/// The claims in the token (RFC 7519 §4), all in a flat object. Claims with other names are
/// ignored, so that a newer Auth can add some.
extension AccessTokenClaims {
    static let servicePrefix = "service:"

    /// The claims in a token's payload, not to be believed before its signature is verified.
    ///
    /// - Parameter audience: the audience that the token must name.
    /// - Returns: `nil` if a claim is missing, has a wrong type, or has a value that Auth would not
    ///   sign.
    init?(payload: [UInt8], audience: String) {
        guard let claims = FlatJSON(payload), claims.text("iss") == Self.issuer,
            claims.text("aud") == audience, let subject = Subject(claims),
            let issuedAt = claims.integer("iat"), issuedAt >= 0,
            let expiresAt = claims.integer("exp"), expiresAt > issuedAt,
            claims["nbf"] == nil || claims.integer("nbf").map({ $0 <= expiresAt }) == true
        else { return nil }
        let epoch = claims.text("ep").flatMap(Self.epoch)
        guard (claims["ep"] == nil) == (epoch == nil) else { return nil }
        self.init(
            subject: subject, issuedAt: issuedAt, notBefore: claims.integer("nbf"),
            expiresAt: expiresAt, epoch: epoch)
    }

    /// Written by hand, as no value needs escaping if it `isPlain`.
    func json(for audience: DeploymentName) -> String {
        let named =
            switch subject {
            case .user(let userID, let sessionID, let isAdmin):
                #""sub":"\#(userID)","sid":"\#(sessionID)","role":"\#(isAdmin ? "admin" : "user")""#
            case .service(let name):
                #""sub":"\#(Self.servicePrefix)\#(name)","role":"service""#
            }
        let ofEpoch = epoch.map { #","ep":"\#(Self.text(ofEpoch: $0))""# } ?? ""
        let times = #""iat":\#(issuedAt),"exp":\#(expiresAt)"#
        let parties = #""iss":"\#(Self.issuer)","aud":"\#(audience)""#
        return "{\(parties),\(named),\(times)\(ofEpoch)}"
    }

    /// Whether `json` can encode it. The only free text is the name of a service.
    var isPlain: Bool {
        guard case .service(let name) = subject else { return true }
        let reserved = [UInt8(ascii: "\""), UInt8(ascii: "\\")]
        return !name.isEmpty
            && name.utf8.allSatisfy { (0x21...0x7e).contains($0) && !reserved.contains($0) }
    }

    /// An epoch as the claim `ep` has it: 16 lower-case hexadecimal digits.
    static func text(ofEpoch epoch: UInt64) -> String {
        Hex.encode(epoch.bigEndianBytes)
    }

    private static func epoch(_ text: String) -> UInt64? {
        UInt64(text, radix: 16).flatMap { Self.text(ofEpoch: $0) == text ? $0 : nil }
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

    /// Whether the text is an id in the form in which we write it.
    private static func isID(_ text: String) -> Bool {
        UUIDv7(text)?.description == text
    }
}
