import RollcallAPI
import RollcallCrypto

/// Another service that has a credential. Times are milliseconds since 1970.
struct ServiceAccount: Sendable {
    /// How many there may be.
    static let limit = 1000

    let id: UUIDv7
    let name: String
    /// Of the credential.
    let credentialHash: SHA256Digest
    let createdAt: Int64
    /// To the hour.
    let lastUsedAt: Int64?

    var summary: ServiceSummary {
        ServiceSummary(name: name, createdAtMs: createdAt, lastUsedAtMs: lastUsedAt ?? 0)
    }

    /// Whether a use at `now` is worth a write: not every exchange of a busy service is one.
    func isUseNews(at now: Int64) -> Bool {
        lastUsedAt.map { now / Self.hour != $0 / Self.hour } ?? true
    }

    /// Milliseconds.
    private static let hour: Int64 = 3_600_000
}

extension OpaqueToken.Kind {
    /// What a service keeps, and exchanges for service tokens.
    static let serviceCredential = Self(prefix: "rcs1_")
}
