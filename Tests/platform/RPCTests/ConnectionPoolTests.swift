import Testing

@testable import RollcallRPC

@Suite struct ConnectionPoolTests {
    private typealias Pool = ConnectionPool<Int>
    private static let refused = RPCError(.unavailable, "refused")

    @Test func connectionsThatAreReadyTakeCallsInTurn() {
        var pool = Pool(4)
        let opening = pool.connectWanted()
        #expect(opening == [0, 1, 2, 3])
        for index in 0..<3 { _ = pool.opened(index, at: index) }
        _ = pool.failed(Self.refused, at: 3)
        let taken = (0..<6).compactMap { _ in pool.next() }
        #expect(taken.sorted() == [0, 0, 1, 1, 2, 2])
    }

    @Test func aServerThatDoesNotServeTakesNoCallsWhileAnotherDoes() {
        var pool = Pool(2, isWatched: true)
        for index in pool.connectWanted() { _ = pool.opened(index, at: index) }
        #expect(pool.usable.isEmpty && pool.isPending)
        pool.report(isHealthy: true, of: 1, at: 1)
        #expect(pool.usable == [1])
        pool.report(isHealthy: true, of: 0, at: 0)
        pool.report(isHealthy: false, of: 1, at: 1)
        #expect(pool.usable == [0])
    }

    /// One server alone would answer, too: it knows best which calls it can answer.
    @Test func ifNoServerServesAllOfThemTakeCalls() {
        var pool = Pool(3, isWatched: true)
        for index in pool.connectWanted().prefix(2) { _ = pool.opened(index, at: index) }
        pool.report(isHealthy: false, of: 0, at: 0)
        _ = pool.failed(Self.refused, at: 2)
        #expect(pool.usable.isEmpty && pool.isPending)
        pool.report(isHealthy: false, of: 1, at: 1)
        #expect(pool.usable == [0, 1])
        // The third is tried again meanwhile, and calls do not wait for it.
        pool.backoffEnded(at: 2)
        let opening = pool.connectWanted()
        #expect(opening == [2] && pool.usable == [0, 1])
        pool.report(isHealthy: true, of: 1, at: 1)
        #expect(pool.usable == [1])
    }

    @Test func whatComesLateChangesNothing() {
        var pool = Pool(1)
        let isEarlyWanted = pool.opened(1, at: 0)
        let earlyFailures = pool.failed(Self.refused, at: 0)
        #expect(!isEarlyWanted && earlyFailures == nil)
        for index in pool.connectWanted() { _ = pool.opened(1, at: index) }
        let isOther = pool.lost(2, at: 0)
        #expect(!isOther)
        pool.report(isHealthy: false, of: 2, at: 0)
        pool.backoffEnded(at: 0)
        #expect(pool.usable == [1])
        let open = pool.close()
        let isLateWanted = pool.opened(3, at: 0)
        #expect(open == [1] && !isLateWanted)
        #expect(pool.usable.isEmpty && !pool.hasWanted)
    }

    /// What a subchannel is, told in the plainest way, to hold the pool against.
    private enum Model: Equatable {
        case idle, connecting, failed
        case ready(Int, healthy: Bool?)

        var isUnreported: Bool { if case .ready(_, healthy: nil) = self { true } else { false } }
        var isUsable: Bool { if case .ready(_, healthy: true) = self { true } else { false } }
        var isOpen: Bool { if case .ready = self { true } else { false } }
    }

    @Test(arguments: [false, true])
    func anyOrderOfEventsKeepsTheRules(isHealthChecked: Bool) {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<40 {
            let count = Int.random(in: 1...12, using: &random)
            var pool = Pool(count, isWatched: isHealthChecked)
            var model = Array(repeating: Model.idle, count: count)
            // Those whose last attempt has failed.
            var hasFailed = Array(repeating: false, count: model.count)
            for connection in 0..<50 {
                let index = Int.random(in: model.indices, using: &random)
                step(&pool, &model, index, connection, isHealthChecked)
                if model[index] == .failed { hasFailed[index] = true }
                if model[index].isOpen { hasFailed[index] = false }
                check(pool, model, hasFailed)
            }
        }
    }

    private func step(
        _ pool: inout Pool, _ model: inout [Model], _ index: Int, _ connection: Int,
        _ isHealthChecked: Bool
    ) {
        switch Int.random(in: 0..<6) {
        case 0:
            for opening in pool.connectWanted() {
                #expect(model[opening] == .idle)
                model[opening] = .connecting
            }
        case 1:
            let isWanted = pool.opened(connection, at: index)
            #expect(isWanted == (model[index] == .connecting))
            if isWanted { model[index] = .ready(connection, healthy: isHealthChecked ? nil : true) }
        case 2:
            let failures = pool.failed(Self.refused, at: index)
            #expect((failures != nil) == (model[index] == .connecting))
            if failures != nil { model[index] = .failed }
        case 3:
            pool.backoffEnded(at: index)
            if model[index] == .failed { model[index] = .idle }
        case 4:
            guard case .ready(let current, _) = model[index] else { return }
            let isOther = pool.lost(current + 1000, at: index)
            let isThis = pool.lost(current, at: index)
            #expect(!isOther && isThis)
            model[index] = .idle
        default:
            guard isHealthChecked, case .ready(let current, _) = model[index] else { return }
            let isHealthy = Bool.random()
            pool.report(isHealthy: isHealthy, of: current, at: index)
            model[index] = .ready(current, healthy: isHealthy)
        }
    }

    private func check(_ pool: Pool, _ model: [Model], _ hasFailed: [Bool]) {
        var pool = pool
        let isUndecided = model.indices.contains {
            model[$0].isUnreported
                || !hasFailed[$0] && (model[$0] == .idle || model[$0] == .connecting)
        }
        let serving = model.indices.filter { model[$0].isUsable }
        let usable =
            serving.isEmpty && !isUndecided
            ? model.indices.filter { model[$0].isOpen } : serving
        let connections = usable.map { index in
            if case .ready(let connection, _) = model[index] { connection } else { -1 }
        }
        #expect(pool.usable == connections)
        // All of them are taken, in turn.
        let taken = connections.compactMap { _ in pool.next() }
        #expect(taken.sorted() == connections.sorted())
        // A call never waits when no connection can come any more.
        _ = pool.connectWanted()
        if pool.usable.isEmpty, !pool.isPending {
            #expect(model.allSatisfy { $0 == .failed || $0.isOpen })
        }
    }
}
