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

    /// Nil for 0, which stands for a time that there is not.
    var orNull: Self? { self == 0 ? nil : self }
}

extension Int: JSONValue {}
extension Int64: JSONValue {}
extension UInt32: JSONValue {}
extension UInt64: JSONValue {}

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

extension FieldDescribing {
    /// The fields of a message, by their names in the contract.
    ///
    /// - Parameters:
    ///   - optional: fields that are null when they are empty or 0.
    ///   - members: what stands in place of fields that are shown otherwise, and besides them. A
    ///     sensitive field is shown only so.
    func json(optional: Set<String> = [], _ members: JSON = [:]) -> JSON {
        var fields: [String: JSON] = [:]
        for (label, value) in describedFields {
            let name = label.words(joinedBy: "_")
            let json = (value as? any OpenEnum)?.word.json ?? (value as? any JSONValue)?.json
            let isNull = optional.contains(name) && [.number(0), .string("")].contains(json)
            fields[name] = isNull ? .null : json ?? .null
        }
        return .object(fields).with(members)
    }
}

extension OpenEnum {
    /// The name of the value, such as `this_week`; `unknown` for one that was not said, or that
    /// this program does not know.
    var word: String { word(joinedBy: "_") }

    func word(joinedBy separator: String) -> String {
        let name = "\(self)"
        let isKnown = rawValue != 0 && !name.hasPrefix("unrecognized(")
        return isKnown ? name.words(joinedBy: separator) : "unknown"
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
