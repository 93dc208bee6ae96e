import NIOCore
import Testing

@testable import RollcallRPC

/// 80 connections: 10 of a peer, 40 of strangers; 16 that open, 2 of them of a peer.
@Suite struct ConnectionLedgerTests {
    private var ledger: ConnectionLedger

    init() {
        var configuration = ServerConfiguration()
        configuration.maximumConnections = 80
        configuration.maximumOpeningConnections = 16
        ledger = ConnectionLedger(configuration)
    }

    private func peer(_ number: Int) -> PeerKey { .network(.v4(UInt32(number))) }

    /// A connection whose client says HELLO at once.
    private mutating func connect(_ number: Int?) -> ConnectionLedger.Verdict {
        let verdict = ledger.admit(from: number.map(peer))
        if case .admitted(let id, _) = verdict { ledger.opened(id) }
        return verdict
    }

    @Test mutating func onePeerHasAnEighthOfTheConnections() {
        for _ in 0..<10 { _ = connect(1) }
        let eleventh = connect(1)
        #expect(eleventh == .refused(.address))
        let other = connect(2)
        #expect(other == .admitted(11))
        for _ in 0..<69 { _ = connect(nil) }
        let last = connect(nil)
        #expect(last == .refused(.total))
    }

    @Test mutating func beyondHalfTheOldestStrangerOfTheBusiestPeerMakesRoom() {
        for number in 1...4 { for _ in 0..<9 { _ = connect(number) } }
        for number in 5...8 { _ = connect(number) }
        // The first is known by now.
        ledger.becameKnown(1)
        let within = connect(10)
        #expect(within == .admitted(41))
        // Of the second peer, which has most strangers: the first has eight, and so have both then.
        let beyond = connect(11)
        guard case .admitted(42, let evicted) = beyond else {
            Issue.record("\(beyond)")
            return
        }
        #expect(evicted.count == 1)
        #expect(evicted.allSatisfy { (10...36).contains($0.id) && $0.reason == .stranger })
    }

    @Test mutating func onePeerThatOpensManyLosesItsOwnOldest() {
        let first = ledger.admit(from: peer(1))
        let second = ledger.admit(from: peer(1))
        #expect(first == .admitted(1) && second == .admitted(2))
        let third = ledger.admit(from: peer(1))
        #expect(third == .admitted(3, evicting: [.init(id: 1, reason: .opening)]))
        ledger.opened(2)
        let fourth = ledger.admit(from: peer(1))
        #expect(fourth == .admitted(4))
    }

    @Test mutating func whenManyOpenThePeerThatOpensMostLosesItsOldest() {
        for number in 1...15 { _ = ledger.admit(from: peer(number)) }
        _ = ledger.admit(from: peer(7))
        let next = ledger.admit(from: peer(99))
        #expect(next == .admitted(17, evicting: [.init(id: 7, reason: .opening)]))
    }

    @Test mutating func anAccountHasAnEighthOfTheConnectionsOverAllItsAddresses() {
        for number in [1, 1, 2, 2, 2, 2, 3, 3, 3, 4] { _ = connect(number) }
        for id: ConnectionLedger.ID in 1...10 {
            let evicted = ledger.becameKnown(id, as: "ann")
            #expect(evicted == nil)
        }
        for number in [4, 5, 6, 7] { _ = connect(number) }
        // The oldest of where it has most; it is not chosen again before it is closed.
        let eleventh = ledger.becameKnown(11, as: "ann")
        #expect(eleventh == .init(id: 3, reason: .account))
        ledger.closed(3)
        let other = ledger.becameKnown(12, as: "bob")
        #expect(other == nil)
        // One of them turned out to be a service's, and another has gone.
        ledger.becameKnown(4)
        ledger.closed(1)
        let next = [13, 14].map { ledger.becameKnown($0, as: "ann") }
        #expect(next == [nil, nil])
    }

    @Test mutating func theLastPlacesAreForThoseWithWhomLimitsAreNotShared() {
        for number in 1...8 {
            for _ in 0..<9 {
                if case .admitted(let id, _) = connect(number) { ledger.becameKnown(id) }
            }
        }
        for number in 11...16 {
            if case .admitted(let id, _) = connect(number) { ledger.becameKnown(id) }
        }
        let stranger = connect(20)
        #expect(stranger == .refused(.total))
        let service = connect(nil)
        #expect(service == .admitted(79))
    }

    /// Against plain lists, with random comings and goings.
    @Test mutating func nothingIsLostOrCountedTwice() {
        struct Known {
            var peer: Int?
            var isOpening = true
            var isStranger: Bool
            var account: String?
        }
        var known: [ConnectionLedger.ID: Known] = [:]
        for _ in 0..<20_000 {
            switch Int.random(in: 0..<4) {
            case 0, 1:
                let number = Bool.random() ? Int.random(in: 0..<12) : nil
                let ofPeer = known.values.count { $0.peer == number }
                switch ledger.admit(from: number.map(peer)) {
                case .refused(.total): #expect(known.count >= (number == nil ? 80 : 78))
                case .refused(.address): #expect(number != nil && ofPeer == 10)
                case .refused(.draining): Issue.record("it does not drain")
                case .admitted(let id, let evicted):
                    known[id] = Known(peer: number, isStranger: number != nil)
                    for eviction in evicted {
                        let isOfKind =
                            eviction.reason == .opening
                            ? known[eviction.id]?.isOpening : known[eviction.id]?.isStranger
                        #expect(isOfKind == true)
                        known[eviction.id] = nil
                        ledger.closed(eviction.id)
                    }
                }
            case 2:
                guard let id = known.keys.randomElement() else { continue }
                known[id]?.isOpening = false
                ledger.opened(id)
                if Bool.random() {
                    let account = Bool.random() ? ["ann", "bob"].randomElement() : nil
                    known[id]?.isStranger = false
                    known[id]?.account = account
                    if let evicted = ledger.becameKnown(id, as: account) {
                        #expect(evicted.reason == .account && evicted.id != id)
                        #expect(known[evicted.id]?.account == account)
                        known[evicted.id] = nil
                        ledger.closed(evicted.id)
                    }
                }
            default:
                guard known.count > 60, let id = known.keys.randomElement() else { continue }
                known[id] = nil
                ledger.closed(id)
            }
            #expect(ledger.count == known.count)
            #expect(known.values.count { $0.isStranger } <= 40)
            #expect(known.values.count { $0.isOpening } <= 16)
            #expect(known.values.count { $0.account == "ann" } <= 10)
        }
    }
}
