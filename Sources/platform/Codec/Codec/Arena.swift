internal import CCodec
internal import CProtobufC

/// A use of the calling thread's arena: from `init` to `end`, on one thread, nested like calls.
struct Arena {
    private let arena: OpaquePointer
    private let mark: codec_mark

    init(budget: Int) {
        guard let arena = codec_arena_current() else { fatalError("out of memory") }
        self.arena = arena
        self.mark = codec_arena_begin(arena, budget)
    }

    func end() {
        codec_arena_end(arena, mark)
    }

    func take(_ size: Int) -> UnsafeMutableRawPointer {
        guard let memory = codec_arena_take(arena, size) else { fatalError("out of memory") }
        return memory
    }

    /// - Returns: the C struct, valid until `end`.
    func unpack(
        _ bytes: UnsafeRawBufferPointer, as layout: MessageLayout
    ) -> Result<UnsafeRawPointer, CodecError> {
        let limits = codec_limits(
            depth: UInt32(CodecLimits.depth), memory: CodecLimits.memory(forSize: bytes.count),
            stack: CodecLimits.stack)
        var message: UnsafeMutablePointer<ProtobufCMessage>?
        let result = codec_unpack(
            layout.descriptor, layout.needsScan,
            bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count, arena, limits,
            &message)
        switch result {
        case CODEC_OK: return message.map { .success(UnsafeRawPointer($0)) } ?? .failure(.malformed)
        case CODEC_OVER_BUDGET: return .failure(.overBudget)
        case CODEC_TOO_DEEP: return .failure(.tooDeep)
        default: return .failure(.malformed)
        }
    }
}
