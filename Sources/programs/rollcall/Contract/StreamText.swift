import MessageJSON

/// The messages of a stream as they are shown, and what is known at its end.
struct StreamText {
    /// A message with its type.
    typealias Part = (members: [String: JSON], type: MessageDescriptor?)

    let command: ContractCommands.Definition
    let output: Output
    /// Of the answers of the RPC.
    let type: MessageDescriptor

    /// How many entries make the command fail.
    private(set) var conflicts = 0
    /// The last message that was no entry.
    private(set) var state: Part?
    /// The type of what was shown last.
    private(set) var last = ""

    mutating func show(_ members: [String: JSON]) throws {
        let part = type.fields.first { members[$0.jsonName] != nil && $0.oneof != nil }
        let shown = part.flatMap { ContractCommands.pool.message($0.typeName) } ?? type
        let inner = part.flatMap { members[$0.jsonName].messages.first } ?? members
        if command.isConflict(inner, of: shown) { conflicts += 1 }
        let isState = !command.done.isEmpty && part?.name != type.fields.first?.name
        if isState { state = (inner, shown) }
        if output.isJSON { return try output.say(members, of: type) }
        guard !isState else { return }
        // Messages without messages in them are rows of a table.
        if shown.fields.contains(where: { $0.kind == .message }) {
            try output.say(inner, of: shown)
        } else {
            try output.write(shown.table([inner], hasHeader: shown.name != last, isStream: true))
        }
        last = shown.name
    }
}
