import Dispatch
import Foundation
import GRDB
import Storage

extension SQLiteStore {
    /// Mode 0700 for what is made; what exists is its owner's.
    static func makeDirectory(of path: String) throws {
        let directory = URL(fileURLWithPath: path).deletingLastPathComponent().path
        do {
            try FileManager.default.createDirectory(
                atPath: directory, withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        } catch {
            throw StorageError.unusablePath("\(directory): \(error.localizedDescription)")
        }
    }

    /// The connections: one that writes, and those that read.
    static func connect(
        path: String, configuration: Configuration, journal: Journal
    ) throws -> DatabasePool {
        var connections = GRDB.Configuration()
        connections.maximumReaderCount = configuration.readers
        connections.foreignKeysEnabled = true
        // By itself GRDB wants its threads before all others, which only root can have: the system's
        // log says so for each of them.
        connections.qos = .default
        // The writer is alone: it waits for readers only, when the journal must be emptied, and
        // meanwhile keeps others waiting.
        connections.busyMode = .timeout(0.1)
        // Temporary files would need descriptors and a directory that others fill: a large sort, or
        // the journal of a statement, stays in memory.
        connections.prepareDatabase { try $0.execute(sql: "PRAGMA temp_store = MEMORY") }
        let pool = try DatabasePool(path: path, configuration: connections)
        try pool.writeWithoutTransaction { db in
            // After the pool is made, as GRDB sets NORMAL then, which forgets acknowledged commits
            // when the power fails.
            try db.execute(sql: "PRAGMA synchronous = FULL")
            try db.execute(sql: "PRAGMA journal_size_limit = \(CheckpointSchedule.limit)")
            // A negative number is one of KiB.
            try db.execute(sql: "PRAGMA cache_size = -\(configuration.writerCacheKibibytes)")
            journal.follow(db)
        }
        return pool
    }
}
