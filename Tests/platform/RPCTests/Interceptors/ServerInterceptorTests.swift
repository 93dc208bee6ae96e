import RollcallRPC
import RollcallWire
import Synchronization
import TestEcho
import TestServers
import TestSupport
import Testing

/// Notes what passes, and refuses messages with a certain text.
private final class Watcher: ServerInterceptor {
    let standsBeforeAuthorization: Bool
    let name: String
    let notes: Notes
    /// Whether it lets no call pass.
    let refuses: Bool

    final class Notes: Sendable {
        private let lines = Mutex<[String]>([])
        func add(_ line: String) { lines.withLock { $0.append(line) } }
        var all: [String] { lines.withLock { $0 } }
    }

    init(
        _ name: String, _ notes: Notes, beforeAuthorization: Bool = false, refuses: Bool = false
    ) {
        self.name = name
        self.notes = notes
        self.refuses = refuses
        self.standsBeforeAuthorization = beforeAuthorization
    }

    func intercept(_ rpc: ServedRPC) -> Interception? {
        Interception(
            onBegin: { [name, notes, refuses] _ in
                if refuses { throw RPCError(.permissionDenied, "nobody") }
                notes.add("\(name) begins")
            },
            onReceived: { [name, notes] in try Self.pass($0, "\(name) in", notes) },
            onSent: { [name, notes] in try Self.pass($0, "\(name) out", notes) },
            onEnd: { [name, notes] in notes.add("\(name) ends \($0.status)") })
    }

    private static func pass(_ message: any Message, _ prefix: String, _ notes: Notes) throws {
        guard let message = message as? EchoMessage else { return }
        notes.add("\(prefix) \(message.text)\(message.number)")
        if message.text == "forbidden" || message.number == 13 {
            throw RPCError(.permissionDenied, "not this one")
        }
    }
}

@Suite struct ServerInterceptorTests {
    @Test(arguments: Carrier.allCases)
    func theySeeEachMessageOfAStreamInBothDirections(over carrier: Carrier) async throws {
        let notes = Watcher.Notes()
        let watchers = [Watcher("a", notes), Watcher("b", notes)]
        try await withEchoServer(over: carrier, interceptors: watchers) { server in
            let chat = try await server.echo.chat()
            for text in ["x", "y"] {
                try await chat.send(EchoMessage(text: text))
                #expect(try await chat.responses.next()?.text == text)
            }
            chat.finishSending()
            #expect(try await chat.responses.next() == nil)
        }
        let messages = ["x0", "y0"].flatMap {
            ["a in \($0)", "b in \($0)", "b out \($0)", "a out \($0)"]
        }
        #expect(notes.all == ["a begins", "b begins"] + messages + ["b ends OK", "a ends OK"])
    }

    @Test(arguments: [Carrier.memory, .tcp])
    func oneRefusesAMessageThatIsReceived(over carrier: Carrier) async throws {
        let notes = Watcher.Notes()
        try await withEchoServer(over: carrier, interceptors: [Watcher("a", notes)]) { server in
            let unary = try await failure {
                _ = try await server.echo.echo(EchoMessage(text: "forbidden"))
            }
            let streamed = try await failure {
                let call = try await server.echo.collect()
                try await call.send(EchoMessage(text: "fine"))
                try await call.send(EchoMessage(text: "forbidden"))
                _ = try await call.finish()
            }
            #expect(unary.code == .permissionDenied && streamed.code == .permissionDenied)
        }
        let ends = notes.all.filter { $0.hasPrefix("a ends") }
        #expect(ends == ["a ends PERMISSION_DENIED", "a ends PERMISSION_DENIED"])
    }

    @Test func oneRefusesAMessageThatIsSent() async throws {
        let notes = Watcher.Notes()
        try await withEchoServer(over: .tcp, interceptors: [Watcher("a", notes)]) { server in
            let answers = try await server.echo.expand(EchoMessage(number: 20))
            for number in 0..<13 { #expect(try await answers.next()?.number == Int64(number)) }
            let error = try await failure { _ = try await answers.next() }
            #expect(error.code == .permissionDenied)
        }
    }

    @Test func onlyThoseBeforeAuthorisationSeeWhoIsRefused() async throws {
        let notes = Watcher.Notes()
        let watchers = [
            Watcher("inside", notes), Watcher("outside", notes, beforeAuthorization: true),
        ]
        try await withEchoServer(over: .memory, interceptors: watchers) { server in
            _ = try await failure { _ = try await server.echo.forUsers(EchoMessage()) }
        }
        #expect(notes.all == ["outside begins", "outside ends UNAUTHENTICATED"])
    }

    @Test func oneThatRefusesACallDoesNotHearItsEndAndThoseOutsideDo() async throws {
        let notes = Watcher.Notes()
        let watchers = [
            Watcher("a", notes), Watcher("b", notes, refuses: true), Watcher("c", notes),
        ]
        try await withEchoServer(over: .memory, interceptors: watchers) { server in
            let error = try await failure { _ = try await server.echo.echo(EchoMessage()) }
            #expect(error.code == .permissionDenied)
        }
        #expect(notes.all == ["a begins", "a ends PERMISSION_DENIED"])
    }

    @Test func oneChangesTheMetadataThatTheHandlerSees() async throws {
        struct Tagger: ServerInterceptor {
            func intercept(_ rpc: ServedRPC) -> Interception? {
                Interception(onBegin: { call in
                    let seen = call.context.metadata[text: "tag"] ?? "nothing"
                    call.context.metadata = Metadata()
                    try call.context.metadata.add("tag", text: "\(seen), changed")
                })
            }
        }
        try await withEchoServer(over: .memory, interceptors: [Tagger()]) { server in
            var options = CallOptions()
            try options.metadata.add("tag", text: "mine")
            let answer = try await server.echo.describe(EchoMessage(text: "tag"), options: options)
            #expect(answer.text == "mine, changed")
        }
    }

    @Test func theStatusOfACallThatRanOutOfTimeIsDeadlineExceeded() async throws {
        let notes = Watcher.Notes()
        try await withEchoServer(over: .tcp, interceptors: [Watcher("a", notes)]) { server in
            // On a busy machine the time of a call can be over before the call is sent.
            try await eventually {
                _ = try await failure {
                    _ = try await server.echo.sleep(
                        EchoMessage(), options: CallOptions(timeout: .milliseconds(20)))
                }
                return notes.all.last == "a ends DEADLINE_EXCEEDED"
            }
        }
    }
}
