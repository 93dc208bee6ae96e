import NIOCore
import TestEcho
import TestServers
import TestSupport
import Testing

@testable import RollcallRPC

@Suite struct DeadlineTests {
    @Test(arguments: Carrier.allCases)
    func aSleepingHandlerIsGivenUpAndCancelled(over carrier: Carrier) async throws {
        try await withEchoServer(over: carrier) { server in
            let start = ContinuousClock.now
            let error = try await failure {
                _ = try await server.echo.sleep(
                    EchoMessage(), options: CallOptions(timeout: .milliseconds(50)))
            }
            #expect(error.code == .deadlineExceeded)
            #expect(start.duration(to: .now) < .seconds(30))
            try await eventually { server.handler.sleepers.withLock { $0.cancelled } == 1 }
        }
    }

    /// A sender that finds the call ended is told why, as the reader is.
    @Test(arguments: Carrier.allCases)
    func whoeverSendsAfterTheDeadlineIsToldOfIt(over carrier: Carrier) async throws {
        try await withEchoServer(over: carrier) { server in
            _ = try await server.echo.echo(EchoMessage())
            let options = CallOptions(timeout: .milliseconds(30))
            let call = try await server.echo.collect(options: options)
            let chat = try await server.echo.chat(options: options)
            #expect(
                try await failure { _ = try await chat.responses.next() }.code == .deadlineExceeded)
            for _ in 0..<2 {
                let sending = try await failure { try await chat.send(EchoMessage()) }
                #expect(sending.code == .deadlineExceeded)
            }
            // Its deadline is the same, and a timer of its own ends it.
            try await elapse(.milliseconds(10))
            #expect(
                try await failure { try await call.send(EchoMessage()) }.code == .deadlineExceeded)
            #expect(try await failure { _ = try await call.finish() }.code == .deadlineExceeded)
        }
    }

    @Test func whoeverSendsIsToldAlsoWhenTheClockOfTheServerRunsOutFirst() async throws {
        try await RawServer.run(answering: { frame, bytes in
            if frame.isOpen { bytes.writeClose(frame.header.streamID, .deadlineExceeded) }
        }) { server in
            let chat = try await server.echo.chat(options: CallOptions(timeout: .seconds(60)))
            #expect(
                try await failure { _ = try await chat.responses.next() }.code == .deadlineExceeded)
            #expect(
                try await failure { try await chat.send(EchoMessage()) }.code == .deadlineExceeded)
        }
    }

    @Test(arguments: InteropTests.Kind.allCases, Carrier.allCases)
    func aCallWithoutAnyTimeLeftIsNeverMade(
        _ kind: InteropTests.Kind, over carrier: Carrier
    ) async throws {
        let calls = Count()
        try await withEchoServer(over: carrier, interceptors: [CallCounter(calls)]) { server in
            _ = try await server.echo.echo(EchoMessage())
            for timeout in [Duration.zero, .seconds(-1)] {
                let error = try await failure {
                    try await kind.sleep(server, CallOptions(timeout: timeout))
                }
                #expect(error.code == .deadlineExceeded)
                #expect(error.wasNotProcessed)
            }
            _ = try await server.echo.echo(EchoMessage())
            #expect(calls.value == 2)
        }
    }

    @Test(arguments: Carrier.allCases)
    func theHandlerSeesTheTimeThatIsLeft(over carrier: Carrier) async throws {
        try await withEchoServer(over: carrier) { server in
            let options = CallOptions(timeout: .seconds(20))
            let left = try await server.echo.describe(EchoMessage(), options: options).number
            #expect((10_000...20_000).contains(left))
        }
    }

    @Test func aServerShortensWhatACallerAsks() async throws {
        try await withEchoServer(
            over: .memory, configure: { $0.connection.maximumCallTime = .seconds(3) }
        ) { server in
            for options in [CallOptions(), CallOptions(timeout: .seconds(1_000_000_000))] {
                let left = try await server.echo.describe(EchoMessage(), options: options).number
                #expect((1...3000).contains(left))
            }
        }
    }

    @Test func manyDeadlinesOnOneConnectionPassTogether() async throws {
        try await withEchoServer(over: .tcp) { server in
            let echo = server.echo
            let codes = await withTaskGroup(of: StatusCode?.self) { group in
                for index in 0..<100 {
                    group.addTask {
                        let options = CallOptions(timeout: .milliseconds(20 + index % 30))
                        do {
                            _ = try await echo.sleep(EchoMessage(), options: options)
                            return nil
                        } catch { return (error as? RPCError)?.code }
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(codes.count == 100 && codes.allSatisfy { $0 == .deadlineExceeded })
            let answer = try await echo.echo(EchoMessage(number: 1))
            #expect(answer.number == 1)
        }
    }

    @Test func anOnwardCallEndsNoLater() {
        var context = CallContext(method: "m", traceparent: "t")
        context.end = .now() + .seconds(2)
        let onward = context.onward(timeout: .seconds(60))
        #expect(onward.timeout ?? .seconds(100) <= .seconds(2))
        #expect(onward.traceparent == "t")
        #expect(context.onward(timeout: .milliseconds(1)).timeout == .milliseconds(1))
    }
}

/// Counts the calls whose handlers begin.
private struct CallCounter: ServerInterceptor {
    private let calls: Count

    init(_ calls: Count) {
        self.calls = calls
    }

    func intercept(_ rpc: ServedRPC) -> Interception? {
        Interception(onBegin: { _ in _ = calls.next() })
    }
}
