import Synchronization
import TestEcho
import Testing

@testable import RollcallRPC

@Suite struct TraceInterceptorTests {
    private static let trace = "0af7651916cd43dd8448eb211c80319c"

    private func seen(with traceparent: String, _ tracer: Tracer? = nil) async throws -> String {
        var answer = ""
        try await withEchoServer(
            over: .memory, interceptors: [TraceInterceptor(tracer)]
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

    private final class Recorded: Sendable {
        let spans = Mutex<[(span: TraceSpan, code: StatusCode)]>([])

        func tracer(_ ratio: Double) -> Tracer {
            Tracer(ratio: ratio) { span, duration, code in
                #expect(duration >= .zero && span.beganAt > 0)
                self.spans.withLock { $0.append((span, code)) }
            }
        }
    }

    @Test(arguments: [0, 1])
    func theCallerDecidesWhetherACallIsRecorded(_ ratio: Double) async throws {
        for (flags, count) in [("00", 0), ("01", 1)] {
            let recorded = Recorded()
            let seen = try await seen(
                with: "00-\(Self.trace)-b7ad6b7169203331-\(flags)", recorded.tracer(ratio))
            #expect(seen.hasSuffix("-\(flags)"))
            try recorded.spans.withLock { spans in
                #expect(spans.count == count)
                guard let (span, code) = spans.first else { return }
                #expect(span.name == "rollcall.test.v1.EchoService/Describe" && code == .ok)
                #expect(span.parent == "b7ad6b7169203331" && span.kind == .server)
                #expect(span.place == TraceParent(seen))
                try #require(span.place.trace == Self.trace)
            }
        }
    }

    @Test func ofCallsWithoutATraceTheRatioDecides() async throws {
        for ratio in [0.0, 1] {
            let recorded = Recorded()
            let seen = try await seen(with: "", recorded.tracer(ratio))
            // The calls of one that is not recorded are not recorded either.
            #expect(TraceParent(seen)?.isSampled == (ratio == 1))
            recorded.spans.withLock { spans in
                #expect(spans.count == Int(ratio))
                #expect(spans.allSatisfy { $0.span.parent == nil })
            }
        }
    }

    @Test func aUseOfAnotherProgramIsBelowTheSpanOfItsTask() {
        let recorded = Recorded()
        let use = { TraceSpan.beginUse("read", ("db.system.name", "sqlite")) }
        #expect(use() == nil)
        let attribute = ("rpc.method", "a")
        let unrecorded = recorded.tracer(0).span("a", attribute, from: "")
        TraceSpan.$current.withValue(unrecorded) { #expect(use() == nil) }
        let span = recorded.tracer(0).span(
            "a", attribute, from: "00-\(Self.trace)-b7ad6b7169203331-01")
        TraceSpan.$current.withValue(span) {
            let use = use()
            use?.end(failing: CancellationError())
            use?.end()
        }
        recorded.spans.withLock { spans in
            #expect(spans.map(\.span.parent) == [span.place.span] && spans[0].code != .ok)
            #expect(spans.map(\.span.place.trace) == [Self.trace])
        }
    }
}
