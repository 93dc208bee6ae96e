import RollcallBasics
import WebAuthn

extension AuthConfiguration {
    /// Accepts passkeys of a domain, or none without one.
    ///
    /// - Parameters:
    ///   - domain: nil for the host of `linkBase`.
    ///   - linkBase: whose pages are accepted.
    ///   - origins: further pages and apps.
    /// - Throws: `Unusable`.
    package mutating func acceptPasskeys(
        of domain: String?, linkBase: LinkBase?, origins: [String]
    ) throws(Unusable) {
        let id = domain ?? linkBase?.host ?? ""
        // An IP address is no domain, and browsers make no passkeys for one.
        guard id.isHostName, id.last?.isLetter == true else {
            guard domain == nil, origins.isEmpty else {
                throw Unusable(
                    "--passkey-rp is a domain, such as example.org; "
                        + "--passkey-origin needs it, or a domain in --link-base")
            }
            return
        }
        for origin in origins
        where !origin.hasPrefix("android:apk-key-hash:")
            // An origin is a base for links without a path.
            && (try? LinkBase(origin))?.origin != origin
        {
            throw Unusable(
                "--passkey-origin is https://HOST[:PORT], or "
                    + "android:apk-key-hash:DIGEST; it is \(origin)")
        }
        // Apps of Apple's systems have the origin of the domain itself. No browser uses the domain
        // on pages of another.
        let own = ["https://\(id)", linkBase?.origin].compactMap(\.self)
        relyingParty = RelyingParty(id: id, origins: Set(origins + own))
    }
}
