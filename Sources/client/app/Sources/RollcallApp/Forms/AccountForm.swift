/// A form as a value: what is typed, what is wrong with it, and whether it can be sent.
///
/// The rules are those of the services, in the same code. What only a service can tell, such as
/// that an address is taken, `refuse` adds to a field until the field is edited.
public protocol AccountForm: Sendable, Equatable {
    associatedtype Field: Hashable & Sendable & CaseIterable

    /// The rules that a field breaks, as far as the app can tell.
    func brokenRules(of field: Field) -> [Problem]
    /// The field of a path in a request, such as `links[2]`; nil for none of this form.
    static func field(ofPath path: String) -> Field?
    /// What was done with the fields until now.
    var history: FormHistory<Field> { get set }
}

/// Which fields of a form were edited, and what a service has refused.
public struct FormHistory<Field: Hashable & Sendable>: Sendable, Equatable {
    var edited: Set<Field> = []
    var refused: [Field: [Problem]] = [:]
    var isAttempted = false

    public init() {}
}

extension AccountForm {
    /// Everything that is wrong with a field.
    public func problems(of field: Field) -> [Problem] {
        let broken = brokenRules(of: field)
        return broken + (history.refused[field] ?? []).filter { !broken.contains($0) }
    }

    /// What to show at a field: nothing before it was edited, or the user tried to send it.
    public func shownProblems(of field: Field) -> [Problem] {
        history.isAttempted || history.edited.contains(field) ? problems(of: field) : []
    }

    /// Whether all rules are kept. What a service has refused may be sent again: its answer may be
    /// another one by then.
    public var canSubmit: Bool { Field.allCases.allSatisfy { brokenRules(of: $0).isEmpty } }

    /// Shows all problems from now on: the user wants to send the form.
    ///
    /// - Returns: whether it can be sent.
    public mutating func attempt() -> Bool {
        history.isAttempted = true
        return canSubmit
    }

    /// Adds what a service says of fields.
    ///
    /// - Returns: what is about no field of this form, and what another attempt has to wait for.
    @discardableResult
    public mutating func refuse(_ error: RollcallError) -> [Problem] {
        history.isAttempted = true
        guard error.origin == .service, !error.violations.isEmpty, error.retryAt == nil else {
            return error.problems
        }
        var others: [Problem] = []
        for violation in error.violations {
            let problem = error.problem(violation.reason)
            if let field = Self.field(ofPath: violation.field) {
                let earlier = (history.refused[field] ?? []).filter { $0 != problem }
                history.refused[field] = earlier + [problem]
            } else if !others.contains(problem) {
                others.append(problem)
            }
        }
        return others
    }

    /// For the `didSet` of a field.
    mutating func note<Value: Equatable>(_ field: Field, from old: Value, to new: Value) {
        guard old != new else { return }
        history.edited.insert(field)
        history.refused[field] = nil
    }
}
