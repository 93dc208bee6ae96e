import Foundation
import GRDB
import Synchronization

@testable import Storage

/// A directory that goes away with the test, and stores in it.
final class TemporaryStore: Sendable {
    static let schema = Schema(
        applicationID: 0x5243_0001,
        migrations: [
            Schema.Migration(
                "rows",
                sql: """
                    CREATE TABLE parent (id INTEGER PRIMARY KEY);
                    CREATE TABLE row (
                        id INTEGER PRIMARY KEY,
                        value BLOB NOT NULL,
                        parent INTEGER REFERENCES parent DEFERRABLE INITIALLY DEFERRED
                    );
                    """)
        ])

    let directory: String
    /// What `onFailure` was told.
    let failures = Mutex<[StorageError]>([])

    init() {
        directory = NSTemporaryDirectory() + "rollcall-storage-" + UUID().uuidString
    }

    deinit {
        try? FileManager.default.removeItem(atPath: directory)
    }

    var path: String { directory + "/rows.sqlite" }

    func open(
        _ schema: Schema = schema, at path: String? = nil,
        configuration: SQLiteStore.Configuration = .init(),
        afterCommit: @escaping SQLiteStore.AfterCommit = { _ in }
    ) throws -> SQLiteStore {
        try SQLiteStore(
            path: path ?? self.path, schema: schema, configuration: configuration,
            afterCommit: afterCommit
        ) { [self] error in
            failures.withLock { $0.append(error) }
        }
    }

    /// Files with what a crash at this instant would leave: the journal first, as a frame that
    /// is missing there may be nowhere else.
    func copy(to name: String) throws -> String {
        let copy = directory + "/" + name
        for suffix in ["-wal", ""] {
            try FileManager.default.copyItem(atPath: path + suffix, toPath: copy + suffix)
        }
        return copy
    }

    func bytes() throws -> Data {
        try Data(contentsOf: URL(fileURLWithPath: path))
    }

    func replace(with bytes: Data) throws {
        try bytes.write(to: URL(fileURLWithPath: path))
    }
}

/// A value that tasks share: a `Mutex` that can be captured.
final class Shared<Value: Sendable>: Sendable {
    private let value: Mutex<Value>

    init(_ value: Value) {
        self.value = Mutex(value)
    }

    func withLock<T: Sendable>(_ body: (inout Value) throws -> T) rethrows -> T {
        try value.withLock { value in
            var copy = value
            defer { value = copy }
            return try body(&copy)
        }
    }
}

extension SQLiteStore {
    func insert(_ id: Int, parent: Int? = nil, byteCount: Int = 16) async throws {
        try await write { try $0.insertRow(id, parent: parent, byteCount: byteCount) }
    }

    func ids() async throws -> Set<Int> {
        try await read { try Set(Int.fetchAll($0, sql: "SELECT id FROM row")) }
    }
}

extension Database {
    func insertRow(_ id: Int, parent: Int? = nil, byteCount: Int = 16) throws {
        try execute(
            sql: "INSERT INTO row (id, value, parent) VALUES (?, zeroblob(?), ?)",
            arguments: [id, byteCount, parent])
    }
}
