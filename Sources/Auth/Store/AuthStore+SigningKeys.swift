import AccessTokens
import Foundation
import GRDB
import RollcallAPI
import RollcallCrypto
import GRDBStorage
import Storage

/// A signing key as it is kept.
struct StoredSigningKey: Sendable {
    let schedule: KeySchedule.Key
    let publicKey: SigningKey
    /// `nil` once it is retired: then nobody can sign with it any more.
    let pair: SigningKeyPair?
}

extension AuthStore {
    /// The keys, in the order in which they sign, and which change they are the result of.
    struct KeptKeys: Sendable {
        var keys: [StoredSigningKey]
        var number: UInt64
    }

    func signingKeys(_ seal: SigningKeySeal) async throws -> [StoredSigningKey] {
        try await read { try $0.signingKeys(seal) }
    }

    /// Does what is due: makes, retires and forgets keys.
    ///
    /// - Throws: `CryptoError`, `SigningKeyError`.
    func keepSigningKeys(
        to schedule: KeySchedule, now: Int64, seal: SigningKeySeal, random: RandomSource
    ) async throws -> KeptKeys {
        try await write { db in
            let kept = try db.signingKeys(seal).map(\.schedule)
            let keys = KeySchedule.corrected(kept, now: now)
            for key in keys where !kept.contains(key) { try db.setTimes(of: key) }
            let plan = schedule.plan(keys, now: now)
            if let start = plan.newKeySignsFrom {
                try db.addSigningKey(signsFrom: start, now: now, seal: seal, random: random)
            }
            for id in plan.retired { try db.retireSigningKey(id, now: now, seal: seal) }
            for id in plan.forgotten { try db.deleteSigningKey(id) }
            let number = self.keyChanges.withLock { number in
                number += 1
                return number
            }
            return KeptKeys(keys: try db.signingKeys(seal), number: number)
        }
    }

    /// Makes a key that signs from now on. The others are to be retired, or go at once.
    ///
    /// - Returns: the key's id; `nil` when as many are served as may be, and none is withdrawn.
    func replaceSigningKeys(
        isWithdrawing: Bool, now: Int64, seal: SigningKeySeal, random: RandomSource
    ) async throws -> String? {
        try await write { db in
            let others = try db.signingKeys(seal)
            guard isWithdrawing || others.count < KeySchedule.servedLimit else { return nil }
            // Behind one that was to sign later, or that a clock which was set back left ahead.
            let start = others.map(\.schedule.signsFrom).reduce(now) { max($0, $1 + 1) }
            for key in others where isWithdrawing { try db.deleteSigningKey(key.schedule.id) }
            for key in others where !isWithdrawing && key.pair != nil {
                try db.retireSigningKey(key.schedule.id, now: now, seal: seal)
            }
            return try db.addSigningKey(signsFrom: start, now: now, seal: seal, random: random)
        }
    }
}

extension Database {
    fileprivate func signingKeys(_ seal: SigningKeySeal) throws -> [StoredSigningKey] {
        try Row.fetchAll(self, sql: "SELECT * FROM signingKey ORDER BY signsFromMs, thumbprint")
            .map { try StoredSigningKey(row: $0, seal) }
    }

    @discardableResult
    fileprivate func addSigningKey(
        signsFrom: Int64, now: Int64, seal: SigningKeySeal, random: RandomSource
    ) throws -> String {
        let key = try SigningKeyPair(random: random)
        try execute(
            sql: """
                INSERT INTO signingKey (thumbprint, sealedKey, createdAtMs, signsFromMs)
                VALUES (?, ?, ?, ?)
                """,
            arguments: [
                key.publicKey.keyID, Data(try seal.sealed(key, random: random).bytes), now,
                signsFrom,
            ])
        return key.publicKey.keyID
    }

    /// Erases the private half, on the disk as well.
    fileprivate func retireSigningKey(
        _ id: String, now: Int64, seal: SigningKeySeal
    ) throws {
        let row = try Row.fetchOne(
            self, sql: "SELECT * FROM signingKey WHERE thumbprint = ?", arguments: [id])
        guard let key = try row.map({ try StoredSigningKey(row: $0, seal) }) else { return }
        try overwriteWhatIsDeleted()
        try execute(
            sql: """
                UPDATE signingKey SET sealedKey = NULL, publicKey = ?, retiredAtMs = ?
                WHERE thumbprint = ? AND retiredAtMs IS NULL
                """,
            arguments: [Data(key.publicKey.x + key.publicKey.y), now, id])
    }

    fileprivate func setTimes(of key: KeySchedule.Key) throws {
        try execute(
            sql: """
                UPDATE signingKey SET createdAtMs = ?, signsFromMs = ?, retiredAtMs = ?
                WHERE thumbprint = ?
                """,
            arguments: [key.createdAt, key.signsFrom, key.retiredAt, key.id])
    }

    fileprivate func deleteSigningKey(_ id: String) throws {
        try overwriteWhatIsDeleted()
        try execute(sql: "DELETE FROM signingKey WHERE thumbprint = ?", arguments: [id])
    }

    /// A deleted value would otherwise stay in its page until something else needs the place.
    func overwriteWhatIsDeleted() throws {
        try execute(sql: "PRAGMA secure_delete = ON")
    }
}

extension StoredSigningKey {
    /// - Throws: `SigningKeyError` for bytes that are no key; `StorageError.corrupt`.
    fileprivate init(row: Row, _ seal: SigningKeySeal) throws {
        schedule = KeySchedule.Key(
            id: row["thumbprint"], createdAt: row["createdAtMs"], signsFrom: row["signsFromMs"],
            retiredAt: row["retiredAtMs"])
        if row.isNull("sealedKey") {
            let point = try row.bytes("publicKey")
            pair = nil
            publicKey = SigningKey(
                keyID: schedule.id, x: Array(point.prefix(32)), y: Array(point.suffix(32)))
        } else {
            let pair = try seal.opened(row.bytes("sealedKey"), id: schedule.id)
            self.pair = pair
            publicKey = pair.publicKey
        }
    }
}
