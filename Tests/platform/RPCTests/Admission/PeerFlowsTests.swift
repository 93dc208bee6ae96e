import Testing

@testable import RollcallRPC

@Suite struct PeerFlowsTests {
    private final class Holder {}

    private var flows = PeerFlows<Int>()
    private var count = 0
    private let home = Holder()
    private let office = Holder()
    private let ann = Holder()
    private let bob = Holder()

    private mutating func flow(of peer: Holder, _ account: Holder? = nil) -> Int {
        flows.flow(of: Queuer(peer, account: account)) {
            count += 1
            return count
        }
    }

    @Test mutating func anAccountHasOneFlowOverAllItsAddresses() {
        let taken = [flow(of: home, ann), flow(of: office, ann), flow(of: office)]
        #expect(taken == [1, 1, 2])
        let known = [home, office].map { flows.flow(of: Queuer($0, account: ann)) }
        #expect(known == [1, 1])
    }

    @Test mutating func anAddressHasOneFlowForAllItsAccounts() {
        let taken = [flow(of: home, ann), flow(of: home, bob), flow(of: home)]
        #expect(taken == [1, 1, 1])
    }

    @Test mutating func onceTheQueueIsEmptyFlowsAreForgotten() {
        _ = flow(of: home, ann)
        flows.removeAll()
        #expect(flows.flow(of: Queuer(home, account: ann)) == nil)
        let next = flow(of: office)
        #expect(next == 2)
    }
}
