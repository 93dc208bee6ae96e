import RollcallCrypto
import Testing

@testable import Storage

/// What holds on every engine.
struct StoreTests {
    @Test(arguments: EngineUnderTest.allCases)
    func whatIsWrittenIsRead(_ engine: EngineUnderTest) async throws {
        let files = try await TemporaryStore(engine)
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

    @Test(arguments: EngineUnderTest.allCases)
    func aParameterMayStandInAnyOrderAndTwice(_ engine: EngineUnderTest) async throws {
        let files = try await TemporaryStore(engine)
        let store = try files.open()
        let query = Query<(String, Int, String, Int?, Bool), Int, String, Int?, Bool>(
            "SELECT $2, $1 + $1, $2, $3, $4"
        ) { try ($0.next(), $0.next(), $0.next(), $0.next(), $0.next()) }
        let row = try await store.read { try $0.first(query, 21, "", nil, true) }
        #expect(row.map { $0 == ("", 42, "", nil, true) } == true)
    }

    @Test(arguments: EngineUnderTest.allCases)
    func aListIsAsked(_ engine: EngineUnderTest) async throws {
        let files = try await TemporaryStore(engine)
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

    @Test(arguments: EngineUnderTest.allCases)
    func anIdentifierStandsInAColumn(_ engine: EngineUnderTest) async throws {
        let files = try await TemporaryStore(engine)
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

    @Test(arguments: EngineUnderTest.allCases)
    func whatATransactionToldIsHeardOnceThoughBodiesAreRunTwice(_ engine: EngineUnderTest)
        async throws
    {
        let files = try await TemporaryStore(engine)
        let heard = Shared<[Int]>([])
        let store = try files.open { events in heard.withLock { $0 += events } }
        try await store.write { transaction in
            try transaction.insertItem(1)
            transaction.tell(7)
            transaction.tell(8)
        }
        #expect(heard.withLock { $0 } == [7, 8])
    }

    @Test(arguments: EngineUnderTest.allCases)
    func aStatementThatFailsEndsItsTransaction(_ engine: EngineUnderTest) async throws {
        let files = try await TemporaryStore(engine)
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

    @Test(arguments: EngineUnderTest.allCases)
    func emptyAndExtremeValuesComeBackAsTheyWere(_ engine: EngineUnderTest) async throws {
        let files = try await TemporaryStore(engine)
        let store = try files.open()
        let query = Query<Values, Int64, UInt64, Bool, String, [UInt8]>(
            "SELECT $1, $2, $3, $4, $5", Values.init)
        for values in [
            Values(integer: .min, number: .max, flag: false, text: "", bytes: []),
            Values(integer: .max, number: 0, flag: true, text: "ä\"'\\\n𝄞", bytes: [0, 255, 0]),
        ] {
            let read = try await store.first(
                query, values.integer, values.number, values.flag, values.text, values.bytes)
            #expect(read == values)
        }
    }

    @Test(arguments: EngineUnderTest.allCases)
    func nullIsNeitherEmptyNorZero(_ engine: EngineUnderTest) async throws {
        let files = try await TemporaryStore(engine)
        let store = try files.open()
        let query = Query<[Bool], Int?, Bool?, String?, [UInt8]?>(
            "SELECT $1 IS NULL, $2 IS NULL, $3 IS NULL, $4 IS NULL"
        ) { try [$0.next(), $0.next(), $0.next(), $0.next()] }
        let none = try await store.first(query, nil, nil, nil, nil)
        let empty = try await store.first(query, 0, false, "", [])
        #expect(none == [true, true, true, true])
        #expect(empty == [false, false, false, false])
        let text = try await store.first(Query<String?, String?>("SELECT $1"), nil)
        #expect(text == .some(nil))
    }

    @Test(arguments: EngineUnderTest.allCases)
    func aListMayHoldNullsAndEmptyTexts(_ engine: EngineUnderTest) async throws {
        let files = try await TemporaryStore(engine)
        let store = try files.open()
        let isIn = Query<Int, String, SQLList<String?>>(
            "SELECT count(*) FROM (SELECT $1 AS word) AS words WHERE word = ANY($2)")
        #expect(try await store.first(isIn, "", SQLList([nil, ""])) == 1)
        #expect(try await store.first(isIn, "", SQLList([nil, "a"])) == 0)
        let isFlag = Query<Int, Bool, SQLList<Bool>>(
            "SELECT count(*) FROM (SELECT $1 AS flag) AS flags WHERE flag = ANY($2)")
        #expect(try await store.first(isFlag, true, SQLList([false, true])) == 1)
        #expect(try await store.first(isFlag, true, SQLList([false])) == 0)
    }

    @Test(arguments: EngineUnderTest.allCases)
    func textsAreOrderedByTheirBytes(_ engine: EngineUnderTest) async throws {
        let files = try await TemporaryStore(engine)
        let store = try files.open()
        let query = Query<String, String, String, String, String>(
            """
            SELECT word FROM (
                SELECT $1 AS word UNION ALL SELECT $2 UNION ALL SELECT $3 UNION ALL SELECT $4
            ) AS words ORDER BY word
            """)
        let words = try await store.all(query, "ä", "a", "_", "B")
        #expect(words == ["B", "_", "a", "ä"])
    }

    @Test(arguments: EngineUnderTest.allCases)
    func whatABodyThrowsUndoesItsWrites(_ engine: EngineUnderTest) async throws {
        struct Refusal: Error {}
        let files = try await TemporaryStore(engine)
        let store = try files.open()
        await #expect(throws: Refusal.self) {
            try await store.write { transaction in
                try transaction.insertItem(1)
                throw Refusal()
            }
        }
        #expect(try await store.ids() == [])
    }

    @Test(arguments: EngineUnderTest.allCases)
    func aReferenceToNothingIsRefusedAtTheEnd(_ engine: EngineUnderTest) async throws {
        let files = try await TemporaryStore(engine)
        let store = try files.open()
        await #expect {
            try await store.insert(1, parent: 7)
        } throws: { error in
            if case StorageError.constraint = error { true } else { false }
        }
        #expect(try await store.ids() == [])
    }

    @Test(arguments: EngineUnderTest.allCases)
    func aCommandTellsHowManyRowsItHasChanged(_ engine: EngineUnderTest) async throws {
        let files = try await TemporaryStore(engine)
        let store = try files.open()
        for id in 1...3 { try await store.insert(id) }
        let changed = try await store.write {
            try $0.run(Command<Int>("DELETE FROM item WHERE id < $1"), 3)
        }
        #expect(changed == 2)
    }

    @Test(arguments: EngineUnderTest.allCases)
    func aClosedStoreRefuses(_ engine: EngineUnderTest) async throws {
        let files = try await TemporaryStore(engine)
        let store = try files.open()
        try await store.insert(1)
        try store.close()
        await #expect(throws: StorageError.closed) { try await store.insert(2) }
        await #expect(throws: StorageError.closed) { try await store.ids() }
        let again = try files.open()
        #expect(try await again.ids() == [1])
    }
}

private struct Values: Equatable {
    let integer: Int64
    let number: UInt64
    let flag: Bool
    let text: String
    let bytes: [UInt8]
}

extension Values {
    init(_ columns: inout Columns) throws {
        try self.init(
            integer: columns.next(), number: columns.next(), flag: columns.next(),
            text: columns.next(), bytes: columns.next())
    }
}
