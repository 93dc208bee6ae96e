import RollcallAPI
import RollcallRPC
import Testing

@testable import Auth

@Suite struct RepeatedCallsTests {
    @Test func aCallWaitsAsLongAsTheServiceAsks() {
        let busy = RPCError.overloaded("busy", after: .seconds(7))
        #expect(RepeatedCalls.pause(after: busy, failures: 1) == .seconds(7))
        #expect(RepeatedCalls.pause(after: busy, failures: RepeatedCalls.limit) == nil)
        let veryBusy = RPCError.overloaded("busy", after: .seconds(31))
        #expect(RepeatedCalls.pause(after: veryBusy, failures: 1) == nil)
    }

    @Test func onlyWhatPassesIsTriedAgain() {
        for code in [StatusCode.unavailable, .deadlineExceeded] {
            let pauses = (1...4).map {
                RepeatedCalls.pause(after: RPCError(code, "away"), failures: $0)
            }
            #expect(pauses == [.milliseconds(250), .milliseconds(500), .seconds(1), nil])
        }
        for code in [StatusCode.internal, .notFound, .cancelled, .unauthenticated] {
            #expect(RepeatedCalls.pause(after: RPCError(code, "no"), failures: 1) == nil)
        }
    }
}
