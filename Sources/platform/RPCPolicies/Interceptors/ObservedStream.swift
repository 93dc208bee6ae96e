import NIOCore
import RollcallRPC
import RollcallWire
import Synchronization

/// The stream of a call, with observers that are told of its end.
final class ObservedStream: StreamWrapper {
    private let base: CallStream
    private let observers: [any ClientCallObserver]
    /// The call that the stream belongs to, which would be cancelled if it were let go of.
    private let owner: any Sendable & AnyObject
    private let hasEnded = Atomic(false)

    init(
        _ base: CallStream, _ observers: [any ClientCallObserver],
        keeping owner: any Sendable & AnyObject
    ) {
        self.base = base
        self.observers = observers
        self.owner = owner
    }

    var inner: CallStream? { base }

    func receive() async throws -> ByteBuffer? {
        do {
            let message = try await base.receive()
            if message == nil { end(nil) }
            return message
        } catch {
            end(RPCError.wire(for: error))
            throw error
        }
    }

    func send(_ message: some Message) async throws {
        try await base.send(message)
    }

    func cancel(_ code: StatusCode) {
        base.cancel(code)
        end(.givenUp)
    }

    private func end(_ error: RPCError?) {
        guard !hasEnded.exchange(true, ordering: .relaxed) else { return }
        observers.ended(error)
    }
}

extension CallStream {
    func observed(
        by observers: [any ClientCallObserver], keeping owner: any Sendable & AnyObject
    ) -> CallStream {
        CallStream(ObservedStream(self, observers, keeping: owner))
    }
}
