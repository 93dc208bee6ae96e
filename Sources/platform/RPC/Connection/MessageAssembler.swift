import NIOCore

/// Puts the fragments of one message together. Fragments are copied into one buffer, so that no more is held
/// than has arrived, however small the pieces. Only a first fragment that fills most of its storage is not
/// copied.
struct MessageAssembler {
    private var partial: ByteBuffer?
    /// Whether the message that is being put together is compressed.
    private var isCompressed = false

    /// The bytes held of a message that is not complete.
    var heldBytes: Int { partial?.readableBytes ?? 0 }

    var isInsideMessage: Bool { partial != nil }

    enum Outcome {
        case message(ReceivedMessage)
        case incomplete
        case tooLarge
    }

    /// - Parameter isCompressed: whether the message is, as its first fragment says.
    mutating func append(
        _ fragment: ByteBuffer, isLast: Bool, isCompressed: Bool, maximumSize: Int
    ) -> Outcome {
        if partial == nil { self.isCompressed = isCompressed }
        guard heldBytes + fragment.readableBytes <= maximumSize else { return .tooLarge }
        guard var held = partial else {
            if isLast { return whole(fragment) }
            partial = fragment.alone
            return .incomplete
        }
        partial = nil
        held.writeImmutableBuffer(fragment)
        if isLast { return whole(held) }
        partial = held
        return .incomplete
    }

    private func whole(_ bytes: ByteBuffer) -> Outcome {
        .message(ReceivedMessage(bytes: bytes, isCompressed: isCompressed))
    }
}

/// A message as it was received.
struct ReceivedMessage: Sendable {
    var bytes: ByteBuffer
    var isCompressed = false
}
