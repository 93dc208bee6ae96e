import Glibc
import NIOPosix
import RollcallRPC
import RollcallWire
import Synchronization
import TestEcho
import TestServers
import TestSupport
import Testing

/// Calls that go on by turns once their handler has returned.
@Suite struct StreamReactorTests {
    @Test(arguments: Carrier.allCases)
    func everyMessageAndTheEndAreFound(over carrier: Carrier) async throws {
        try await withEchoServer(over: carrier) { server in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for client in 0..<8 {
                    group.addTask {
                        let chat = try await server.echo.chat()
                        try await chat.send(EchoMessage(text: "look"))
                        for number in 0..<100 as Range<Int64> {
                            // Now and then the handler has gone to sleep meanwhile.
                            if Int.random(in: 0..<10) == 0 {
                                try await elapse(.milliseconds(client))
                            }
                            let payload = pattern(Int.random(in: 0...3_000))
                            try await chat.send(EchoMessage(payload: payload, number: number))
                            let answer = try await chat.responses.next()
                            #expect(answer == EchoMessage(payload: payload, number: number))
                        }
                        chat.finishSending()
                        #expect(try await chat.responses.next()?.text == "ended")
                        #expect(try await chat.responses.next() == nil)
                    }
                }
                try await group.waitForAll()
            }
        }
    }

    @Test(arguments: Carrier.allCases)
    func aCancelledCallHasALastTurn(over carrier: Carrier) async throws {
        try await withEchoServer(over: carrier) { server in
            let chat = try await lookingChat(server)
            chat.cancel()
            try await eventually { server.handler.ends.withLock { $0 } == [.cancelled] }
        }
    }

    @Test(arguments: Carrier.allCases)
    func theDeadlineHasALastTurn(over carrier: Carrier) async throws {
        try await withEchoServer(over: carrier) { server in
            let options = CallOptions(timeout: .seconds(3))
            let chat = try await lookingChat(server, options)
            let error = try await failure { _ = try await chat.responses.next() }
            #expect(error.code == .deadlineExceeded)
            try await eventually { server.handler.ends.withLock { $0.count } == 1 }
        }
    }

    @Test(arguments: Carrier.allCases)
    func aCallWhoseClientSendsNoMoreEndsWhenItIsCancelled(over carrier: Carrier) async throws {
        try await withEchoServer(over: carrier) { server in
            let chat = try await lookingChat(server, as: "linger")
            chat.finishSending()
            let goesOn = try await remains(for: .milliseconds(20)) {
                server.handler.ends.withLock { $0 } == []
            }
            #expect(goesOn)
            chat.cancel()
            try await eventually { server.handler.ends.withLock { $0 } == [.cancelled] }
        }
    }

    /// The handler is still at work then.
    @Test(arguments: Carrier.allCases)
    func aCallThatEndsBeforeItsFirstTurnHasALastTurnAllTheSame(
        over carrier: Carrier
    ) async throws {
        try await withEchoServer(over: carrier) { server in
            let chat = try await server.echo.chat()
            try await chat.send(EchoMessage(text: "linger later"))
            chat.finishSending()
            // While the handler lingers.
            try await elapse(.milliseconds(10))
            chat.cancel()
            try await eventually { server.handler.ends.withLock { $0 } == [.cancelled] }
        }
    }

    @Test func interceptorsHearOfTheEndOnceItIsThere() async throws {
        let ends = EndCounter()
        try await withEchoServer(over: .memory, interceptors: [ends]) { server in
            let chat = try await lookingChat(server)
            #expect(ends.codes.withLock { $0 } == [])
            chat.finishSending()
            #expect(try await chat.responses.next()?.text == "ended")
            #expect(try await chat.responses.next() == nil)
            #expect(ends.codes.withLock { $0 } == [.ok])
        }
    }

    /// Whatever the threads that wake it: turns do not overlap, and one begins after each wake.
    @Test func eachWakeIsFollowedByATurnAndNoTwoOverlap() async throws {
        let turns = Turns()
        StreamReactor.serve { reactor in .goesOn { try await turns.take(reactor) } }
        try await eventually { turns.state.withLock { $0.reactor != nil } }
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<2_000 {
                        turns.state.withLock { $0.wakes += 1 }
                        turns.state.withLock { $0.reactor }?.wake()
                    }
                }
            }
        }
        try await eventually { turns.state.withLock { $0.seen == 16_000 } }
        #expect(turns.state.withLock { $0.overlaps } == 0)
    }

    @Test func hooksSeeEachMessage() async throws {
        let hook = ForbiddenNumber()
        try await withEchoServer(over: .memory, interceptors: [hook]) { server in
            let chat = try await lookingChat(server)
            try await chat.send(EchoMessage(number: 1))
            #expect(try await chat.responses.next()?.number == 1)
            try await chat.send(EchoMessage(number: 13))
            let error = try await failure { _ = try await chat.responses.next() }
            #expect(error.code == .outOfRange)
            #expect(hook.seen.withLock { $0 } == [0, 7, 1, 13])
        }
    }

    /// Letting go of the call alone does not end it; its responses can still be read.
    @Test(arguments: Carrier.allCases)
    func aCallLivesAsLongAsItsResponses(over carrier: Carrier) async throws {
        try await withEchoServer(over: carrier) { server in
            var chat: BidirectionalCall<EchoMessage, EchoMessage>? = try await lookingChat(server)
            try await chat?.send(EchoMessage(number: 2))
            var responses = chat?.responses
            chat = nil
            #expect(try await responses?.next()?.number == 2)
            #expect(server.handler.ends.withLock { $0 } == [])
            responses = nil
            try await eventually { server.handler.ends.withLock { $0 } == [.cancelled] }
        }
    }

    @Test func aCallThatOnlyStreamsToItsCallerGoesOnByTurns() async throws {
        let count = Method<EchoMessage, EchoMessage>(
            service: "rollcall.test.v1.CountService", name: "Count", kind: .serverStreaming,
            access: .anyone)
        let running = try await RunningServer.start {
            $0.serverStreaming(count) { request, responses, _ in
                let next = Atomic(request.number)
                responses.react { reactor in
                    .goesOn {
                        let number = next.subtract(1, ordering: .relaxed).oldValue
                        try await responses.send(EchoMessage(number: number))
                        if number == 1 { return .ends }
                        reactor.wake()
                        return .waits
                    }
                }
            }
        }
        let client = NetworkClient(running.endpoint, logger: .quiet)
        var numbers: [Int64] = []
        for try await answer in try await client.serverStreaming(
            count, EchoMessage(number: 3), CallOptions())
        {
            numbers.append(answer.number)
        }
        #expect(numbers == [3, 2, 1])
        client.close()
        await running.server.drain()
    }

    /// A turn of another call that is due holds the event loop until the client has what this one
    /// has sent.
    @Test func whatATurnHasSentLeavesBeforeAnotherCallHasItsTurn() async throws {
        let tell = Method<EchoMessage, EchoMessage>(
            service: "rollcall.test.v1.TellService", name: "Tell", kind: .serverStreaming,
            access: .anyone)
        let reactors = Mutex<[StreamReactor]>([])
        let isHeard = Flag()
        var router = Router()
        router.serverStreaming(tell) { request, responses, _ in
            let isFirst = Atomic(true)
            responses.react { reactor in
                if isFirst.exchange(false, ordering: .relaxed) {
                    reactors.withLock { $0.append(reactor) }
                } else if request.number == 2, !isHeard.wait() {
                    throw RPCError(.internal, "not heard")
                }
                guard let sending = try responses.sendAtOnce(Encoded(request)) else {
                    return .waits
                }
                return .goesOn {
                    try await sending()
                    return .waits
                }
            }
        }
        let loops = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let server = try Server(
            router: router, authenticator: nil, eventLoops: loops, logger: .quiet)
        let client = NetworkClient(
            try await server.listen(on: .tcp(host: "127.0.0.1", port: 0)), logger: .quiet)
        var calls: [ResponseStream<EchoMessage>] = []
        for number in 1...2 as ClosedRange<Int64> {
            calls.append(
                try await client.serverStreaming(tell, EchoMessage(number: number), CallOptions()))
            #expect(try await calls.last?.next()?.number == number)
        }
        loops.next().execute { for reactor in reactors.withLock({ $0 }) { reactor.wake() } }
        #expect(try await calls[0].next()?.number == 1)
        isHeard.set()
        #expect(try await calls[1].next()?.number == 2)
        client.close()
        await server.drain()
        try await loops.shutdownGracefully()
    }

    private func lookingChat(
        _ server: EchoServer, _ options: CallOptions = CallOptions(), as kind: String = "look"
    ) async throws -> BidirectionalCall<EchoMessage, EchoMessage> {
        let chat = try await server.echo.chat(options: options)
        try await chat.send(EchoMessage(text: kind))
        try await chat.send(EchoMessage(number: 7))
        #expect(try await chat.responses.next()?.number == 7)
        return chat
    }
}

