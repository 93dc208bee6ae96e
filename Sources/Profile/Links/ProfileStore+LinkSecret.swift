import RollcallCrypto
import Storage

extension ProfileStore {
    /// The secret of the links to photos, made when it is asked for first. It lies in the database as all
    /// instances need the same; whoever loses it loses nothing but the URLs that were given away.
    package func linkSecret() async throws -> [UInt8] {
        let made = try RandomSource.system.bytes(32)
        return try await write { transaction in
            try transaction.run(Self.keepLinkSecret, made)
            return try transaction.first(Self.storedLinkSecret) ?? made
        }
    }

    private static let keepLinkSecret = Command<[UInt8]>(
        "INSERT INTO linkSecret (id, secret) VALUES (1, $1) ON CONFLICT (id) DO NOTHING")

    private static let storedLinkSecret = Query<[UInt8]>(
        "SELECT secret FROM linkSecret"
    ) { try $0.next() }
}
