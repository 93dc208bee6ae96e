import Foundation
import RollcallRPC
import Synchronization

/// The service that the tests call.
package final class EchoHandler: EchoService {
    /// How many handlers have begun to sleep, and how many were woken by a cancellation.
    package let sleepers = Mutex((begun: 0, cancelled: 0))
    /// How calls that looked for messages without waiting for them have failed.
    package let ends = Mutex<[StatusCode]>([])

    package init() {}

    package func echo(_ request: EchoMessage, context: CallContext) async throws -> EchoMessage {
        request
    }

    package func collect(
        _ requests: RequestStream<EchoMessage>, context: CallContext
    ) async throws -> EchoMessage {
        var size = 0
        for try await request in requests {
            if request.text == "stop late" { try await Task.sleep(for: .milliseconds(20)) }
            guard !request.text.hasPrefix("stop") else { throw RPCError(.outOfRange, "stopped") }
            size += request.payload.count
        }
        return EchoMessage(number: Int64(size))
    }

    package func expand(
        _ request: EchoMessage, responses: ResponseWriter<EchoMessage>, context: CallContext
    ) async throws {
        for number in 0..<request.number {
            try await responses.send(EchoMessage(payload: request.payload, number: number))
        }
        if request.text == "impatient" { try await giveUpOnTheReader(responses, request.payload) }
        if request.text.hasSuffix("fail") { throw RPCError(.dataLoss, "after the last") }
    }

    /// Writes until nobody reads, gives that up, and says why in its own words.
    private func giveUpOnTheReader(
        _ responses: ResponseWriter<EchoMessage>, _ payload: [UInt8]
    ) async throws {
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                while true {
                    do { try await responses.send(EchoMessage(payload: payload)) } catch { return }
                }
            }
            group.addTask { try? await Task.sleep(for: .milliseconds(100)) }
            await group.next()
            group.cancelAll()
        }
        throw RPCError(.outOfRange, "nobody reads")
    }

    package func chat(
        _ requests: RequestStream<EchoMessage>, responses: ResponseWriter<EchoMessage>,
        context: CallContext
    ) async throws {
        for try await request in requests {
            if request.text == "look" { return look(requests, responses) }
            if request.text.hasPrefix("linger") {
                // On its own, as a cancelled task does not sleep.
                if request.text == "linger later" {
                    await Task { try? await Task.sleep(for: .milliseconds(50)) }.value
                }
                return look(requests, responses, lingers: true)
            }
            try await responses.send(request)
        }
    }

    /// As above, but by turns.
    ///
    /// - Parameter lingers: whether the call goes on when the client sends no more.
    private func look(
        _ requests: RequestStream<EchoMessage>, _ responses: ResponseWriter<EchoMessage>,
        lingers: Bool = false
    ) {
        let turn: @Sendable () async throws -> StreamTurn = {
            do {
                while true {
                    try Task.checkCancellation()
                    switch try requests.nextIfReady() {
                    case .message(let request): try await responses.send(request)
                    case .ended where lingers: return .waits
                    case .ended:
                        try await responses.send(EchoMessage(text: "ended"))
                        return .ends
                    case .nothing: return .waits
                    }
                }
            } catch {
                self.ends.withLock { $0.append((error as? RPCError)?.code ?? .cancelled) }
                throw error
            }
        }
        responses.react { _ in .goesOn(turn) }
    }

    package func sleep(_ request: EchoMessage, context: CallContext) async throws -> EchoMessage {
        sleepers.withLock { $0.begun += 1 }
        do {
            try await Task.sleep(for: .seconds(60))
        } catch {
            sleepers.withLock { $0.cancelled += 1 }
            throw error
        }
        return request
    }

    package func fail(_ request: EchoMessage, context: CallContext) async throws -> EchoMessage {
        guard let code = StatusCode(rawValue: UInt32(request.number)) else {
            throw CocoaError(.fileNoSuchFile)
        }
        let detail = ErrorDetail(EchoMessage(text: "detail"))
        var trailers = Metadata()
        try trailers.add("trailer-bin", bytes: [0xAB, 0xAB])
        throw RPCError(code, request.text, details: [detail], trailers: trailers)
    }

    package func describe(_ request: EchoMessage, context: CallContext) async throws -> EchoMessage
    {
        if request.text == "traceparent" { return EchoMessage(text: context.traceparent) }
        let remaining = context.deadline.map { ContinuousClock.now.duration(to: $0) }
        return EchoMessage(
            payload: context.metadata[bytes: request.text + "-bin"] ?? [],
            number: remaining.map { Int64($0 / .milliseconds(1)) } ?? -1,
            text: context.metadata[text: request.text] ?? "none")
    }

    package func forUsers(_ request: EchoMessage, context: CallContext) async throws -> EchoMessage
    {
        EchoMessage(text: try context.user.userID)
    }

    package func forAdmins(_ request: EchoMessage, context: CallContext) async throws -> EchoMessage
    {
        EchoMessage(text: try context.user.userID)
    }

    package func forServices(_ request: EchoMessage, context: CallContext) async throws
        -> EchoMessage
    {
        request
    }
}

/// Believes what the metadata `caller` says.
package struct TrustingAuthenticator: Authenticator {
    package init() {}

    package func authenticate(_ context: CallContext) async throws -> Caller {
        switch context.metadata[text: "caller"] {
        case "user": identity(isAdmin: false)
        case "another user": identity("bob", isAdmin: false)
        case "admin": identity(isAdmin: true)
        case "service": .service("profile")
        case "liar": throw RPCError(.unauthenticated, "that is not you")
        default: .anonymous
        }
    }

    private func identity(_ userID: String = "ann", isAdmin: Bool) -> Caller {
        .user(UserIdentity(userID: userID, sessionID: "1", isAdmin: isAdmin, expiresAt: 0))
    }
}
