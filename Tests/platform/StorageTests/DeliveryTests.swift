import Testing

@testable import Storage

/// What a transaction tells others.
struct DeliveryTests {
    let files = TemporaryStore()

    @Test func itIsHeardBeforeItsWriterIsAnswered() async throws {
        let heard = Shared(Set<Int>())
        let store = try files.open { events in heard.withLock { $0.formUnion(events) } }
        let writes = (0..<100).map { id in
            Task {
                try await store.write { transaction in
                    try transaction.insertItem(id)
                    transaction.tell(id)
                }
                return heard.withLock { $0.contains(id) }
            }
        }
        for write in writes { #expect(try await write.value) }
    }

    @Test func itIsHeardInTheOrderOfTheTransactions() async throws {
        let heard = Shared([Int]())
        let store = try files.open { events in heard.withLock { $0 += events } }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<100 {
                group.addTask {
                    try await store.write { transaction in
                        let count = try transaction.first(Query<Int>("SELECT count(*) FROM item"))
                        try transaction.insertItem(count ?? 0)
                        transaction.tell(count ?? 0)
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(heard.withLock { $0 } == Array(0..<100))
    }

    @Test func whatTheWritesOfOneCommitToldIsHeardInOneCall() throws {
        try files.open().close()
        let connection = try SQLiteConnection(path: files.path, .writing)
        let (heard, answers) = (Shared([[Int]]()), Shared([Int]()))
        let writes = [[1, 2], [], [3]].map { events in
            PendingWrite(
                run: { _ in
                    PendingWrite.Success(
                        events: events,
                        answer: { answers.withLock { $0.append(heard.withLock { $0.count }) } })
                },
                refuse: { _ in })
        }
        try connection.commit(writes) { events in
            heard.withLock { $0.append(events.compactMap { $0 as? Int }) }
        }
        #expect(heard.withLock { $0 } == [[1, 2, 3]])
        #expect(answers.withLock { $0 } == [1, 1, 1])
    }

    struct Refused: Error {}

    @Test func whatWasTakenBackIsNotHeard() async throws {
        let heard = Shared([Int]())
        let store = try files.open { events in heard.withLock { $0 += events } }
        await #expect(throws: Refused.self) {
            try await store.write { transaction in
                transaction.tell(1)
                throw Refused()
            }
        }
        #expect(heard.withLock { $0.isEmpty })
    }
}
