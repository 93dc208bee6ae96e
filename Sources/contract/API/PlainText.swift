import Foundation
import RollcallRPC

/// Text that people write for others to read, in Unicode's normal form NFC. A tab in it becomes a
/// space.
///
/// No character in it sets the direction of writing for text after it (UAX 9 §2). Letters
/// that are written from the right still draw digits beside them to their side: an app that puts
/// the text between its own words sets it in U+2068 and U+2069.
package struct PlainText: Sendable, Equatable {
    package enum Form {
        /// Line ends behind it are dropped.
        case oneLine
        /// Lines end with U+000A. What other systems and programs end them with becomes that.
        case lines
    }

    package let text: String

    /// - Parameters:
    ///   - field: of the request, for the error.
    ///   - longest: code points in NFC.
    /// - Throws: `RPCError` (FIELD_MALFORMED), with what is wrong.
    package init(
        _ text: String, _ form: Form = .oneLine, field: String, longest: Int
    ) throws {
        let normal = Self.normal(text, form, longest: longest)
        guard let normal, normal.unicodeScalars.count <= longest else {
            throw Self.malformed(field, "has at most \(longest) characters")
        }
        switch form {
        case .oneLine:
            guard !normal.contains("\n") else {
                throw Self.malformed(field, "is one line")
            }
            try Self.check(normal.unicodeScalars[...], field)
        case .lines:
            for line in normal.unicodeScalars.split(separator: "\n") {
                try Self.check(line, field)
            }
        }
        self.text = normal
    }

    /// - Returns: `nil` for a text that is too long in whatever form.
    private static func normal(_ text: String, _ form: Form, longest: Int) -> String? {
        // In NFC a code point has at most four bytes, and no text more than three times as many
        // code points otherwise (UAX 15 §9).
        guard text.utf8.count <= 12 * longest else { return nil }
        var lines = text.precomposedStringWithCanonicalMapping.replacing("\t", with: " ")
            .split(omittingEmptySubsequences: false) { $0.unicodeScalars.first?.endsALine == true }
        while form == .oneLine, lines.count > 1, lines.last?.isEmpty == true { lines.removeLast() }
        return lines.joined(separator: "\n")
    }

    /// - Parameter line: one paragraph in the sense of UAX 9.
    private static func check(_ line: Substring.UnicodeScalarView, _ field: String) throws {
        var openIsolates = 0
        for scalar in line {
            switch scalar.value {
            case 0x202A...0x202E:
                throw malformed(field, "has no embeddings and overrides of direction")
            case 0x2066...0x2068: openIsolates += 1
            case 0x2069: openIsolates -= 1
            default:
                guard !scalar.isNoText else {
                    throw malformed(field, "has no control characters")
                }
            }
            // One that closes nothing here would close an isolate around the text.
            guard openIsolates >= 0 else { break }
        }
        guard openIsolates == 0 else {
            throw malformed(field, "closes each isolate of direction that it opens, and no other")
        }
    }

    private static func malformed(_ field: String, _ rule: String) -> RPCError {
        .malformed(field, "\(field) \(rule)")
    }
}

extension PlainText {
    /// The longest reason, in code points.
    package static let longestReason = 500

    /// Why an administrator has done something: one line of at most 500 characters, or nothing.
    ///
    /// - Throws: `RPCError` (FIELD_MALFORMED).
    package init(reason: String, field: String = "reason") throws {
        try self.init(reason, field: field, longest: Self.longestReason)
    }

    /// - Throws: `RPCError` (FIELD_MISSING, FIELD_MALFORMED).
    package init(requiredReason reason: String) throws {
        guard !reason.isEmpty else {
            throw RPCError.missing("reason", "the reason is missing")
        }
        try self.init(reason: reason)
    }
}

extension Unicode.Scalar {
    fileprivate var endsALine: Bool {
        value == 0x0A || value == 0x0D || value == 0x85 || isSeparator
    }

    fileprivate var isNoText: Bool { properties.generalCategory == .control || isSeparator }

    private var isSeparator: Bool { value == 0x2028 || value == 0x2029 }
}
