import RollcallBasics
import WebAuthn

extension AuthConfiguration {
    /// Why options for passkeys cannot be used: a sentence for the operator.
    package struct UnusablePasskeys: Error, CustomStringConvertible {
        package let description: String
    }

    /// Accepts passkeys of a domain, or none without one.
    ///
    /// - Parameters:
    ///   - domain: nil for the host of `linkBase`.
    ///   - linkBase: whose pages are accepted, if they are of the domain.
    ///   - origins: further pages and apps.
    /// - Throws: `UnusablePasskeys`.
    package mutating func acceptPasskeys(
        of domain: String?, linkBase: LinkBase?, origins: [String]
    ) throws(UnusablePasskeys) {
        // An IP address is no domain, and browsers make no passkeys for one.
        guard let id = domain ?? linkBase?.host, id.isHostName, id.last?.isLetter == true else {
            guard domain == nil else {
                throw UnusablePasskeys(
                    description: "--passkey-rp is a domain, such as example.org")
            }
            guard origins.isEmpty else {
                throw UnusablePasskeys(
                    description: "--passkey-origin needs --passkey-rp, or a domain in --link-base")
            }
            relyingParty = nil
            return
        }
        for origin in origins where !Self.isOrigin(origin, of: id) {
            throw UnusablePasskeys(
                description: "--passkey-origin is https://HOST[:PORT] of \(id), or "
                    + "android:apk-key-hash:DIGEST; it is \(origin)")
        }
        let own = linkBase.flatMap { $0.isOf(id) ? $0.origin : nil }
        // Apps of Apple's systems have the origin of the domain itself.
        relyingParty = RelyingParty(
            id: id, origins: Set(origins + ["https://\(id)"] + [own].compactMap(\.self)))
    }

    private static func isOrigin(_ text: String, of domain: String) -> Bool {
        let android = "android:apk-key-hash:"
        if text.hasPrefix(android) {
            let digest = text.dropFirst(android.count)
            return !digest.isEmpty && digest.isASCIIAlphanumeric(or: "-_")
        }
        // An origin is a base for links without a path.
        guard let base = try? LinkBase(text) else { return false }
        return base.origin == text && base.isOf(domain)
    }
}

extension LinkBase {
    fileprivate func isOf(_ domain: String) -> Bool {
        host == domain || host.hasSuffix(".\(domain)")
    }
}
