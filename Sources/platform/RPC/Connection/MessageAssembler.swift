import NIOCore

/// Puts the fragments of one message together. Fragments are copied into one buffer, so that no
/// more is held than has arrived, however small the pieces. Only a first fragment that fills most
/// of its storage is not copied.
struct MessageAssembler {
    private var partial: ByteBuffer?

    /// The bytes held of a message that is not complete.
    var heldBytes: Int { partial?.readableBytes ?? 0 }

    var isInsideMessage: Bool { partial != nil }

    enum Outcome {
        case message(ByteBuffer)
        case incomplete
        case tooLarge
    }

    mutating func append(_ fragment: ByteBuffer, isLast: Bool, maximumSize: Int) -> Outcome {
        guard heldBytes + fragment.readableBytes <= maximumSize else { return .tooLarge }
        guard var held = partial else {
            if isLast { return .message(fragment) }
            partial = fragment.alone
            return .incomplete
        }
        partial = nil
        held.writeImmutableBuffer(fragment)
        if isLast { return .message(held) }
        partial = held
        return .incomplete
    }
}
