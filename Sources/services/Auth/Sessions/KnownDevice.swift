import RollcallCrypto

/// A device that has signed in to an account, and has a device token. It has limits of its own,
/// which strangers cannot use up. The token alone does not sign in. Times are milliseconds since
/// 1970.
struct KnownDevice: Equatable, Sendable {
    /// The most devices of an account. With one more, the device that was unused for longest is
    /// removed.
    static let limit = 50
    /// For this time, its correct passwords count in the limits of strangers, and its hashes wait
    /// behind those of older devices.
    static let trial = Duration.days(1)

    let id: UUIDv7
    let accountID: UUIDv7
    let tokenHash: SHA256Digest
    let createdAt: Int64
    /// When a user last signed in on it.
    var lastUsedAt: Int64
}
