import Foundation
import RollcallBasics
import RollcallCrypto
import RollcallRPC

/// Whose units a limit counts together.
enum LimitSubject: Hashable, Sendable {
    /// A login in any of its spellings, whether there is such an account or not.
    case login(String)
    /// Callers without an address, on a unix socket or in the same process, count together as one, so
    /// that none escapes the limits.
    case address(ClientNetwork?)
    case everyone
    /// One that an account knows.
    case device(UUIDv7)
    case account(UUIDv7)
    case session(UUIDv7)
    /// What an account's owner is told of by a kind of mail.
    case notice(UUIDv7, MailKind)
    /// The mailbox behind an address. Many mail services deliver `anna+anything@` and `an.na@` to
    /// `anna@`; where those are different mailboxes, they share a limit.
    case mailbox(EmailAddress)

    /// Bytes that are the same for every way to write the same subject.
    fileprivate var canonical: [UInt8] {
        switch self {
        case .login(let text): Array(Self.canonical(login: text).utf8)
        case .address(let network): Self.canonical(network)
        case .everyone: []
        case .device(let id), .account(let id), .session(let id): id.bytes
        case .notice(let id, let kind): id.bytes + kind.rawValue.utf8
        case .mailbox(let email): Array(Self.folded(email).utf8)
        }
    }

    /// Without what follows the first `+` and without periods in the local part.
    private static func folded(_ email: EmailAddress) -> String {
        let sign = email.canonical.lastIndex(of: "@") ?? email.canonical.endIndex
        let local = email.canonical[..<sign].prefix { $0 != "+" }.filter { $0 != "." }
        return local + email.canonical[sign...]
    }

    /// As long as what it stands for, with a byte before it that tells the kinds apart.
    private static func canonical(_ network: ClientNetwork?) -> [UInt8] {
        switch network {
        case .v4(let address): [4] + address.bigEndianBytes
        case .v6(let prefix): [6] + prefix.bigEndianBytes
        case nil: [0]
        }
    }

    /// Bytes of a login that are looked at: an address has at most 254, and what is no address has
    /// no account.
    private static let longestLogin = 1024

    private static func canonical(login text: String) -> String {
        if let email = try? EmailAddress(text) { return email.canonical }
        let beginning = String(decoding: text.utf8.prefix(longestLogin), as: UTF8.self)
        let folded = beginning.precomposedStringWithCompatibilityMapping.lowercased()
            .trimmingCharacters(in: .whitespacesAndNewlines)
        return (try? EmailAddress(folded))?.canonical ?? folded
    }
}

/// The name of a meter: a keyed digest, so that neither the table nor the database says who was
/// there, and nobody can choose whom to share a bucket with.
struct LimitKey: Hashable, Sendable {
    let name: LimitName
    let high: UInt64
    let low: UInt64

    init(name: LimitName, high: UInt64, low: UInt64) {
        self.name = name
        self.high = high
        self.low = low
    }

    /// The only way from a subject to a meter: the first half of
    /// HMAC-SHA256(secret, name | 0 | canonical).
    ///
    /// - Throws: `CryptoError`.
    init(_ name: LimitName, _ subject: LimitSubject, secret: Secret) throws {
        let message = Array(name.rawValue.utf8) + [0] + subject.canonical
        let code = try HMACSHA256.code(for: message, key: secret.bytes)
        self.init(name: name, bytes: code)
    }
}

extension LimitKey {
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

    /// The name under which an overflow meter is kept. No digest is it but by a chance of 2⁻⁶⁴.
    static func overflow(_ index: Int, of name: LimitName) -> LimitKey {
        LimitKey(name: name, high: .max, low: UInt64(index))
    }

    var overflowIndex: Int? {
        high == .max && low < UInt64(MeterTable.overflowCount) ? Int(low) : nil
    }
}
