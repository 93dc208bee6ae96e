/// Splits a JSON text into the objects that it is a list of, whatever the pieces that it is read
/// in: one after the other, in an array, or in the array that is the only member of an object.
struct ObjectSplitter {
    struct Object: Equatable {
        /// Where it begins, from 1.
        let line: Int
        var bytes: [UInt8]
    }

    /// The most bytes of an object: the rows of all exports are far shorter.
    static let longest = 256 * 1024

    private let isNested: Bool
    /// How many brackets are open around an object; nil before the first.
    private var level: Int?
    private var (line, depth) = (1, 0)
    private var (isInString, isEscaped) = (false, false)
    /// The object that has begun.
    private var object: Object?

    /// - Parameter isNested: whether a text that begins with an object has the list in it.
    init(isNested: Bool) { self.isNested = isNested }

    /// - Returns: the objects that end in the next piece of the text.
    /// - Throws: `Failure` for an object that is too long, and for what is no list of objects.
    mutating func objects(in piece: [UInt8]) throws -> [Object] {
        var objects: [Object] = []
        var start = 0
        for (index, byte) in piece.enumerated() {
            if isInString {
                isInString = byte != UInt8(ascii: "\"") || isEscaped
                isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
            } else if try step(byte) {
                if object == nil {
                    (object, start) = (Object(line: line, bytes: []), index)
                } else if var ended = object.take() {
                    ended.bytes += piece[start...index]
                    objects.append(ended)
                }
            }
            if byte == UInt8(ascii: "\n") { line += 1 }
        }
        object?.bytes += piece[start...]
        guard (objects + [object].compactMap(\.self)).allSatisfy({ $0.bytes.count <= Self.longest })
        else { throw malformed("an object has more than \(Self.longest) bytes") }
        return objects
    }

    /// - Throws: `Failure` if the text ends in the middle.
    func end() throws {
        guard depth == 0 else { throw malformed("the file ends too soon") }
    }

    /// - Returns: whether an object of the list begins or ends with the byte.
    private mutating func step(_ byte: UInt8) throws -> Bool {
        switch byte {
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            level = level ?? (byte == UInt8(ascii: "[") ? 1 : isNested ? 2 : 0)
            depth += 1
            guard depth - 1 == level, object == nil else { return false }
            guard byte == UInt8(ascii: "{") else { break }
            return true
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
            depth -= 1
            guard depth >= 0 else { break }
            return depth == level && object != nil
        case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "\n"),
            UInt8(ascii: ","):
            return false
        default:
            guard object != nil || depth != level ?? 0 else { break }
            isInString = byte == UInt8(ascii: "\"")
            return false
        }
        throw malformed("this is not a list of JSON objects")
    }

    private func malformed(_ what: String) -> Failure {
        Failure(.invalid, "Line \(object?.line ?? line): \(what).")
    }
}
