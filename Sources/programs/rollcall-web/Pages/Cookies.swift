import HTTPTypes

/// The cookies of the pages (RFC 6265).
struct Cookies: Sendable {
    struct Name: Sendable {
        let text: String
        /// In seconds. Auth decides how long what is in a cookie is good.
        fileprivate var lifetime = 365 * 86_400

        static let session = Name(text: "rollcall")
        /// Auth knows the browser by it, also after a sign-out.
        static let device = Name(text: "rollcall-device")
        static let language = Name(text: "rollcall-language")
        /// Without it the code of a mail is good in no browser.
        static let flow = Name(text: "rollcall-flow", lifetime: 86_400)
        /// A sign-in that goes on at a provider: see `IdentityAttempt`.
        static func attempt(_ slot: Int) -> Name {
            Name(text: "rollcall-attempt-\(slot)", lifetime: IdentityAttempt.lifetime)
        }
    }

    /// Only for `http://localhost`: without `Secure`, which Safari drops there.
    let areInsecure: Bool

    private func name(_ name: Name) -> String {
        areInsecure ? name.text : "__Host-\(name.text)"
    }

    func value(_ name: Name, in fields: HTTPFields) -> String? {
        let prefix = Array("\(self.name(name))=".utf8)
        // By bytes: of characters some equal `;`, or make one with it, and hosts beside ours in the
        // domain can have them in cookies of their own.
        return fields[values: .cookie].lazy.flatMap { $0.utf8.split(separator: UInt8(ascii: ";")) }
            .map { $0.drop { $0 == UInt8(ascii: " ") } }
            .first { $0.starts(with: prefix) }
            .flatMap { String(validating: $0.dropFirst(prefix.count), as: Unicode.ASCII.self) }
    }

    /// - Parameter value: of the letters of base64url, a point, or a hyphen; empty to remove it.
    func set(_ name: Name, _ value: String) -> HTTPField {
        let time = value.isEmpty ? 0 : name.lifetime
        let secure = areInsecure ? "" : "; Secure"
        return HTTPField(
            name: .setCookie,
            value: "\(self.name(name))=\(value); Path=/; Max-Age=\(time)\(secure); HttpOnly; "
                + "SameSite=Lax")
    }
}
