import Logging
import NIOCore
import Synchronization
import TestEcho
import TestServers
import Testing

@testable import RollcallRPC
@testable import RollcallRPCPolicies

/// Writes down what it is told.
private final class Recorder: ClientInterceptor {
    private let lines = Mutex<[String]>([])
    private let name: String

    init(_ name: String = "") {
        self.name = name
    }

    var notes: [String] { lines.withLock { $0 } }

    func note(_ line: String) { lines.withLock { $0.append(line) } }

    func begin(_ call: inout ClientCall) async throws {
        note("\(call.kind)")
    }
}

@Suite struct ClientInterceptorTests {
    private let message = EchoMessage(payload: [1, 2, 3])

    @Test(arguments: Carrier.allCases)
    func anInterceptorSeesCallsOfEveryKind(over carrier: Carrier) async throws {
        try await withEchoServer(over: carrier) { server in
            let recorder = Recorder()
            let echo = EchoServiceClient(server.client.intercepted(by: recorder))
            _ = try await echo.echo(message)
            for try await _ in try await echo.expand(EchoMessage(payload: [1, 2, 3], number: 0)) {}
            let collect = try await echo.collect()
            try await collect.send(message)
            _ = try await collect.finish()
            let chat = try await echo.chat()
            try await chat.send(message)
            _ = try await chat.responses.next()
            chat.finishSending()
            _ = try await chat.responses.next()
            #expect(
                recorder.notes == [
                    "unary", "serverStreaming", "clientStreaming", "bidirectional",
                ])
        }
    }

    @Test func interceptorsBeginInOrder() async throws {
        struct Tag: ClientInterceptor {
            let tag: String
            func begin(_ call: inout ClientCall) throws {
                let before = call.options.metadata[text: "tag"] ?? ""
                call.options.metadata = Metadata()
                try call.options.metadata.add("tag", text: before + tag)
            }
        }
        try await withEchoServer(over: .memory) { server in
            let client = server.client.intercepted(by: Tag(tag: "a"), Tag(tag: "b"))
            let answer = try await EchoServiceClient(client).describe(EchoMessage(text: "tag"))
            #expect(answer.text == "ab")
        }
    }

    @Test func anInterceptorRefusesACallBeforeItIsMade() async throws {
        struct Refusal: ClientInterceptor {
            func begin(_ call: inout ClientCall) throws {
                throw RPCError(.failedPrecondition, "not now")
            }
        }
        try await withEchoServer(over: .memory) { server in
            let recorder = Recorder()
            let echo = EchoServiceClient(server.client.intercepted(by: recorder, Refusal()))
            let error = try await failure { _ = try await echo.echo(message) }
            #expect(error.message == "not now")
            await #expect(throws: RPCError.self) { try await echo.chat() }
            #expect(recorder.notes == ["unary", "bidirectional"])
            #expect(server.server.connectionCount == 0)
        }
    }

    @Test func callsThatNameNoTimeoutGetOne() async throws {
        try await withEchoServer(over: .memory) { server in
            let echo = EchoServiceClient(
                server.client.intercepted(by: DefaultDeadline(.seconds(20))))
            let given = try await echo.describe(EchoMessage()).number
            #expect((10_000...20_000).contains(given))
            let named = try await echo.describe(
                EchoMessage(), options: CallOptions(timeout: .seconds(100))
            ).number
            #expect((50_000...100_000).contains(named))
        }
    }

    @Test func callsThatNeedATokenGetIt() async throws {
        try await withEchoServer(over: .memory) { server in
            let asked = Count()
            let token = BearerToken {
                asked.next()
                return "secret"
            }
            let echo = EchoServiceClient(server.client.intercepted(by: token))
            var answer = try await echo.describe(EchoMessage(text: "authorization"))
            #expect(answer.text == "none" && asked.value == 0)
            var options = CallOptions()
            try options.metadata.add("caller", text: "user")
            answer = try await echo.forUsers(EchoMessage(), options: options)
            #expect(answer.text == "ann" && asked.value == 1)
        }
    }
}
