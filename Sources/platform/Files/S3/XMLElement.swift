import RollcallBasics

/// An element of an XML document (XML 1.0, fifth edition), as S3 writes them: elements, text and
/// references to characters. A document type, a comment, CDATA or a processing instruction is an
/// error, so there are no entities that grow.
struct XMLElement: Equatable {
    let name: String
    /// What stands between its children, joined.
    let text: String
    let children: [XMLElement]

    struct Malformed: Error, Equatable {
        /// Bytes before what is wrong.
        let position: Int
    }

    /// - Throws: `Malformed`.
    init(document: [UInt8]) throws(Malformed) {
        var parser = XMLParser(bytes: document)
        self = try parser.document()
    }

    init(name: String, text: String, children: [XMLElement]) {
        (self.name, self.text, self.children) = (name, text, children)
    }

    /// The text of the first child of that name.
    subscript(name: String) -> String? {
        children.first { $0.name == name }?.text
    }
}

private struct XMLParser {
    /// Elements within each other.
    private static let depthLimit = 16

    let bytes: [UInt8]
    private var position = 0

    init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    mutating func document() throws(XMLElement.Malformed) -> XMLElement {
        if take("<?xml") { try skipDeclaration() }
        skipSpace()
        let root = try element(depth: 0)
        skipSpace()
        guard position == bytes.count else { throw malformed }
        return root
    }

    private mutating func element(depth: Int) throws(XMLElement.Malformed) -> XMLElement {
        guard depth < Self.depthLimit, take("<") else { throw malformed }
        let name = try name()
        try skipAttributes()
        if take("/>") { return XMLElement(name: name, text: "", children: []) }
        guard take(">") else { throw malformed }
        var text: [UInt8] = []
        var children: [XMLElement] = []
        while !take("</") {
            switch peek {
            case UInt8(ascii: "<"): children.append(try element(depth: depth + 1))
            case UInt8(ascii: "&"): text += try reference()
            case let byte?:
                text.append(byte)
                position += 1
            case nil: throw malformed
            }
        }
        guard try self.name() == name else { throw malformed }
        skipSpace()
        guard take(">"), let text = String(validating: text, as: UTF8.self) else {
            throw malformed
        }
        return XMLElement(name: name, text: text, children: children)
    }

    private mutating func name() throws(XMLElement.Malformed) -> String {
        let rest = bytes[position...].prefix { byte in
            byte.isUnreserved && byte != UInt8(ascii: "~") || byte == UInt8(ascii: ":")
        }
        guard let first = rest.first, !(UInt8(ascii: "-")...UInt8(ascii: "9")).contains(first)
        else {
            throw malformed
        }
        position = rest.endIndex
        return String(decoding: rest, as: UTF8.self)
    }

    /// What they say matters to nobody: namespaces, mostly.
    private mutating func skipAttributes() throws(XMLElement.Malformed) {
        while skipSpace(), peek != UInt8(ascii: ">"), peek != UInt8(ascii: "/") {
            _ = try name()
            guard take("="), let quote = peek,
                quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'")
            else { throw malformed }
            position += 1
            while let byte = peek, byte != quote, byte != UInt8(ascii: "<") { position += 1 }
            guard peek == quote else { throw malformed }
            position += 1
        }
    }

    private mutating func skipDeclaration() throws(XMLElement.Malformed) {
        while !take("?>") {
            guard let byte = peek, byte != UInt8(ascii: "<") else { throw malformed }
            position += 1
        }
    }

    /// The character that a reference stands for, as UTF-8.
    private mutating func reference() throws(XMLElement.Malformed) -> [UInt8] {
        let body = bytes[position...].dropFirst().prefix(9).prefix { $0 != UInt8(ascii: ";") }
        let end = body.endIndex
        guard end < bytes.count, bytes[end] == UInt8(ascii: ";"),
            let character = Self.character(String(decoding: body, as: UTF8.self))
        else { throw malformed }
        position = end + 1
        return Array(String(character).utf8)
    }

    private static func character(_ reference: String) -> Character? {
        switch reference {
        case "amp": "&"
        case "lt": "<"
        case "gt": ">"
        case "quot": "\""
        case "apos": "'"
        case _ where reference.hasPrefix("#x"): scalar(reference.dropFirst(2), radix: 16)
        case _ where reference.hasPrefix("#"): scalar(reference.dropFirst(), radix: 10)
        default: nil
        }
    }

    private static func scalar(_ digits: Substring, radix: Int) -> Character? {
        guard digits.first != "+", digits.first != "-" else { return nil }
        return UInt32(digits, radix: radix).flatMap(Unicode.Scalar.init).map(Character.init)
    }

    private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

    private var malformed: XMLElement.Malformed { XMLElement.Malformed(position: position) }

    private mutating func take(_ text: StaticString) -> Bool {
        let count = text.utf8CodeUnitCount
        guard bytes.count - position >= count,
            bytes[position..<position + count].elementsEqual(
                UnsafeBufferPointer(start: text.utf8Start, count: count))
        else { return false }
        position += count
        return true
    }

    /// - Returns: true.
    @discardableResult
    private mutating func skipSpace() -> Bool {
        while let byte = peek, [0x20, 0x09, 0x0a, 0x0d].contains(byte) { position += 1 }
        return true
    }
}
