import RollcallWire

/// A value that `--json` can print.
package protocol JSONValue {
    var json: JSON { get }
}

extension JSON: JSONValue, ExpressibleByDictionaryLiteral {
    package var json: JSON { self }

    package init(dictionaryLiteral members: (String, any JSONValue)...) {
        self = .object(Dictionary(members.map { ($0, $1.json) }) { $1 })
    }

    /// The object with more members, or with others in place of its own.
    func with(_ members: JSON) -> JSON {
        guard case .object(let own) = self, case .object(let more) = members else { return self }
        return .object(own.merging(more) { $1 })
    }
}

extension String: JSONValue {
    package var json: JSON { .string(self) }

    /// Nil for an empty text.
    var orNull: String? { isEmpty ? nil : self }
}

extension Bool: JSONValue {
    package var json: JSON { .bool(self) }
}

extension BinaryInteger {
    package var json: JSON { .number(Int64(clamping: self)) }
}

extension Int: JSONValue {}
extension Int64: JSONValue {}

extension Optional: JSONValue where Wrapped: JSONValue {
    package var json: JSON { self?.json ?? .null }
}

extension Array: JSONValue where Element: JSONValue {
    package var json: JSON { .array(map(\.json)) }
}

extension Message {
    /// The canonical JSON form, with what is secret.
    package var json: JSON {
        (try? ContractCommands.pool.members(serialized(), Self.typeName)).map(JSON.object) ?? [:]
    }
}

extension OpenEnum {
    /// The name of the value, such as `this_week`; `unknown` for one that was not said, or that
    /// this program does not know.
    var word: String {
        let name = "\(self)"
        let isKnown = rawValue != 0 && !name.hasPrefix("unrecognized(")
        return isKnown ? name.words(joinedBy: "_") : "unknown"
    }
}

extension String {
    /// The words of a name such as `userIDs`, in lower case.
    func words(joinedBy separator: String) -> String {
        var isInWord = false
        return reduce(into: "") { words, character in
            if character.isUppercase, isInWord { words += separator }
            isInWord = !character.isUppercase
            words += character.lowercased()
        }
    }
}
