import Testing

@testable import Storage

/// Transactions that meet.
struct ConflictTests {
    private static let counter = Schema(
        applicationID: 0x5243_0002,
        versions: [
            Schema.Version(
                sqlite: "",
                postgresql: """
                    CREATE TABLE counter (id BIGINT PRIMARY KEY, value BIGINT NOT NULL);
                    INSERT INTO counter VALUES (1, 0), (2, 0);
                    """)
        ])
    private static let value = Query<Int, Int>("SELECT value FROM counter WHERE id = $1")
    private static let setValue = Command<Int, Int>("UPDATE counter SET value = $2 WHERE id = $1")

    @Test func manyIncrementsAtOnceEndInTheRightSumAndAreToldInTheirOrder() async throws {
        let heard = Shared<[Int]>([])
        let store = try await ServerStore().open(
            Self.counter,
            // They run one by one: on a slow machine the last ones wait for seconds.
            configure: { ($0.connections, $0.writeTargetWait) = (32, .seconds(60)) },
            delivery: { events in heard.withLock { $0 += events } })
        let count = 500
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 1...count {
                group.addTask {
                    try await store.write { transaction in
                        let next = try (transaction.first(Self.value, 1) ?? 0) + 1
                        try transaction.run(Self.setValue, 1, next)
                        transaction.tell(next)
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await store.first(Self.value, 1) == count)
        #expect(heard.withLock { $0 } == Array(1...count))
    }

    @Test func incrementsOfSeveralInstancesAllSucceed() async throws {
        let place = try await ServerStore()
        let stores = try (1...3).map { _ in
            try place.open(Self.counter) { $0.writeTargetWait = .seconds(60) }
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<300 {
                group.addTask {
                    try await stores[number % 3].write { transaction in
                        let next = try (transaction.first(Self.value, 1) ?? 0) + 1
                        try transaction.run(Self.setValue, 1, next)
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await stores[0].first(Self.value, 1) == 300)
    }

    @Test func thoseThatComeInTurnAreRunOnceOverAllInstances() async throws {
        let place = try await ServerStore()
        let stores = try (1...3).map { _ in
            try place.open(Self.counter) {
                ($0.writeTargetWait, $0.repeatsBodies) = (.seconds(60), false)
            }
        }
        let runs = Shared(0)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<300 {
                group.addTask {
                    try await stores[number % 3].write(inTurn: true) { transaction in
                        runs.withLock { $0 += 1 }
                        let next = try (transaction.first(Self.value, 1) ?? 0) + 1
                        try transaction.run(Self.setValue, 1, next)
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await stores[0].first(Self.value, 1) == 300)
        #expect(runs.withLock { $0 } == 300)
    }

    /// Each alone leaves the sum at most 1; as snapshots only, both together would make it 2.
    @Test func whatTwoHaveReadHoldsWhenBothHaveWritten() async throws {
        for _ in 1...20 {
            let store = try await ServerStore().open(Self.counter)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for id in 1...2 {
                    group.addTask {
                        try await store.write { transaction in
                            let sum = try transaction.first(
                                Query<Int>("SELECT CAST(sum(value) AS BIGINT) FROM counter"))
                            if sum == 0 { try transaction.run(Self.setValue, id, 1) }
                        }
                    }
                }
                try await group.waitForAll()
            }
            let sum = try await store.first(
                Query<Int>("SELECT CAST(sum(value) AS BIGINT) FROM counter"))
            #expect(sum == 1)
        }
    }

    @Test func twoThatWaitForEachOtherBothCommit() async throws {
        let store = try await ServerStore().open(Self.counter)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for id in [1, 2, 1, 2, 1, 2] {
                group.addTask {
                    try await store.write { transaction in
                        for id in [id, 3 - id] {
                            try transaction.run(
                                Command<Int>("UPDATE counter SET value = value + 1 WHERE id = $1"),
                                id)
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await store.first(Self.value, 1) == 6)
        #expect(try await store.first(Self.value, 2) == 6)
    }

    @Test func aConflictThatABodyHidesIsRunAgainAllTheSame() async throws {
        struct Confused: Error {}
        let store = try await ServerStore().open(Self.counter)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 1...40 {
                group.addTask {
                    try await store.write { transaction in
                        do {
                            let next = try (transaction.first(Self.value, 1) ?? 0) + 1
                            try transaction.run(Self.setValue, 1, next)
                        } catch {
                            throw Confused()
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await store.first(Self.value, 1) == 40)
    }
}
