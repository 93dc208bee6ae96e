import RollcallAPI
import RollcallRPC

/// The rules that a form breaks, all of them in one answer.
struct BrokenRules: Error {
    private(set) var violations: [Violation] = []

    var isEmpty: Bool { violations.isEmpty }

    mutating func add(_ reason: Reason, _ field: String, _ message: String) {
        violations.append(Violation(reason: reason, field: field, message: message))
    }

    mutating func add(_ others: [Violation]) {
        violations += others
    }

    /// The answer to the caller, in the order of the request's fields.
    ///
    /// - Parameter fields: the request's fields, in their order.
    func refusal(fields: [String]) -> RPCError {
        let sorted = fields.flatMap { field in violations.filter { $0.field == field } }
        let rest = violations.filter { !fields.contains($0.field) }
        let isAllTaken = violations.allSatisfy {
            $0.reason == .emailTaken || $0.reason == .displayNameTaken
        }
        return .violations(isAllTaken ? .alreadyExists : .invalidArgument, sorted + rest)
    }
}
