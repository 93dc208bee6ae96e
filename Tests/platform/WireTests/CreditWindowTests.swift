import RollcallWire
import Testing

@Suite struct CreditWindowTests {
    @Test func aTinyFragmentCostsAtLeastSixtyFour() {
        #expect(SendCredit.cost(of: 0) == 64)
        #expect(SendCredit.cost(of: 65) == 65)
        var credit = SendCredit(100)
        #expect(credit.sendable == 100)
        credit.spend(SendCredit.cost(of: 1))
        #expect(credit.sendable == nil)
    }

    @Test func creditBeyondTheMaximumIsNoticed() {
        var credit = SendCredit(1)
        let isWithin = credit.add(SendCredit.maximum - 1)
        let isBeyond = !credit.add(1)
        #expect(isWithin && isBeyond)
    }

    @Test func moreThanTheCreditIsNoticed() {
        var credit = ReceiveCredit(128)
        let taken = [64, 64, 1].map { credit.receive($0) }
        #expect(taken == [true, true, false])
    }

    @Test func creditComesBackBeforeThePeerHasHeardOfALargeWindow() {
        var credit = ReceiveCredit(4_000_000)
        let returned = (0..<4).compactMap { _ in credit.release(ReceiveCredit.floor / 4, at: 0) }
        #expect(returned.reduce(0, +) == ReceiveCredit.floor)
    }

    /// Whatever is sent and read, and in whatever order, a sender that obeys its credit is never
    /// told off, never starves while nothing is unread, and never has more under way than the
    /// largest window. It may begin with less than the receiver grants, before it has heard of
    /// that.
    @Test func sentAndReadInAnyOrderTheTwoSidesAgree() {
        for _ in 0..<200 {
            let window = Int.random(in: 64...5000)
            let largest = window * Int.random(in: 1...20)
            let unheard = Bool.random() ? 0 : Int.random(in: 0...max(0, window / 2 - 128))
            var sender = SendCredit(window - unheard)
            var receiver = ReceiveCredit(window, growingTo: largest)
            var unread: [Int] = []
            var now: UInt64 = 0
            for _ in 0..<2000 {
                now += .random(in: 0...20_000)
                if Bool.random(), let sendable = sender.sendable {
                    let cost = SendCredit.cost(of: Int.random(in: 0...sendable))
                    sender.spend(cost)
                    let isTaken = receiver.receive(cost)
                    #expect(isTaken)
                    unread.append(cost)
                } else if let cost = unread.popLast(),
                    let credit = receiver.release(
                        cost, hasReadAll: unread.isEmpty, at: now)
                {
                    let isWithin = sender.add(credit)
                    #expect(isWithin)
                }
                let held = unread.reduce(0, +)
                let isBounded = sender.available + held <= largest - unheard
                if !isBounded || receiver.held != held {
                    Issue.record("\(sender) \(receiver), \(held) of \(largest) unread")
                }
                if unread.isEmpty, window >= 256 { #expect(sender.sendable != nil) }
            }
        }
    }
}
