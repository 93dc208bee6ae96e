import NIOCore
import Testing

@testable import RollcallRPC

@Suite struct InboxTests {
    private func message(_ number: UInt32) -> ByteBuffer {
        // In a read buffer much larger than itself.
        var read = ByteBuffer()
        read.reserveCapacity(2048)
        read.writeInteger(number)
        return read
    }

    private func number(_ taken: Inbox.Taken) -> UInt32? {
        guard case .message(let delivery) = taken else { return nil }
        return delivery.message.getInteger(at: delivery.message.readerIndex)
    }

    @Test func messagesAreTakenInOrderWheneverTheyAreCompacted() {
        for _ in 0..<200 {
            var inbox = Inbox()
            var (delivered, taken): (UInt32, UInt32) = (0, 0)
            for _ in 0..<100 {
                switch Int.random(in: 0..<3) {
                case 0:
                    _ = inbox.deliver(message(delivered), cost: 64)
                    delivered += 1
                case 1: inbox.compact()
                default:
                    let next = number(inbox.take())
                    #expect(next == (taken < delivered ? taken : nil))
                    if next != nil { taken += 1 }
                }
                #expect(inbox.isEmpty == (taken == delivered))
            }
            let (_, cost) = inbox.abort(RPCError(.cancelled, ""))
            #expect(cost == 64 * Int(delivered - taken))
        }
    }

    /// A peer that sends one tiny message at a time to a handler that does not read.
    @Test func whatWaitsIsNotLookedAtAgainWithEachArrival() {
        var inbox = Inbox()
        let start = ContinuousClock.now
        for number in 0..<20_000 as Range<UInt32> {
            _ = inbox.deliver(message(number), cost: 64)
            inbox.compact()
        }
        // Each time all of them would take minutes.
        #expect(start.duration(to: .now) < .seconds(5))
        for expected in 0..<20_000 as Range<UInt32> {
            #expect(number(inbox.take()) == expected)
        }
    }
}
