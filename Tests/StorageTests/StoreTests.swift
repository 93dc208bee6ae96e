import RollcallCrypto
import Testing

@testable import Storage

struct StoreTests {
    let files = TemporaryStore()

    @Test func whatIsWrittenIsRead() async throws {
        let store = try files.open()
        try await store.insert(1)
        let count = try await store.write { transaction in
            try transaction.insertItem(2)
            return try transaction.first(Query<Int>("SELECT count(*) FROM item"))
        }
        #expect(count == 2)
        #expect(try await store.ids() == [1, 2])
        #expect(
            try await store.first(
                Query<[UInt8], Int>("SELECT value FROM item WHERE id = $1"), 2)?.count == 16)
    }

    @Test func aParameterMayStandInAnyOrderAndTwice() async throws {
        let store = try files.open()
        let query = Query<(String, Int, String, Int?, Bool), Int, String, Int?, Bool>(
            "SELECT $2, $1 + $1, $2, $3, $4"
        ) { try ($0.next(), $0.next(), $0.next(), $0.next(), $0.next()) }
        let row = try await store.read { try $0.first(query, 21, "", nil, true) }
        #expect(row.map { $0 == ("", 42, "", nil, true) } == true)
    }

    @Test func aListIsAsked() async throws {
        let store = try files.open()
        for id in 1...5 { try await store.insert(id, byteCount: id) }
        let byNumber = Query<Int, SQLList<Int>>(
            "SELECT id FROM item WHERE id = ANY($1) ORDER BY id")
        #expect(try await store.all(byNumber, SQLList([4, 2, 9])) == [2, 4])
        #expect(try await store.all(byNumber, SQLList([])) == [])
        let byBytes = Query<Int, SQLList<[UInt8]>>("SELECT id FROM item WHERE value = ANY($1)")
        #expect(try await store.all(byBytes, SQLList([[0, 0, 0], [1, 0, 0]])) == [3])
        #expect(try await store.all(byBytes, SQLList([])) == [])
        let byText = Query<Int, SQLList<String>>(
            "SELECT id FROM item WHERE CAST(id AS TEXT) = ANY($1) ORDER BY id")
        #expect(try await store.all(byText, SQLList(["3", "\"\\\n", "5"])) == [3, 5])
    }

    @Test func anIdentifierStandsInAColumn() async throws {
        let store = try files.open()
        let id = try #require(
            UUIDv7(bytes: [1, 2, 3, 4, 5, 6, 0x70, 8, 0x80, 10, 11, 12, 13, 14, 15, 16]))
        let read = try await store.write { transaction in
            try transaction.run(
                Command<UUIDv7>("INSERT INTO item (id, value) VALUES (1, $1)"), id)
            return try transaction.first(Query<UUIDv7>("SELECT value FROM item"))
        }
        #expect(read == id)
        await #expect(throws: StorageError.self) {
            try await store.first(Query<SHA256Digest>("SELECT value FROM item"))
        }
    }

    @Test func whatATransactionToldIsHeardOnceThoughBodiesAreRunTwice() async throws {
        let heard = Shared<[Int]>([])
        let store = try files.open { events in heard.withLock { $0 += events } }
        try await store.write { transaction in
            try transaction.insertItem(1)
            transaction.tell(7)
            transaction.tell(8)
        }
        #expect(heard.withLock { $0 } == [7, 8])
    }

    @Test func aStatementThatFailsEndsItsTransaction() async throws {
        let store = try files.open()
        try await store.insert(1)
        await #expect {
            try await store.write { transaction in
                try transaction.insertItem(2)
                try? transaction.insertItem(1)
            }
        } throws: { error in
            if case StorageError.constraint = error { true } else { false }
        }
        #expect(try await store.ids() == [1])
    }
}
