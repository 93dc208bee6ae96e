import NIOCore
import NIOPosix
import Testing

@testable import RollcallRPC

@Suite struct PeerTableTests {
    @Test func aPeerIsTheSameForAllWhoHoldItAndForgottenWithTheLast() {
        let table = PeerTable()
        var first: PeerUsage? = table.usage(of: .account("ann"))
        var second: PeerUsage? = table.usage(of: .account("ann"))
        #expect(first?.counts === second?.counts && table.count == 1)
        first = nil
        #expect(table.count == 1)
        second = nil
        #expect(table.count == 0)
        _ = (first, second)
    }

    /// Its end and its return may meet on two threads.
    @Test func aPeerThatComesAndGoesOnManyThreadsIsForgottenOnce() async {
        let table = PeerTable()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    for _ in 0..<50_000 { _ = table.usage(of: .unixUser(7)).counts.handlers.all }
                }
            }
        }
        #expect(table.count == 0)
    }
}
