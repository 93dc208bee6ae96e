import TestEcho
import Testing

@testable import RollcallRPC

@Suite struct TraceInterceptorTests {
    private static let trace = "0af7651916cd43dd8448eb211c80319c"

    private func seen(with traceparent: String) async throws -> String {
        var answer = ""
        try await withEchoServer(
            over: .memory, interceptors: [TraceInterceptor()]
        ) { server in
            let options = CallOptions(traceparent: traceparent)
            answer = try await server.echo.describe(
                EchoMessage(text: "traceparent"), options: options
            ).text
        }
        return answer
    }

    @Test func onwardCallsHaveTheCallAsTheirParent() async throws {
        let seen = try await seen(with: "00-\(Self.trace)-b7ad6b7169203331-01")
        let parent = try #require(TraceParent(seen))
        #expect(parent.trace == Self.trace && parent.span != "b7ad6b7169203331")
        #expect(seen.hasSuffix("-01"))
    }

    @Test(arguments: ["", String(repeating: "x", count: 55)])
    func whatIsNoTraceIsNotPassedOn(_ traceparent: String) async throws {
        let seen = try await seen(with: traceparent)
        #expect(seen == "")
    }
}
