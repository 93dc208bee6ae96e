import Foundation
import TestSupport
import Testing

@testable import Storage

struct GroupCommitTests {
    let files = TemporaryStore()

    struct Refused: Error {}

    @Test func aLoneWriterCommitsAlone() async throws {
        let store = try files.open()
        let id = try await store.write { transaction in
            try transaction.insertItem(7)
            return try transaction.first(Query<Int>("SELECT id FROM item"))
        }
        #expect(id == 7)
        #expect(try await store.ids() == [7])
    }

    @Test func aBodysErrorUndoesThatBodyOnly() async throws {
        let store = try files.open()
        let writes = (0..<20).map { id in
            Task {
                try await store.write { transaction in
                    try transaction.insertItem(id)
                    if id.isMultiple(of: 3) { throw Refused() }
                }
            }
        }
        for (id, write) in writes.enumerated() {
            let result = await write.result
            switch result {
            case .success: #expect(!id.isMultiple(of: 3))
            case .failure(let error): #expect(error is Refused && id.isMultiple(of: 3))
            }
        }
        #expect(try await store.ids() == Set((0..<20).filter { !$0.isMultiple(of: 3) }))
    }

    /// Otherwise what the body left would be committed with the others.
    @Test func aBodyThatCannotBeTakenBackLosesItsTransaction() async throws {
        let store = try files.open()
        await #expect(throws: StorageError.self) {
            try await store.write { transaction in
                try transaction.insertItem(1)
                try transaction.run(PlainCommand("RELEASE write"))
                throw Refused()
            }
        }
        #expect(try await store.ids().isEmpty)
        try await store.insert(2)
        #expect(try await store.ids() == [2])
    }

    @Test func aViolatedConstraintIsNamed() async throws {
        let store = try files.open()
        try await store.insert(1)
        await #expect {
            try await store.insert(1)
        } throws: { error in
            if case StorageError.constraint = error { true } else { false }
        }
    }

    @Test func aReferenceLeftDanglingIsItsBodysFaultNotTheGroups() async throws {
        let store = try files.open()
        let writes = (0..<30).map { id in
            Task { try await store.insert(id, parent: id == 11 ? 5 : nil) }
        }
        for (id, write) in writes.enumerated() {
            let error = (await write.result).failure as? StorageError
            let dangling = StorageError.constraint("a reference to a row that does not exist")
            #expect(error == (id == 11 ? dangling : nil))
        }
        #expect(try await store.ids() == Set(0..<30).subtracting([11]))
    }

    @Test func aWriterSeesWhatThoseBeforeItWrote() async throws {
        let store = try files.open()
        try await store.write { try $0.insertItem(0) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<100 {
                group.addTask {
                    try await store.write { transaction in
                        let last =
                            try transaction.first(Query<Int>("SELECT max(id) FROM item")) ?? 0
                        try transaction.insertItem(last + 1)
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await store.ids() == Set(0...100))
    }

    /// Two hundred writers, each of whose writes may change many rows and then fail, against a
    /// dictionary of what was acknowledged.
    @Test func twoHundredWritersLeaveWhatAModelSays() async throws {
        let store = try files.open()
        let model = try await withThrowingTaskGroup(of: [Int].self) { group in
            for writer in 0..<200 {
                group.addTask {
                    var acknowledged: [Int] = []
                    for round in 0..<10 {
                        let count = Int.random(in: 1...4)
                        let ids = (0..<count).map { writer * 1000 + round * 10 + $0 }
                        let fails = Int.random(in: 0..<3) == 0
                        do {
                            try await store.write { transaction in
                                for id in ids { try transaction.insertItem(id) }
                                if fails { throw Refused() }
                            }
                            acknowledged += ids
                        } catch is Refused {}
                    }
                    return acknowledged
                }
            }
            return try await group.reduce(into: Set<Int>()) { $0.formUnion($1) }
        }
        #expect(try await store.ids() == model)
    }

    /// Copies the files at the instant of some answers, as a crash would leave them, and opens
    /// the copies.
    @Test func whatWasAcknowledgedSurvivesACrashAtThatInstant() async throws {
        let store = try files.open()
        let acknowledged = Shared(Set<Int>())
        let writers = (0..<32).map { writer in
            Task {
                for round in 0..<30 {
                    let id = writer * 100 + round
                    try await store.insert(id, byteCount: 300)
                    acknowledged.withLock { _ = $0.insert(id) }
                }
            }
        }
        var copies: [(path: String, acknowledged: Set<Int>)] = []
        for number in 0..<10 {
            // In the midst of the writes.
            try await elapse(.milliseconds(5))
            let before = acknowledged.withLock { $0 }
            copies.append((try files.copy(to: "copy\(number).sqlite"), before))
        }
        for writer in writers { try await writer.value }
        for (path, before) in copies {
            let copy = try files.open(at: path)
            #expect(try await copy.ids().isSuperset(of: before))
            let verdict = try await copy.first(Query<String>("PRAGMA integrity_check"))
            #expect(verdict == "ok")
            try copy.close()
        }
    }

    @Test func theWriterCommitsManyAtOnceWhenManyWait() async throws {
        let store = try files.open()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for id in 0..<200 {
                group.addTask {
                    try await store.write { transaction in
                        try transaction.insertItem(id)
                        usleep(100)
                    }
                }
            }
            try await group.waitForAll()
        }
        let journal = try Data(contentsOf: URL(fileURLWithPath: files.path + "-wal"))
        // Each commit writes a page at the least; there are far fewer of them than writers.
        #expect(journal.count < 100 * 4096)
    }

    @Test func aWriteCancelledInLineIsNotDone() async throws {
        let store = try files.openRunningOnce()
        let (started, gate) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let first = Task {
            try await store.write { transaction in
                started.signal()
                gate.wait()
                try transaction.insertItem(1)
            }
        }
        await Self.wait(for: started)
        let second = Task { try await store.insert(2) }
        // So that the second mostly is in line; the outcome is the same if not.
        try await elapse(.milliseconds(20))
        second.cancel()
        await #expect(throws: CancellationError.self) { try await second.value }
        gate.signal()
        try await first.value
        #expect(try await store.ids() == [1])
    }

    @Test func aWriteOfACancelledTaskIsNotBegun() async throws {
        let store = try files.open()
        let write = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await store.insert(1)
        }
        // The leader may have been quicker than the withdrawal; either way it is told the truth.
        let isDone = (try? await write.value) != nil
        #expect(try await store.ids().isEmpty == !isDone)
    }

    @Test func aFullLineRefusesAtOnce() async throws {
        var configuration = StoreConfiguration()
        configuration.queueLimit = 3
        let store = try files.openRunningOnce(configuration: configuration)
        let (started, gate) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let first = Task {
            try await store.write { _ in
                started.signal()
                gate.wait()
            }
        }
        await Self.wait(for: started)
        let (ends, ended) = AsyncStream.makeStream(of: Result<Void, any Error>.self)
        let writes = (0..<4).map { id in
            Task { _ = ended.yield(await Task { try await store.insert(id) }.result) }
        }
        // Three wait, and so the first that ends is the one that is refused.
        for await end in ends.prefix(1) {
            #expect(throws: StorageError.overloaded) { try end.get() }
        }
        gate.signal()
        try await first.value
        for write in writes { await write.value }
        #expect(try await store.ids().count == 3)
    }

    private static func wait(for semaphore: DispatchSemaphore) async {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                semaphore.wait()
                continuation.resume()
            }
        }
    }
}

extension Result {
    var failure: Failure? {
        if case .failure(let error) = self { error } else { nil }
    }
}
