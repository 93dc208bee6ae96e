import NIOCore
import RollcallWire
import TestEcho
import TestSupport
import Testing

@testable import RollcallRPC

@Suite struct CallTimeTests {
    private func route(longestTime: TimeAmount?) -> Router.Route {
        let rpc = ServedRPC(
            path: "a/b", kind: .unary, access: .anyone, priority: .ordinary,
            maximumRequestSize: 4096)
        return Router.Route(rpc, longestTime: longestTime) { _ in nil }
    }

    @Test(arguments: [
        (UInt64(0), TimeAmount.seconds(5)), (1, .microseconds(1)),
        (4_999_999, .microseconds(4_999_999)), (5_000_001, .seconds(5)), (1 << 63, .seconds(5)),
        (.max, .seconds(5)),
        // What -1 and the lowest number are as a varint.
        (UInt64(bitPattern: -1), .seconds(5)), (UInt64(bitPattern: .min), .seconds(5)),
    ])
    func whateverIsAskedStaysWithinTheBound(_ asked: UInt64, _ expected: TimeAmount) {
        #expect(route(longestTime: .seconds(5)).timeout(asked: asked) == expected)
    }

    @Test func withoutABoundNothingOverflows() {
        let route = route(longestTime: nil)
        #expect(route.timeout(asked: 0) == nil)
        #expect(route.timeout(asked: .max) == .hours(365 * 24))
    }

    /// 0, the greatest number, and what stands for a negative one.
    @Test(arguments: [UInt64(0), 1 << 63, .max, UInt64(bitPattern: -5)])
    func aHandlerSeesTheServersBoundWhateverThePeerSays(_ timeout: UInt64) async throws {
        try await withEchoServer(
            over: .tcp, configure: { $0.connection.maximumCallTime = .seconds(2) }
        ) { server in
            let peer = try await RawPeer.connect(to: server.endpoint)
            peer.send { bytes in
                bytes.writeHello()
                bytes.writeOpen(1, "Describe", timeout: timeout)
            }
            try await eventually { peer.status(of: 1) == .ok }
            let body = try #require(peer.frames(.close).first).body
            let left = try EchoMessage(serialized: body).number
            #expect((1...2000).contains(left))
            peer.close()
        }
    }
}
