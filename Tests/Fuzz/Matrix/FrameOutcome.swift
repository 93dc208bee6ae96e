import NIOCore
import RollcallWire

@testable import RollcallRPC

/// What a frame comes to, in a letter: a small one for the end of a call, a capital one for the end
/// of the connection.
enum FrameOutcome {
    /// - Returns: `.` when the connection and its calls go on; otherwise the code that was given.
    static func letter(of victim: Victim) throws -> Character {
        let frames = try victim.sent()
        if victim.connection.phase == .closed { return try connectionEnd(frames) }
        for frame in frames where frame.header.type == FrameType.close.rawValue {
            let status = try Close(serialized: frame.meta).status
            if status != 0 { return letter(of: status) }
        }
        for frame in frames where frame.header.type == FrameType.cancel.rawValue {
            return letter(of: try Cancel(serialized: frame.meta).status)
        }
        return "."
    }

    private static func connectionEnd(_ frames: [Frame]) throws -> Character {
        let last = frames.last { $0.header.type == FrameType.goAway.rawValue }
        guard let last else { return "X" }
        let status = try GoAway(serialized: last.meta).status
        return Character(letter(of: status).uppercased())
    }

    private static func letter(of status: UInt32) -> Character {
        switch StatusCode(rawValue: status) {
        case .ok: "o"
        case .cancelled: "c"
        case .invalidArgument: "i"
        case .deadlineExceeded: "d"
        case .resourceExhausted: "r"
        case .failedPrecondition: "f"
        case .unimplemented: "u"
        case .internal: "n"
        default: "?"
        }
    }
}
