import TestPostgreSQL
import TestSupport
import Testing

@testable import Storage

/// Statements of whose answers nothing depends.
struct SubmitTests {
    private static let add = Command<Int, [UInt8]>("INSERT INTO item (id, value) VALUES ($1, $2)")
    private static let remove = Command<Int>("DELETE FROM item WHERE id = $1")
    private static let ids = Query<Int>("SELECT id FROM item")

    /// Some that are submitted between some that are run and some that read.
    @Test(arguments: EngineUnderTest.allCases)
    func theyAreRunInTheOrderInWhichAllAreMade(on engine: EngineUnderTest) async throws {
        let store = try await TemporaryStore(engine).open()
        var model = Set<Int>()
        for _ in 0..<30 {
            // More than wait together.
            let steps = (0..<Int.random(in: 0...200)).map { _ in
                (id: Int.random(in: 0..<20), kind: Int.random(in: 0..<3))
            }
            let before = model
            let after = try await store.write { tx in
                var model = before
                for (id, kind) in steps {
                    switch kind {
                    case 0: #expect(try Set(tx.all(Self.ids)) == model)
                    case 1: try tx.run(Self.remove, id)
                    default: try tx.submit(Self.remove, id)
                    }
                    if kind > 0 { try tx.submit(Self.add, id, [1]) }
                    if kind > 0 { model.insert(id) }
                }
                return model
            }
            model = after
            #expect(try await store.ids() == model)
        }
    }

    @Test(arguments: EngineUnderTest.allCases, [true, false])
    func whatOneFailsWithIsThrownAndNothingIsWritten(
        on engine: EngineUnderTest, byTheNextStatement: Bool
    ) async throws {
        let store = try await TemporaryStore(engine).open()
        try await store.insert(1)
        let error = await #expect(throws: StorageError.self) {
            try await store.write { tx in
                _ = try tx.all(Self.ids)
                try tx.submit(Self.add, 2, [])
                try tx.submit(Self.add, 1, [])
                try tx.submit(Self.add, 3, [])
                if byTheNextStatement {
                    _ = try tx.all(Self.ids)
                    Issue.record("a statement was answered behind one that has failed")
                }
            }
        }
        let isConstraint = if case .constraint? = error { true } else { false }
        #expect(isConstraint, "\(String(describing: error))")
        try await store.insert(4)
        #expect(try await store.ids() == [1, 4])
    }

    /// BEGIN with the first statement, COMMIT with the last.
    @Test func aServerIsAskedOnceForWhatOneWaitsForAndOnceToCommit() async throws {
        let place = try await ServerStore()
        let proxy = try CuttingProxy(to: place.server.directory)
        let store = try place.open(TemporaryStore.schema, ["host": proxy.directory]) {
            $0.repeatsBodies = false
        }
        func write(_ id: Int) async throws {
            try await store.write { tx in
                _ = try tx.all(Self.ids)
                for id in id..<id + 5 { try tx.submit(Self.add, id, []) }
            }
        }
        // All is prepared once.
        try await write(1)
        let before = proxy.requests
        try await write(10)
        #expect(proxy.requests - before == 2)
    }

    @Test func whoLosesTheServerBeforeItIsAskedToCommitKnowsThatNothingIsWritten() async throws {
        let place = try await ServerStore()
        let store = try place.open { $0.connections = 1 }
        try await store.insert(1)
        let error = await #expect(throws: StorageError.self) {
            try await store.write { tx in
                try place.terminateConnections()
                try tx.submit(Self.add, 2, [])
            }
        }
        #expect(error.map(isUnavailable) == true)
        try await eventually { try await store.ids() == [1] }
    }
}
