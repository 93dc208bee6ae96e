import Foundation
import Synchronization
import TestPostgreSQL

@testable import Storage

enum EngineUnderTest: CaseIterable {
    case sqlite, postgresql
}

/// A directory that goes away with the test, and stores in it; or a schema of the tests' server.
final class TemporaryStore: Sendable {
    static let schema = Schema(
        applicationID: 0x5243_0001,
        versions: [
            Schema.Version(
                sqlite: """
                    CREATE TABLE parent (id INTEGER PRIMARY KEY);
                    CREATE TABLE item (
                        id INTEGER PRIMARY KEY,
                        value BLOB NOT NULL,
                        parent INTEGER REFERENCES parent DEFERRABLE INITIALLY DEFERRED
                    );
                    """,
                postgresql: """
                    CREATE TABLE parent (id BIGINT PRIMARY KEY);
                    CREATE TABLE item (
                        id BIGINT PRIMARY KEY,
                        value BYTEA NOT NULL,
                        parent BIGINT REFERENCES parent DEFERRABLE INITIALLY DEFERRED
                    );
                    """)
        ])

    let directory: String
    /// What `onFailure` was told.
    let failures = Mutex<[StorageError]>([])

    /// A schema of PostgreSQL, instead of a file.
    private let schema: StoreLocation?

    private init(schema: StoreLocation?) {
        self.schema = schema
        directory = NSTemporaryDirectory() + "rollcall-storage-" + UUID().uuidString
    }

    convenience init() {
        self.init(schema: nil)
    }

    convenience init(_ engine: EngineUnderTest) async throws {
        switch engine {
        case .sqlite: self.init(schema: nil)
        case .postgresql: self.init(schema: try await PostgreSQLServer.shared.location())
        }
    }

    deinit {
        try? FileManager.default.removeItem(atPath: directory)
    }

    var path: String { directory + "/rows.sqlite" }

    /// A store whose events are numbers.
    func open(
        _ schema: Schema = TemporaryStore.schema, at path: String? = nil,
        configuration: StoreConfiguration = .init(),
        delivery: @escaping Store<Int>.Delivery = { _ in }
    ) throws -> Store<Int> {
        try Store(
            self.schema ?? .file(path ?? self.path), schema: schema, configuration: configuration,
            delivery: delivery
        ) { [self] error in
            failures.withLock { $0.append(error) }
        }
    }

    /// One whose bodies are run once, for those that wait for something.
    func openRunningOnce(configuration: StoreConfiguration = .init()) throws -> Store<Int> {
        var configuration = configuration
        configuration.repeatsBodies = false
        return try open(configuration: configuration)
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

extension Store<Int> {
    func insert(_ id: Int, parent: Int? = nil, byteCount: Int = 16) async throws {
        try await write { try $0.insertItem(id, parent: parent, byteCount: byteCount) }
    }

    func ids() async throws -> Set<Int> {
        try await Set(all(Query<Int>("SELECT id FROM item")))
    }
}

extension Transaction<Int> {
    func insertItem(_ id: Int, parent: Int? = nil, byteCount: Int = 16) throws {
        try run(
            Command<Int, [UInt8], Int?>("INSERT INTO item (id, value, parent) VALUES ($1, $2, $3)"),
            id, [UInt8](repeating: 0, count: byteCount), parent)
    }
}

extension Schema {
    /// The schema with one version more.
    func adding(_ sql: String) -> Schema {
        Schema(
            applicationID: applicationID,
            versions: versions + [Schema.Version(sqlite: sql, postgresql: sql)])
    }
}
