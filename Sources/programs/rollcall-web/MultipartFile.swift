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

    /// The most bytes of the head of a part, and of a form beside its file.
    private static let longestHead = 4 << 10
    static let overhead = 8 << 10

    /// A line's end, two hyphens, and the boundary: no byte but the first is a carriage return.
    private let delimiter: [UInt8]
    /// Bytes of the delimiter that were the last of the content. The first delimiter needs no line
    /// before it.
    private var matched = 2
    private var state = State.content(isWanted: false)
    private var head: [UInt8] = []
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

    /// - Returns: the bytes of the file in this piece.
    /// - Throws: `RPCError` (FIELD_MALFORMED).
    mutating func take(_ piece: ByteBuffer) throws -> ByteBuffer {
        var file = ByteBuffer()
        defer { length += file.readableBytes }
        var rest = piece.readableBytesView
        while let byte = rest.first {
            switch state {
            case .content(let isWanted) where matched == 0:
                let end = rest.firstIndex(of: UInt8(ascii: "\r")) ?? rest.endIndex
                if isWanted { file.writeBytes(rest[..<end]) }
                rest = rest[end...]
                if rest.popFirst() != nil { matched = 1 }
            case .content where byte == delimiter[matched]:
                rest.removeFirst()
                matched += 1
                if matched == delimiter.count { (matched, head, state) = (0, [], .head) }
            case .content(let isWanted):
                if isWanted { file.writeBytes(delimiter[..<matched]) }
                matched = 0
            case .head:
                rest.removeFirst()
                head.append(byte)
                state = try behindHead()
            case .ended: return file
            }
        }
        return file
    }

    /// The state behind what has followed a delimiter so far.
    private mutating func behindHead() throws -> State {
        if head.elementsEqual("--".utf8) { return .ended }
        guard head.count <= Self.longestHead, head.count != 2 || head.elementsEqual("\r\n".utf8)
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