/// Blocks a thread until it is set.
private final class Flag: Sendable {
    private let isSet = Atomic(false)

    func set() { isSet.store(true, ordering: .relaxed) }

    /// - Returns: false after ten seconds.
    func wait() -> Bool {
        for _ in 0..<10_000 where !isSet.load(ordering: .relaxed) { usleep(1_000) }
        return isSet.load(ordering: .relaxed)
    }
}

private final class ForbiddenNumber: ServerInterceptor {
    let seen = Mutex<[Int64]>([])

    func intercept(_ rpc: ServedRPC) -> Interception? {
        Interception(onReceived: { message in
            guard let number = (message as? EchoMessage)?.number else { return }
            self.seen.withLock { $0.append(number) }
            if number == 13 { throw RPCError(.outOfRange, "forbidden") }
        })
    }
}

private final class EndCounter: ServerInterceptor {
    let codes = Mutex<[StatusCode]>([])

    func intercept(_ rpc: ServedRPC) -> Interception? {
        Interception(onEnd: { call in self.codes.withLock { $0.append(call.status) } })
    }
}

/// Counts the turns of a reactor, which take a while.
private final class Turns: Sendable {
    struct State {
        var reactor: StreamReactor?
        var wakes = 0
        /// The wakes that were there when the last turn began.
        var seen = 0
        var isRunning = false
        var overlaps = 0
    }

    let state = Mutex(State())

    func take(_ reactor: StreamReactor) async throws -> StreamTurn {
        state.withLock { state in
            state.reactor = reactor
            if state.isRunning { state.overlaps += 1 }
            state.isRunning = true
            state.seen = state.wakes
        }
        await Task.yield()
        state.withLock { $0.isRunning = false }
        return .waits
    }
}
