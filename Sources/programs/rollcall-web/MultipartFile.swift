import NIOCore
import RollcallAPI
import RollcallRPC

/// Finds the file of the field `photo` in a form (RFC 7578) that comes in pieces of any size. Holds
/// no more than the head of a part. What other fields have is dropped.
struct MultipartFile {
    private enum State {
        case content(isWanted: Bool)
        /// Behind a delimiter: its line's end, and the head of a part.
        case head
        case ended
    }

    /// The most bytes of the heads of all parts, and of a form beside its file.
    private static let longestHeads = 4 << 10
    static let overhead = 8 << 10

    /// A line's end, two hyphens, and the boundary: no byte but the first is a carriage return.
    private let delimiter: [UInt8]
    /// Bytes of the delimiter that were the last of the content. The first delimiter needs no line
    /// before it.
    private var matched = 2
    private var state = State.content(isWanted: false)
    private var head: [UInt8] = []
    private var headBytes = 0
    private var isFound = false
    private var length = 0

    /// - Returns: nil for what is no form with files.
    /// - Throws: `RPCError` (FIELD_MALFORMED) for a boundary that is none, or is too long.
    init?(contentType: String) throws {
        guard contentType.lowercased().hasPrefix("multipart/form-data") else { return nil }
        // At most 70 of these (RFC 2046 §5.1.1).
        let found = contentType.firstMatch(
            of: /; *boundary="?([A-Za-z0-9'()+_,.\/:=?-]{1,70})"? *(;|$)/.ignoresCase())
        delimiter = Array("\r\n--\(found?.1 ?? "")".utf8)
        guard found != nil else { throw Self.malformed }
    }

    /// Takes about as long for whatever bytes: anybody may send them.
    ///
    /// - Returns: the bytes of the file in this piece.
    /// - Throws: `RPCError` (FIELD_MALFORMED).
    mutating func take(_ piece: ByteBuffer) throws -> ByteBuffer {
        var file = ByteBuffer()
        defer { length += file.readableBytes }
        // Of content that is not in `file`. Before the piece there is a beginning of the delimiter.
        var start = -matched
        try piece.withUnsafeReadableBytes { bytes in
            for (index, byte) in bytes.enumerated() {
                switch state {
                case .content(let isWanted):
                    let isMatch = byte == delimiter[matched]
                    matched = isMatch ? matched + 1 : byte == delimiter[0] ? 1 : 0
                    guard matched == delimiter.count else { continue }
                    if isWanted { add(bytes, from: start, to: index + 1 - matched, &file) }
                    (matched, head, state) = (0, [], .head)
                case .head:
                    head.append(byte)
                    headBytes += 1
                    state = try behindHead()
                    start = index + 1
                case .ended: return
                }
            }
            guard case .content(isWanted: true) = state else { return }
            add(bytes, from: start, to: bytes.count - matched, &file)
        }
        return file
    }

    private func add(
        _ bytes: UnsafeRawBufferPointer, from start: Int, to end: Int, _ file: inout ByteBuffer
    ) {
        guard start < end else { return }
        if start < 0 { file.writeBytes(delimiter[..<(-start)]) }
        file.writeBytes(UnsafeRawBufferPointer(rebasing: bytes[max(start, 0)..<max(end, 0)]))
    }

    /// The state behind what has followed a delimiter so far.
    private mutating func behindHead() throws -> State {
        if head.elementsEqual("--".utf8) { return .ended }
        guard headBytes <= Self.longestHeads, head.count != 2 || head.elementsEqual("\r\n".utf8)
        else { throw Self.malformed }
        guard head.count >= 4, head.suffix(4).elementsEqual("\r\n\r\n".utf8) else { return .head }
        let fields = String(decoding: head, as: UTF8.self).lowercased()
            .filter { !" \"".contains($0) }
        let isWanted = [";", "\r\n"].contains { fields.contains(";name=photo\($0)") }
        guard isWanted else { return .content(isWanted: false) }
        guard !isFound else { throw Self.malformed }
        isFound = true
        return .content(isWanted: true)
    }

    /// - Throws: `RPCError`: FIELD_MISSING for a file of no bytes, PHOTO_NOT_AS_DECLARED when the
    ///   form was cut.
    func end() throws {
        guard case .ended = state else {
            throw Self.refusal(.photoNotAsDeclared, "the form has no end")
        }
        guard length > 0 else { throw Self.refusal(.fieldMissing, "there is no file") }
    }

    private static let malformed = refusal(.fieldMalformed, "the form cannot be read")

    private static func refusal(_ reason: Reason, _ message: String) -> RPCError {
        .violation(.invalidArgument, reason, field: "photo", message)
    }
}
