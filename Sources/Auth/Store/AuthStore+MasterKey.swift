import RollcallCrypto
import Storage

/// The master key is random and made with the database. The database holds it, sealed with the key of a
/// `SecretKeyFile`. All sealing and keyed digests use keys derived from it. So a new key file needs only
/// one row to be sealed again.
extension AuthStore {
    static let masterKeyByteCount = 32

    /// The master key. A new database gets one, and a new key file if that is missing.
    ///
    /// - Throws: `SecretKeyFile.Unusable` when the key file is missing or not the one that the database
    ///   was sealed with; `StorageError`, `CryptoError`.
    package func unlock(
        with file: SecretKeyFile, random: RandomSource = .system
    ) async throws -> Secret {
        if let sealed = try await sealedMasterKey() { return try sealed.opened(with: file) }
        // The key file must be on the disk before anything is sealed with it.
        let seal = try MasterKeySeal(secret: file.readOrMake(random: random))
        let masterKey = Secret(try random.bytes(Self.masterKeyByteCount))
        let sealed = try seal.sealed(masterKey, random: random)
        try await database.write { try $0.setMasterKey(sealed) }
        return masterKey
    }

    /// Seals the master key with the key of another file, which is made if it is missing. Nothing is
    /// lost: what the master key seals is unchanged. So it does not help against a thief of the old file
    /// and a copy of the database.
    ///
    /// - Throws: as `unlock`.
    package func rewrap(
        from old: SecretKeyFile, to new: SecretKeyFile, random: RandomSource = .system
    ) async throws {
        guard let sealed = try await sealedMasterKey() else { throw Self.nothingSealed }
        let masterKey = try sealed.opened(with: old)
        let secret = try new.readOrMake(random: random)
        guard try secret != old.read() else {
            throw new.unusable("has the same key as \(old.path)")
        }
        let rewrapped = try MasterKeySeal(secret: secret).sealed(masterKey, random: random)
        try await database.write { try $0.setMasterKey(rewrapped) }
    }

    /// Makes a new master key and a key file for it, after the key file was lost, or moved away because
    /// others may have it. Deletes what was sealed or digested with the former master key: the signing
    /// keys, the mailed codes and links, and the counts of the limits. Begins another epoch, which ends
    /// all sessions: others may have their tokens, too, and the seal of the tokens is another.
    ///
    /// - Parameters:
    ///   - now: milliseconds since 1970.
    ///   - confirm: called after the check that the key file is missing, before anything changes. Its
    ///     errors are rethrown.
    /// - Throws: `SecretKeyFile.Unusable` when a key file exists, whether it is the right one or not;
    ///   `StorageError`, `CryptoError`.
    package func replaceKeys(
        with file: SecretKeyFile, now: Int64, random: RandomSource = .system,
        confirm: @Sendable () throws -> Void
    ) async throws {
        guard let sealed = try await sealedMasterKey() else { throw Self.nothingSealed }
        if let secret = try file.read() {
            throw try MasterKeySeal(secret: secret).opened(sealed) == nil
                ? file.unusable(
                    "is there, but not of this database: if the right one is lost for good, take "
                        + "this one away first")
                : file.unusable(
                    "is the right one: nothing is lost. If it and a copy of the database may be in "
                        + "other hands, move it away and run this again")
        }
        try confirm()
        let draft = try file.draft(random: random)
        let seal = try MasterKeySeal(secret: draft.secret)
        let masterKey = Secret(try random.bytes(Self.masterKeyByteCount))
        let replaced = try seal.sealed(masterKey, random: random)
        let epoch = Self.newEpoch()
        try await database.write { tx in
            try tx.deleteSigningKeys()
            try tx.run(Statements.deleteChallenges)
            try tx.run(Statements.deleteSecretMail)
            try tx.run(Statements.deleteMeters)
            try tx.setMasterKey(replaced)
            try tx.beginEpoch(epoch, now: now)
        }
        try mark.write(RevocationPosition(epoch: epoch, version: 0))
        // Published after the database was written. If this is interrupted, the key file is still missing
        // and the command can be repeated.
        guard try file.publish(draft) else {
            throw file.unusable("was made by another process: take it away, and run this again")
        }
    }

    private static let nothingSealed = SecretKeyFile.Unusable(
        description: "the database is new: no key file belongs to it yet")

    private func sealedMasterKey() async throws -> SealedBytes? {
        guard let bytes = try await database.first(Statements.masterKey) else { return nil }
        return SealedBytes(bytes)
    }
}

extension SealedBytes {
    /// - Throws: `SecretKeyFile.Unusable`, `CryptoError`.
    fileprivate func opened(with file: SecretKeyFile) throws -> Secret {
        guard let secret = try file.read() else {
            throw file.unusable("is missing, and the database is sealed with it. \(Self.remedy)")
        }
        guard let masterKey = try MasterKeySeal(secret: secret).opened(self) else {
            throw file.unusable("is not the one that the database is sealed with. \(Self.remedy)")
        }
        return masterKey
    }

    private static var remedy: String {
        "Restore it from the backup, or say where it is with --secret-key. If it is lost for good, "
            + "`rollcall-auth replace-keys` makes new keys"
    }
}

extension AuthTransaction {
    fileprivate func setMasterKey(_ sealed: SealedBytes) throws {
        try run(Statements.setMasterKey, sealed.bytes)
    }
}

private enum Statements {
    static let masterKey = Query<[UInt8]>("SELECT sealedKey FROM masterKey")

    static let setMasterKey = Command<[UInt8]>(
        """
        INSERT INTO masterKey (id, sealedKey) VALUES (1, $1)
        ON CONFLICT (id) DO UPDATE SET sealedKey = excluded.sealedKey
        """)

    static let deleteChallenges = PlainCommand("DELETE FROM challenge")
    static let deleteMeters = PlainCommand("DELETE FROM meter")

    static let deleteSecretMail = PlainCommand(
        "DELETE FROM mail WHERE challengeID IS NOT NULL AND state <> 'sent'")
}
