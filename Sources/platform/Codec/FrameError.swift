/// Why bytes cannot be a frame.
package enum FrameError: Error, Hashable, Sendable {
    /// The payload length, in bytes, is over the limit.
    case payloadTooLong(Int)
    /// The meta length, in bytes, is over the limit.
    case metaTooLong(Int)
    case metaLongerThanPayload
    case reservedBitsSet
}

extension FrameError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .payloadTooLong(let length): "a frame of \(length) bytes is over the limit"
        case .metaTooLong(let length): "a frame's meta of \(length) bytes is over the limit"
        case .metaLongerThanPayload: "a frame's meta is longer than its payload"
        case .reservedBitsSet: "a reserved bit of a frame header is set"
        }
    }
}
