import MessageJSON
import RollcallCrypto

/// What a browser or a system says of the page or app that asked (WebAuthn level 2, §5.8.1).
struct ClientData {
    enum Kind: String {
        case registration = "webauthn.create"
        case assertion = "webauthn.get"
    }

    let kind: Kind
    let challenge: [UInt8]
    let origin: String
    /// Whether it was asked for in a frame of a page of another origin.
    let isCrossOrigin: Bool

    /// - Throws: `WebAuthnError.malformed`; `.wrongType` for a type that is none of WebAuthn's.
    init(_ json: [UInt8]) throws(WebAuthnError) {
        guard case .object(let members)? = try? JSON(json),
            case .string(let type)? = members["type"],
            case .string(let challenge)? = members["challenge"],
            let challenge = Base64.url.decode(challenge),
            case .string(let origin)? = members["origin"]
        else { throw .malformed }
        guard let kind = Kind(rawValue: type) else { throw .wrongType }
        switch members["crossOrigin"] {
        // Level 3 names the outer page, too, which is there only in such a frame.
        case nil, .bool(false): isCrossOrigin = members["topOrigin"] != nil
        case .bool(true): isCrossOrigin = true
        default: throw .malformed
        }
        (self.kind, self.challenge, self.origin) = (kind, challenge, origin)
    }
}
