import Foundation
import TestPostgreSQL
import TestSupport
import Testing

@testable import Storage

@Suite struct StoreMoveTests {
    @Test func allRowsAreOnTheServerAsTheyWereInTheFile() async throws {
        let move = try await Move()
        try await move.fill(2_345)
        #expect(try await move.run() == 2_345 + 2_345 / 3 + 1)
        #expect(try await move.things(of: move.target()) == move.expected(2_345))
        // The row that is there from the start is the file's.
        #expect(try await move.target().first(Move.era) == 7)
    }

    @Test func aColumnThatCountsItsRowsContinuesAfterTheGreatest() async throws {
        let move = try await Move()
        try await move.fill(9)
        try await move.run()
        let target = try move.target()
        _ = try await target.write {
            try $0.run(PlainCommand("INSERT INTO noted (note) VALUES ('next')"))
        }
        let last = try #require(try await target.first(Query<Int>("SELECT max(id) FROM noted")))
        #expect(last > 3)
    }

    @Test(arguments: 1...12)
    func anInterruptedMoveContinuesBehindTheRowsThatAreThere(progress: Int) async throws {
        let move = try await Move()
        try await move.fill(500)
        var left = progress
        #expect(throws: Interruption.self) {
            try move.move.run { _, _ in
                left -= 1
                if left == 0 { throw Interruption() }
            }
        }
        let error = #expect(throws: StorageError.self) { try move.target() }
        #expect(error == .foreignFile(applicationID: -Move.schema.applicationID))
        try move.source().close()
        var first: Int?
        _ = try move.move.run { first = first ?? ($0 == "thing" ? $1 : nil) }
        // 50 rows are a batch.
        if (1..<10).contains(progress) { #expect(try #require(first) > 50 * progress) }
        #expect(try await move.things(of: move.target()) == move.expected(500))
    }

    @Test(arguments: [
        "UPDATE thing SET isOn = NOT isOn WHERE id = '\\x00000000000000c8'",
        "UPDATE thing SET text = text || ' ' WHERE id = '\\x00000000000000c8'",
        "UPDATE thing SET number = NULL WHERE id = '\\x00000000000000c8'",
        "UPDATE era SET era = 8", "DELETE FROM noted WHERE id = 100",
        "INSERT INTO era VALUES (7)",
        "INSERT INTO noted OVERRIDING SYSTEM VALUE VALUES (999, 'more', NULL)",
    ])
    func aRowThatWasChangedOnTheServerIsFound(change: String) async throws {
        let move = try await Move()
        try await move.fill(400)
        try move.interruptAtTheEnd()
        try move.session().execute(change)
        let error = #expect(throws: StorageError.self) { try move.move.run { _, _ in } }
        guard case .unfitDatabase(let sentence)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(sentence.contains("make the database anew"), "\(sentence)")
        #expect(!move.move.isMarked)
    }

    @Test func aRowThatTheServiceHasChangedInTheFileMeanwhileIsFound() async throws {
        let move = try await Move()
        try await move.fill(400)
        try move.interruptAtTheEnd()
        let source = try move.source()
        _ = try await source.write { try $0.run(PlainCommand("UPDATE era SET era = 9")) }
        try source.close()
        #expect(throws: StorageError.self) { try move.move.run { _, _ in } }
    }

    @Test func theFileIsRefusedAfterwardsUntilItsMarkIsRemoved() async throws {
        let move = try await Move()
        try await move.fill(3)
        try await move.run()
        let error = #expect(throws: StorageError.self) { try move.source() }
        #expect("\(String(describing: error))".contains("thing.sqlite.moved"))
        #expect(try await move.run() == nil)
        try FileManager.default.removeItem(atPath: move.path + ".moved")
        try move.source().close()
    }

    /// It has said neither to the file nor to the database that it is the one.
    @Test func aMoveThatDiesAfterTheFileIsMarkedEnds() async throws {
        let move = try await Move()
        try await move.fill(3)
        try move.interruptAtTheEnd()
        guard case .postgresql(let url) = move.location else { return }
        try MovedFile(path: move.path).mark(place: "\(url)")
        #expect(throws: StorageError.self) { try move.source() }
        #expect(throws: StorageError.self) { try move.target() }
        #expect(try await move.run() == 5)
        try move.target().close()
    }

