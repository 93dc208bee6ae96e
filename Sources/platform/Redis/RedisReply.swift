import CHiredis

/// What a server answers.
package enum RedisReply: Sendable, Equatable {
    case nothing
    case integer(Int64)
    case bytes([UInt8])
    case list([RedisReply])
    case failure(RedisError)

    init(_ reply: UnsafePointer<redisReply>) {
        let reply = reply.pointee
        switch reply.type {
        case REDIS_REPLY_NIL: self = .nothing
        case REDIS_REPLY_INTEGER: self = .integer(reply.integer)
        case REDIS_REPLY_ARRAY:
            self = .list(
                (0..<reply.elements).map { index in
                    reply.element[index].map { RedisReply($0) } ?? .nothing
                })
        default:
            let bytes = UnsafeRawBufferPointer(start: reply.str, count: reply.len)
            let isFailure = reply.type == REDIS_REPLY_ERROR
            self =
                isFailure
                ? .failure(RedisError(reply: String(decoding: bytes, as: UTF8.self)))
                : .bytes(Array(bytes))
        }
    }
}

extension RedisReply {
    /// - Throws: `RedisError.malformedReply`.
    package var integer: Int64 {
        get throws(RedisError) {
            guard case .integer(let value) = self else { throw .malformedReply }
            return value
        }
    }

    /// - Throws: `RedisError.malformedReply`.
    package var bytes: [UInt8] {
        get throws(RedisError) {
            guard case .bytes(let value) = self else { throw .malformedReply }
            return value
        }
    }

    /// - Throws: `RedisError.malformedReply`.
    package var list: [RedisReply] {
        get throws(RedisError) {
            guard case .list(let value) = self else { throw .malformedReply }
            return value
        }
    }

    /// - Throws: `RedisError.malformedReply`.
    package var text: String {
        get throws(RedisError) { String(decoding: try bytes, as: UTF8.self) }
    }
}
