import RollcallCrypto
import Storage

/// Tables with a master key. It is random and made with the database. The database holds it, sealed
/// with the key of a `SecretKeyFile`. All sealing and keyed digests use keys derived from it. So a
/// new key file needs only one row to be sealed again. Instances that share tables share the key
/// file.
package protocol SealedTables: ServiceTables {
    /// The program that serves them, for sentences.
    static var program: String { get }

    /// Deletes what was sealed or digested with the master key, as a new one follows.
    ///
    /// - Parameter now: milliseconds since 1970.
    func deleteSealed(_ transaction: Transaction<Event>, now: Int64) throws
}

extension SchemaDialect {
    /// The table of `SealedTables`.
    package var masterKeyTable: String {
        """
        -- One row, once there is a key file: a random key, sealed with it (see SealingKey). All
        -- that is sealed or digested with a key in this database goes by keys derived from this
        -- one.
        CREATE TABLE masterKey (
            id \(integer) NOT NULL PRIMARY KEY CHECK (id = 1),
            sealedKey \(bytes) NOT NULL CHECK (length(sealedKey) = 60)
        )\(strict);
        """
    }
}

extension SealedTables {
    private static var masterKeyByteCount: Int { 32 }

    /// The master key. A new database gets one, and a new key file if that is missing.
    ///
    /// - Throws: `SecretKeyFile.Unusable` when the key file is missing or not the one that the
    ///   database was sealed with; `StorageError`, `CryptoError`.
    package func unlock(with file: SecretKeyFile) async throws -> Secret {
        if let sealed = try await sealedMasterKey() { return try opened(sealed, with: file) }
        // The key file must be on the disk before anything is sealed with it.
        let secret = try file.readOrMake()
        let masterKey = Secret(try RandomSource.system.bytes(Self.masterKeyByteCount))
        let made = try Self.sealingKey(secret).seal(masterKey, of: [1])
        // Another instance may have been first, with another file.
        let kept = try await database.write { transaction in
            if let kept = try transaction.first(Statements.masterKey) { return kept }
            try transaction.run(Statements.setMasterKey, made)
            return made
        }
        return try opened(kept, with: file)
    }

    /// Seals the master key with the key of another file, which is made if it is missing. Nothing
    /// is lost: what the master key seals is unchanged. So it does not help against a thief of the
    /// old file and a copy of the database.
    ///
    /// - Throws: as `unlock`.
    package func rewrap(from old: SecretKeyFile, to new: SecretKeyFile) async throws {
        guard let sealed = try await sealedMasterKey() else { throw Self.nothingSealed }
        let masterKey = try opened(sealed, with: old)
        let secret = try new.readOrMake()
        guard try secret != old.read() else {
            throw new.unusable("has the same key as \(old.path)")
        }
        let rewrapped = try Self.sealingKey(secret).seal(masterKey, of: [1])
        _ = try await database.write { try $0.run(Statements.setMasterKey, rewrapped) }
    }

    /// Makes a new master key and a key file for it, after the key file was lost, or moved away
    /// because others may have it. Deletes what was sealed or digested with the former master key.
    ///
    /// - Parameters:
    ///   - now: milliseconds since 1970.
    ///   - confirm: called after the check that the key file is missing, before anything changes.
    ///     Its errors are rethrown.
    /// - Throws: `SecretKeyFile.Unusable` when a key file exists, whether it is the right one or
    ///   not; `StorageError`, `CryptoError`.
    package func replaceKeys(
        with file: SecretKeyFile, now: Int64, random: RandomSource = .system,
        confirm: @Sendable () throws -> Void
    ) async throws {
        guard let sealed = try await sealedMasterKey() else { throw Self.nothingSealed }
        if let secret = try file.read() {
            throw try Self.sealingKey(secret).open(sealed, of: [1]) == nil
                ? file.unusable(
                    "is there, but not of this database: if the right one is lost for good, take "
                        + "this one away first")
                : file.unusable(
                    "is the right one: nothing is lost. If it and a copy of the database may be in "
                        + "other hands, move it away and run this again")
        }
        try confirm()
        let draft = try file.draft(random: random)
        let masterKey = Secret(try random.bytes(Self.masterKeyByteCount))
        let replaced = try Self.sealingKey(draft.secret).seal(
            masterKey, of: [1], random: random)
        try await database.write { tx in
            try deleteSealed(tx, now: now)
            try tx.run(Statements.setMasterKey, replaced)
        }
        // Published after the database was written. If this is interrupted, the key file is still
        // missing and the command can be repeated.
        guard try file.publish(draft) else {
            throw file.unusable("was made by another process: take it away, and run this again")
        }
    }

    private static var nothingSealed: SecretKeyFile.Unusable {
        .init(description: "the database is new: no key file belongs to it yet")
    }

    private func sealedMasterKey() async throws -> [UInt8]? {
        try await database.first(Statements.masterKey)
    }

    /// - Parameter secret: of a `SecretKeyFile`.
    private static func sealingKey(_ secret: Secret) throws -> SealingKey {
        try SealingKey(derivedFrom: secret, purpose: "rollcall master key", table: "masterKey")
    }

    /// - Throws: `SecretKeyFile.Unusable`, `CryptoError`.
    private func opened(_ sealed: [UInt8], with file: SecretKeyFile) throws -> Secret {
        guard let secret = try file.read() else {
            throw file.unusable("is missing, and the database is sealed with it. \(Self.remedy)")
        }
        guard let masterKey = try Self.sealingKey(secret).open(sealed, of: [1]) else {
            throw file.unusable("is not the one that the database is sealed with. \(Self.remedy)")
        }
        return masterKey
    }

    private static var remedy: String {
        "Restore it from the backup, copy another instance's, or say where it is with --secret-key. If "
            + "it is lost for good, `\(program) replace-keys` makes new keys"
    }
}

private enum Statements {
    static let masterKey = Query<[UInt8]>("SELECT sealedKey FROM masterKey") { try $0.next() }

    static let setMasterKey = Command<[UInt8]>(
        """
        INSERT INTO masterKey (id, sealedKey) VALUES (1, $1)
        ON CONFLICT (id) DO UPDATE SET sealedKey = excluded.sealedKey
        """)
}
