import NIOCore
import RollcallRPC
import RollcallWire
import Synchronization

/// The stream of a call, with observers of its end.
final class ObservedStream<Response: Message>: CallStream {
    private let call: ResponseStream<Response>
    private let observers: [any ClientCallObserver]
    private let hasEnded = Atomic(false)

    init(_ call: ResponseStream<Response>, _ observers: [any ClientCallObserver]) {
        self.call = call
        self.observers = observers
    }

    func receive() async throws -> ByteBuffer? {
        do {
            let message = try await call.stream.receive()
            if message == nil { end(nil) }
            return message
        } catch {
            end(RPCError.wire(for: error))
            throw error
        }
    }

    func send(_ message: some Message) async throws {
        try await call.stream.send(message)
    }

    func sendEnd() {
        call.stream.sendEnd()
    }

    func cancel(_ code: StatusCode) {
        call.stream.cancel(code)
        end(.givenUp)
    }

    private func end(_ error: RPCError?) {
        guard !hasEnded.exchange(true, ordering: .relaxed) else { return }
        observers.ended(error)
    }
}
