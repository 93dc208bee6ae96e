import MessageJSON

/// Messages of the contract for a person: a table of several, lines of one.
extension MessageDescriptor {
    /// The fields that have a column, bools left out: those that are true share the last one.
    private var columns: [FieldDescriptor] {
        fields.filter { $0.argument["isUnlisted"] != .bool(true) && $0.kind != .bool }
    }

    private var flags: [FieldDescriptor] {
        fields.filter { $0.argument["isUnlisted"] != .bool(true) && $0.kind == .bool }
    }

    /// A table of messages.
    ///
    /// - Parameter isStream: whether each row is written alone, with columns that are as wide as in
    ///   the other rows: as the header, and as any word of an enum.
    func table(
        _ entries: [[String: JSON]], hasHeader: Bool, isStream: Bool = false
    ) -> TextTable {
        let header = columns.map { $0.label.uppercased() } + (flags.isEmpty ? [] : ["FLAGS"])
        let rows = entries.map { entry in
            let set = flags.filter { entry[$0.jsonName] == .bool(true) }.map(\.label)
            return columns.map { $0.text(entry[$0.jsonName]) }
                + (flags.isEmpty ? [] : [set.joined(separator: ", ")])
        }
        let flexible = columns.indices.filter {
            columns[$0].kind == .string && !columns[$0].name.contains(/_ids?$/)
        }
        let widest = columns.map { $0.words.map(\.word).max { $0.count < $1.count } ?? "" }
        return TextTable(
            rows: (hasHeader ? [header] : []) + rows, flexible: flexible.reversed(),
            unseen: isStream ? [header, widest] : [])
    }

    /// A line for each field that has a value: its label, and its value.
    func lines(_ members: [String: JSON], indent: String = "") -> [[String]] {
        fields.flatMap { field -> [[String]] in
            let isUnlisted = field.argument["isUnlisted"] == .bool(true)
            guard !isUnlisted || indent.isEmpty && members[field.jsonName] != nil else { return [] }
            let label = indent + field.label
            guard let type = field.block else {
                let text = field.text(members[field.jsonName])
                guard !text.isEmpty else { return [] }
                let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
                return lines.enumerated().map { [$0 == 0 ? label : "", String($1)] }
            }
            return members[field.jsonName].messages.flatMap {
                [[label, ""]] + type.lines($0, indent: indent + "  ")
            }
        }
    }
}

extension FieldDescriptor {
    /// The type of a message that gets lines of its own; nil for what fits on one, as each of
    /// several short ones does.
    fileprivate var block: MessageDescriptor? {
        guard kind == .message, let type = ContractCommands.pool.message(typeName) else {
            return nil
        }
        return type.fields.count > (isRepeated ? 3 : 2) ? type : nil
    }
}

extension JSON? {
    /// The members of a message, or of each of several.
    var messages: [[String: JSON]] {
        switch self {
        case .array(let values): values.flatMap { JSON?.some($0).messages }
        case .object(let members): [members]
        default: []
        }
    }
}

extension Output {
    /// A message of the contract: as JSON, or as a line for each field.
    func say(_ members: [String: JSON], of type: MessageDescriptor) throws {
        if isJSON { return try write(line: JSON.object(members).line()) }
        try write(TextTable(rows: type.lines(members)))
    }

    /// Messages of the contract: an object of JSON each, or a table.
    func say(
        _ entries: [[String: JSON]], of type: MessageDescriptor, hasHeader: Bool
    ) throws {
        if isJSON {
            for entry in entries { try write(line: JSON.object(entry).line()) }
        } else if hasHeader || !entries.isEmpty {
            try write(type.table(entries, hasHeader: hasHeader))
        }
    }
}
