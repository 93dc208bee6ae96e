import Testing

@testable import RollcallRPC

@Suite struct LoadBalancerTests {
    private typealias Balancer = LoadBalancer<Int>
    private static let refused = RPCError(.unavailable, "refused")

    @Test func pickFirstStaysWithTheFirstThatCanBeReached() {
        var balancer = Balancer(endpoints: 3, policy: .pickFirst)
        #expect(balancer.connectivity == .idle)
        var opening = balancer.connectWanted()
        #expect(opening == [0])
        #expect(balancer.connectivity == .connecting)
        var failures = balancer.failed(Self.refused, at: 0)
        #expect(failures == 1)
        opening = balancer.connectWanted()
        #expect(opening == [1])
        _ = balancer.opened(7, at: 1)
        balancer.backoffEnded(at: 0)
        #expect(!balancer.hasWanted && balancer.usable == [7])
        _ = balancer.lost(7, at: 1)
        opening = balancer.connectWanted()
        #expect(opening == [0])
        failures = balancer.failed(Self.refused, at: 0)
        #expect(failures == 2)
    }

    @Test func roundRobinTakesAllThatAreReadyInTurn() {
        var balancer = Balancer(endpoints: 2, connectionsPerEndpoint: 2, policy: .roundRobin)
        let opening = balancer.connectWanted()
        #expect(opening == [0, 1, 2, 3])
        for index in 0..<3 { _ = balancer.opened(index, at: index) }
        _ = balancer.failed(Self.refused, at: 3)
        let taken = (0..<6).compactMap { _ in balancer.next() }
        #expect(taken.sorted() == [0, 0, 1, 1, 2, 2])
    }

    @Test func aServerThatDoesNotServeTakesNoCalls() {
        var balancer = Balancer(endpoints: 2, policy: .roundRobin, isHealthChecked: true)
        for index in balancer.connectWanted() { _ = balancer.opened(index, at: index) }
        #expect(balancer.usable.isEmpty && balancer.isPending)
        balancer.report(isHealthy: true, of: 1, at: 1)
        #expect(balancer.usable == [1])
        balancer.report(isHealthy: true, of: 0, at: 0)
        balancer.report(isHealthy: false, of: 1, at: 1)
        #expect(balancer.usable == [0])
        balancer.report(isHealthy: false, of: 0, at: 0)
        #expect(balancer.usable.isEmpty && !balancer.isPending)
        #expect(balancer.connectivity == .transientFailure)
    }

    @Test func whatComesLateChangesNothing() {
        var balancer = Balancer(endpoints: 1, policy: .pickFirst)
        let isEarlyWanted = balancer.opened(1, at: 0)
        let earlyFailures = balancer.failed(Self.refused, at: 0)
        #expect(!isEarlyWanted && earlyFailures == nil)
        for index in balancer.connectWanted() { _ = balancer.opened(1, at: index) }
        let isOther = balancer.lost(2, at: 0)
        #expect(!isOther)
        balancer.report(isHealthy: false, of: 2, at: 0)
        balancer.backoffEnded(at: 0)
        #expect(balancer.usable == [1])
        let open = balancer.close()
        let isLateWanted = balancer.opened(3, at: 0)
        #expect(open == [1] && !isLateWanted)
        #expect(balancer.usable.isEmpty && !balancer.hasWanted)
    }

    /// What a subchannel is, told in the plainest way, to hold the balancer against.
    private enum Model: Equatable {
        case idle, connecting, failed
        case ready(Int, healthy: Bool?)

        var isUsable: Bool { if case .ready(_, healthy: true) = self { true } else { false } }
        var isOpen: Bool { if case .ready = self { true } else { false } }
    }

    @Test(arguments: [LoadBalancingPolicy.pickFirst, .roundRobin], [false, true])
    func anyOrderOfEventsKeepsTheRules(policy: LoadBalancingPolicy, isHealthChecked: Bool) {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<40 {
            let perEndpoint = Int.random(in: 1...3, using: &random)
            let endpoints = Int.random(in: 1...4, using: &random)
            var balancer = Balancer(
                endpoints: endpoints, connectionsPerEndpoint: perEndpoint, policy: policy,
                isHealthChecked: isHealthChecked)
            let checked = isHealthChecked && policy == .roundRobin
            var model = Array(repeating: Model.idle, count: endpoints * perEndpoint)
            for connection in 0..<50 {
                let index = Int.random(in: model.indices, using: &random)
                step(&balancer, &model, index, connection, checked)
                check(balancer, model, perEndpoint, policy)
            }
        }
    }

    private func step(
        _ balancer: inout Balancer, _ model: inout [Model], _ index: Int, _ connection: Int,
        _ isHealthChecked: Bool
    ) {
        switch Int.random(in: 0..<6) {
        case 0:
            for opening in balancer.connectWanted() {
                #expect(model[opening] == .idle)
                model[opening] = .connecting
            }
        case 1:
            let isWanted = balancer.opened(connection, at: index)
            #expect(isWanted == (model[index] == .connecting))
            if isWanted { model[index] = .ready(connection, healthy: isHealthChecked ? nil : true) }
        case 2:
            let failures = balancer.failed(Self.refused, at: index)
            #expect((failures != nil) == (model[index] == .connecting))
            if failures != nil { model[index] = .failed }
        case 3:
            balancer.backoffEnded(at: index)
            if model[index] == .failed { model[index] = .idle }
        case 4:
            guard case .ready(let current, _) = model[index] else { return }
            let isOther = balancer.lost(current + 1000, at: index)
            let isThis = balancer.lost(current, at: index)
            #expect(!isOther && isThis)
            model[index] = .idle
        default:
            guard isHealthChecked, case .ready(let current, _) = model[index] else { return }
            let isHealthy = Bool.random()
            balancer.report(isHealthy: isHealthy, of: current, at: index)
            model[index] = .ready(current, healthy: isHealthy)
        }
    }

    private func check(
        _ balancer: Balancer, _ model: [Model], _ perEndpoint: Int, _ policy: LoadBalancingPolicy
    ) {
        var balancer = balancer
        let usable = model.indices.filter { model[$0].isUsable }
        let first = usable.first.map { $0 / perEndpoint }
        let expected = usable.filter { policy == .roundRobin || $0 / perEndpoint == first }
        let connections = expected.map { index in
            if case .ready(let connection, _) = model[index] { connection } else { -1 }
        }
        #expect(balancer.usable == connections)
        // All of them are taken, in turn.
        let taken = connections.compactMap { _ in balancer.next() }
        #expect(taken.sorted() == connections.sorted())
        // Whoever waits waits for something: a call is never left with nothing to come.
        _ = balancer.connectWanted()
        if balancer.usable.isEmpty, !balancer.isPending {
            #expect(model.allSatisfy { $0 == .failed || $0.isOpen })
        }
    }
}
