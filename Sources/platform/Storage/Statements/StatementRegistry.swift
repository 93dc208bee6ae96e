import Synchronization

/// What a connection compiles.
struct StatementText: Sendable, Hashable {
    let sql: SQL
    let parameters: [SQLType]
}

/// The place of a statement in each connection's list of those that it has compiled.
struct StatementID: Sendable, Hashable {
    let index: Int
}

/// Every statement of the process, numbered. One that is written down twice has one number, so that
/// there are never more than the program has literals.
final class StatementRegistry: Sendable {
    static let shared = StatementRegistry()

    private struct State {
        var texts: [StatementText] = []
        var ids: [StatementText: StatementID] = [:]
    }

    private let state = Mutex(State())

    func id(of text: StatementText) -> StatementID {
        state.withLock { state in
            if let id = state.ids[text] { return id }
            let id = StatementID(index: state.texts.count)
            state.texts.append(text)
            state.ids[text] = id
            return id
        }
    }

    /// A statement without parameters.
    func id(of sql: SQL) -> StatementID {
        id(of: StatementText(sql: sql, parameters: []))
    }

    func text(of id: StatementID) -> StatementText {
        state.withLock { $0.texts[id.index] }
    }
}
