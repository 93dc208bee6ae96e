/// An element of an XML document (XML 1.0, fifth edition), as S3 writes them: elements, text and
/// references to characters. A document type, a comment, CDATA or a processing instruction is an
/// error, so there are no entities that grow. What attributes say is ignored: namespaces, mostly.
struct XMLElement: Equatable {
    let name: String
    /// The text between its children, joined.
    private(set) var text = ""
    private(set) var children: [XMLElement] = []

    struct Malformed: Error {}

    private init(name: String) {
        self.name = name
    }

    /// The text of the first child of that name.
    subscript(name: String) -> String? {
        children.first { $0.name == name }?.text
    }
}

extension XMLElement {
    /// Elements within each other.
    private static let depthLimit = 16

    /// - Throws: `Malformed`.
    init(document: [UInt8]) throws(Malformed) {
        guard let document = String(validating: document, as: UTF8.self) else { throw Malformed() }
        let declaration = #/<\?xml[^<]*?\?>/#
        // An end, or a name with attributes, which may be empty.
        let tag =
            #/
            < (?: \/ ([A-Za-z_][^<>\/='"\s]*) \s*
                | ([A-Za-z_][^<>\/='"\s]*) (?: \s+ [^<>\/='"\s]+ = (?: "[^"<]*" | '[^'<]*' ))*
                    \s* (\/?) ) >
            /#.matchingSemantics(.unicodeScalar)
        var rest = document[...]
        if let found = rest.prefixMatch(of: declaration) { rest = rest[found.range.upperBound...] }
        // The elements that have not ended; before them, the document.
        var open = [XMLElement(name: "")]
        while let start = rest.utf8.firstIndex(of: UInt8(ascii: "<")) {
            open[open.count - 1].text += try Self.characters(rest[..<start])
            guard let found = rest[start...].prefixMatch(of: tag), open.count <= Self.depthLimit
            else { throw Malformed() }
            rest = rest[found.range.upperBound...]
            let (_, end, name, isEmpty) = found.output
            if let name { open.append(XMLElement(name: String(name))) }
            guard end != nil || isEmpty == "/" else { continue }
            let ended = open.removeLast()
            guard !open.isEmpty, end == nil || end.map(String.init) == ended.name else {
                throw Malformed()
            }
            open[open.count - 1].children.append(ended)
        }
        let around = open[0].text + rest
        guard open.count == 1, open[0].children.count == 1, around.allSatisfy(\.isWhitespace)
        else { throw Malformed() }
        self = open[0].children[0]
    }

    /// - Returns: the text with the characters that its references mean.
    private static func characters(_ text: Substring) throws(Malformed) -> String {
        var pieces = text.utf8.split(
            separator: UInt8(ascii: "&"), omittingEmptySubsequences: false)[...]
        var characters = String(Substring(pieces.removeFirst()))
        for piece in pieces.map({ Substring($0) }) {
            guard let end = piece.utf8.firstIndex(of: UInt8(ascii: ";")),
                let character = character(String(piece[..<end]))
            else { throw Malformed() }
            characters.append(character)
            characters += piece[end...].dropFirst()
        }
        return characters
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
}
