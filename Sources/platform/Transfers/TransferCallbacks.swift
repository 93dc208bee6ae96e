import CTransfer
import RollcallBasics

/// What a transfer calls, on its own thread.
package struct TransferCallbacks {
    /// Fills the buffer with what is sent next, and returns how much that is: 0 at the end.
    package var send: (UnsafeMutableRawBufferPointer) -> Int = { _ in 0 }
    /// Takes bytes of the answer. The transfer ends if it returns false.
    package var receive: (UnsafeRawBufferPointer) -> Bool = { _ in true }
    /// Takes a header of HTTP, or a line of another protocol.
    package var takeLine: (UnsafeRawBufferPointer) -> Void = { _ in }
    /// Takes a command that was sent, where `CURLOPT_VERBOSE` is set.
    package var takeCommand: (UnsafeRawBufferPointer) -> Void = { _ in }

    package init() {}
}

/// What the functions that libcurl calls share in one transfer.
final class Exchange {
    private let callbacks: TransferCallbacks
    private let isCancelled: Flag

    init(_ callbacks: TransferCallbacks, _ isCancelled: Flag) {
        self.callbacks = callbacks
        self.isCancelled = isCancelled
    }

    /// Has libcurl call this one, which must live until the transfer has ended.
    func attach(to handle: UnsafeMutableRawPointer) {
        rollcall_transfer_set_callbacks(
            handle, Unmanaged.passUnretained(self).toOpaque(),
            { buffer, size, count, context in
                let buffer = UnsafeMutableRawBufferPointer(start: buffer, count: size * count)
                return Exchange.at(context)?.callbacks.send(buffer) ?? 0
            },
            { bytes, size, count, context in
                let bytes = UnsafeRawBufferPointer(start: bytes, count: size * count)
                return Exchange.at(context)?.callbacks.receive(bytes) == true ? bytes.count : 0
            },
            { line, size, count, context in
                let line = UnsafeRawBufferPointer(start: line, count: size * count)
                Exchange.at(context)?.callbacks.takeLine(line)
                return line.count
            },
            { context, _, _, _, _ in Exchange.at(context)?.isCancelled.isRaised == true ? 1 : 0 },
            { _, kind, bytes, count, context in
                guard kind == CURLINFO_HEADER_OUT else { return 0 }
                Exchange.at(context)?.callbacks.takeCommand(
                    UnsafeRawBufferPointer(start: bytes, count: count))
                return 0
            })
    }

    private static func at(_ context: UnsafeMutableRawPointer?) -> Exchange? {
        context.map { Unmanaged<Exchange>.fromOpaque($0).takeUnretainedValue() }
    }
}