    @Test func aDatabaseThatIsInUseOrForeignIsRefusedAndLeftAsItIs() async throws {
        let move = try await Move()
        try await move.fill(3)
        let used = try move.target()
        _ = try await used.write { try $0.run(PlainCommand("UPDATE era SET era = 5")) }
        #expect(throws: StorageError.self) { try move.move.run { _, _ in } }
        #expect(try await used.first(Move.era) == 5)
        try move.session().execute("UPDATE rollcall_schema SET application_id = 77")
        #expect(throws: StorageError.foreignFile(applicationID: 77)) {
            try move.move.run { _, _ in }
        }
        let other = try await Move()
        try await other.fill(3)
        try other.session().execute("CREATE TABLE theirs (id INT)")
        #expect(throws: StorageError.foreignFile(applicationID: 0)) {
            try other.move.run { _, _ in }
        }
    }

    @Test func aFileThatAServiceHasOpenIsRefused() async throws {
        let move = try await Move()
        let source = try move.source()
        #expect(throws: StorageError.lockedByAnother) { try move.move.run { _, _ in } }
        try source.close()
    }

    /// PostgreSQL has no such texts; no service accepts one.
    @Test func aTextWithANullByteIsRefusedByName() async throws {
        let move = try await Move()
        try await move.fill(3)
        let source = try move.source()
        _ = try await source.write {
            try $0.run(
                PlainCommand("UPDATE thing SET text = 'a' || char(0) WHERE number IS NOT NULL"))
        }
        try source.close()
        let error = #expect(throws: StorageError.self) { try move.move.run { _, _ in } }
        #expect("\(String(describing: error))".contains("22021"), "\(String(describing: error))")
    }
}

private struct Interruption: Error {}

/// A file, and a database to move it to, in batches of 50 rows.
private struct Move {
    static let schema = Schema(
        applicationID: 0x5243_0003,
        versions: [
            Schema.Version { sql in
                """
                CREATE TABLE thing (
                    id \(sql.bytes) NOT NULL PRIMARY KEY,
                    \(sql.flag("isOn")),
                    text TEXT NOT NULL, number \(sql.integer), bytes \(sql.bytes)
                )\(sql.keyed);
                CREATE TABLE noted (
                    id \(sql.identity)\(sql.either(sqlite: " AUTOINCREMENT", postgresql: "")),
                    note TEXT, thing \(sql.bytes) REFERENCES thing (id)
                )\(sql.strict);
                CREATE TABLE era (era \(sql.integer) NOT NULL)\(sql.strict);
                INSERT INTO era VALUES (0);
                """
            }
        ])

    struct Thing: Equatable {
        var id: [UInt8]
        var isOn: Bool
        var text: String
        var number: Int64?
        var bytes: [UInt8]?
    }

    static let era = Query<Int>("SELECT era FROM era")
    private static let things = Query<Thing>(
        "SELECT id, isOn, text, number, bytes FROM thing ORDER BY id"
    ) {
        try Thing(
            id: $0.next(), isOn: $0.next(), text: $0.next(), number: $0.next(), bytes: $0.next())
    }

    private let directory = TemporaryStore()
    private let server: ServerStore
    let location: StoreLocation
    let move: StoreMove
    var path: String { directory.directory + "/thing.sqlite" }

    init() async throws {
        server = try await ServerStore()
        location = try StoreLocation(argument: server.server.url(schema: server.schema))
        guard case .postgresql(let url) = location else { preconditionFailure("no server") }
        let path = directory.directory + "/thing.sqlite"
        move = StoreMove(of: path, Self.schema, to: url, batchLimit: 50)
    }

    func source() throws -> Store<Int> { try Store(.file(path), schema: Self.schema) { _ in } }
    func target() throws -> Store<Int> { try Store(location, schema: Self.schema) { _ in } }
    func session() throws -> PostgreSQLSession { try server.session() }

    @discardableResult
    func run() async throws -> Int? {
        try await blocking { try move.run { _, _ in } }
    }

    /// Ends a move when all rows are there, and before it has an end.
    func interruptAtTheEnd() throws {
        #expect(throws: Interruption.self) {
            try move.run { table, _ in if table == "era" { throw Interruption() } }
        }
    }

    func things(of store: Store<Int>) async throws -> [Thing] { try await store.all(Self.things) }

    func expected(_ count: Int) -> [Thing] {
        (0..<count).map { number in
            let texts = ["", "Grüße\n\t\\.", "日本語", "'\"\\N", String(repeating: "x", count: 9000)]
            return Thing(
                id: UInt64(number).bigEndianBytes, isOn: number.isMultiple(of: 2),
                text: texts[number % 5],
                number: number.isMultiple(of: 7)
                    ? nil : number.isMultiple(of: 3) ? .min : Int64(number),
                bytes: [nil, [], [0, 92, 255]][number % 3])
        }
    }

    func fill(_ count: Int) async throws {
        let source = try source()
        try await source.write { [things = expected(count)] tx in
            for (number, thing) in things.enumerated() {
                try tx.run(
                    Command<[UInt8], Bool, String, Int64?, [UInt8]?>(
                        """
                        INSERT INTO thing (id, isOn, text, number, bytes)
                        VALUES ($1, $2, $3, $4, $5)
                        """),
                    thing.id, thing.isOn, thing.text, thing.number, thing.bytes)
                guard number % 3 == 2 else { continue }
                try tx.run(
                    Command<[UInt8]>("INSERT INTO noted (note, thing) VALUES ('\u{e9}', $1)"),
                    thing.id)
            }
            try tx.run(PlainCommand("UPDATE era SET era = 7"))
        }
        try source.close()
    }
}
