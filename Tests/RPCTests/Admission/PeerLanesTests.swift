import Testing

@testable import RollcallRPC

@Suite struct PeerLanesTests {
    private final class Holder {}

    private var lanes = PeerLanes<Int>()
    private var count = 0
    private let home = Holder()
    private let office = Holder()
    private let ann = Holder()
    private let bob = Holder()

    private mutating func lane(of peer: Holder, _ account: Holder? = nil) -> Int {
        lanes.lane(of: Queuer(peer, account: account)) {
            count += 1
            return count
        }
    }

    @Test mutating func anAccountHasOneLaneOverAllItsAddresses() {
        let taken = [lane(of: home, ann), lane(of: office, ann), lane(of: office)]
        #expect(taken == [1, 1, 2])
        let known = [home, office].map { lanes.lane(of: Queuer($0, account: ann)) }
        #expect(known == [1, 1])
    }

    @Test mutating func anAddressHasOneLaneForAllItsAccounts() {
        let taken = [lane(of: home, ann), lane(of: home, bob), lane(of: home)]
        #expect(taken == [1, 1, 1])
    }

    @Test mutating func onceTheQueueIsEmptyLanesAreForgotten() {
        _ = lane(of: home, ann)
        lanes.removeAll()
        #expect(lanes.lane(of: Queuer(home, account: ann)) == nil)
        let next = lane(of: office)
        #expect(next == 2)
    }
}
