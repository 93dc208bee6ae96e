import Foundation
import RollcallBasics
import RollcallCrypto
import RollcallRPC

/// The subject whose permits a limit counts together.
struct LimitSubject: Equatable, Sendable {
    let scope: LimitScope
    /// The same for every spelling of the same subject.
    fileprivate let canonical: [UInt8]

    private init(_ scope: LimitScope, _ canonical: [UInt8]) {
        self.scope = scope
        self.canonical = canonical
    }

    static let everyone = LimitSubject(.everyone, [])

    /// All logins of an account. No text begins with this byte.
    static func login(_ account: UUIDv7) -> LimitSubject {
        LimitSubject(.login, [0xFF] + account.bytes)
    }

    /// A login that no account has, in any of its spellings.
    static func login(_ text: String) -> LimitSubject {
        LimitSubject(.login, Array(canonical(login: text).utf8))
    }

    /// Callers without an address, on a unix socket or in the same process, count as one subject,
    /// so that none escapes the limits.
    static func address(_ network: ClientNetwork?) -> LimitSubject {
        LimitSubject(.address, canonical(network))
    }

    /// A device that an account knows.
    static func device(_ id: UUIDv7) -> LimitSubject { LimitSubject(.device, id.bytes) }
    static func account(_ id: UUIDv7) -> LimitSubject { LimitSubject(.account, id.bytes) }
    static func session(_ id: UUIDv7) -> LimitSubject { LimitSubject(.session, id.bytes) }

    /// The notices of one kind to an account's owner.
    static func notice(_ account: UUIDv7, _ kind: MailKind) -> LimitSubject {
        LimitSubject(.notice, account.bytes + kind.rawValue.utf8)
    }

    /// The mailbox behind an address. Many mail services deliver `anna+anything@` and `an.na@` to
    /// `anna@`; where those are different mailboxes, they share a limit.
    static func mailbox(_ email: EmailAddress) -> LimitSubject {
        LimitSubject(.mailbox, Array(folded(email).utf8))
    }

    /// Without what follows the first `+` and without periods in the local part.
    private static func folded(_ email: EmailAddress) -> String {
        let sign = email.canonical.lastIndex(of: "@") ?? email.canonical.endIndex
        let local = email.canonical[..<sign].prefix { $0 != "+" }.filter { $0 != "." }
        return local + email.canonical[sign...]
    }

    /// The address's bytes, after a byte that tells the address families apart.
    private static func canonical(_ network: ClientNetwork?) -> [UInt8] {
        switch network {
        case .v4(let address): [4] + address.bigEndianBytes
        case .v6(let prefix): [6] + prefix.bigEndianBytes
        case nil: [0]
        }
    }

    /// The bytes of a login that are compared. An address has at most 254, and other logins have no
    /// account.
    private static let longestLogin = 1024

    private static func canonical(login text: String) -> String {
        if let email = try? EmailAddress(text) { return email.canonical }
        let beginning = String(decoding: text.utf8.prefix(longestLogin), as: UTF8.self)
        let folded = beginning.precomposedStringWithCompatibilityMapping.lowercased()
            .trimmingCharacters(in: .whitespacesAndNewlines)
        return (try? EmailAddress(folded))?.canonical ?? folded
    }
}

/// The name of a token bucket: a keyed digest. So neither memory nor the database reveals who was
/// there, and no caller can choose another caller to share a table entry with.
struct LimitKey: Hashable, Sendable {
    let name: LimitName
    let high: UInt64
    let low: UInt64
}

extension LimitKey {
    /// The only way from a subject to a bucket: the first half of
    /// HMAC-SHA256(secret, name | 0 | canonical).
    ///
    /// - Throws: `CryptoError`.
    init(_ name: LimitName, _ subject: LimitSubject, secret: Secret) throws {
        let message = Array(name.rawValue.utf8) + [0] + subject.canonical
        let code = try HMACSHA256.code(for: message, key: secret.bytes)
        self.init(name: name, bytes: code)
    }

    static let byteCount = 16

    /// - Parameter bytes: at least `byteCount`.
    init(name: LimitName, bytes: [UInt8]) {
        self.init(
            name: name, high: UInt64(bigEndianBytes: bytes.prefix(8)),
            low: UInt64(bigEndianBytes: bytes.dropFirst(8).prefix(8)))
    }

    var bytes: [UInt8] {
        high.bigEndianBytes + low.bigEndianBytes
    }

    /// The key of an overflow bucket. A digest equals it with a probability of 2⁻⁶⁴.
    static func overflow(_ index: Int, of name: LimitName) -> LimitKey {
        LimitKey(name: name, high: .max, low: UInt64(index))
    }

    var overflowIndex: Int? {
        high == .max && low < UInt64(TokenBuckets.overflowCount) ? Int(low) : nil
    }
}

extension LimitKey {
    /// Names the bucket to an operator: the limit, and the digest in hexadecimal.
    var text: String {
        "\(name.rawValue)/\(Hex.encode(bytes))"
    }

    init?(text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let name = LimitName(rawValue: String(parts[0])),
            let bytes = Hex.decode(parts[1]), bytes.count == Self.byteCount
        else { return nil }
        self.init(name: name, bytes: bytes)
        // Each key has one spelling.
        guard self.text == text else { return nil }
    }
}
