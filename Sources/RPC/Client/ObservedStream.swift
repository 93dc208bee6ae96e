import NIOCore
import RollcallWire
import Synchronization

/// The stream of a call, with observers who are told what passes through it.
final class ObservedStream: Sendable {
    let inner: CallStream
    private let observers: [any ClientCallObserver]
    /// The call that the stream belongs to, which would be cancelled if it were let go of.
    private let owner: any Sendable & AnyObject
    private let hasEnded = Atomic(false)

    init(
        _ inner: CallStream, _ observers: [any ClientCallObserver],
        keeping owner: any Sendable & AnyObject
    ) {
        self.inner = inner
        self.observers = observers
        self.owner = owner
    }

    func receive() async throws -> ByteBuffer? {
        do {
            let message = try await inner.receive()
            if let message { observers.received(message.readableBytes) } else { end(nil) }
            return message
        } catch {
            end(RPCError.wire(for: error))
            throw error
        }
    }

    func send(_ message: some Message) async throws {
        try await inner.send(message)
        observers.sent(message.serializedSize)
    }

    func cancel() {
        inner.cancel()
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
        .observed(ObservedStream(self, observers, keeping: owner))
    }
}
