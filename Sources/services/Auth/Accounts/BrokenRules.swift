import RollcallAPI
import RollcallRPC
import RollcallWire

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

    /// The answer to the caller.
    func refusal<Request: Message>(of request: Request.Type) -> RPCError {
        let isAllTaken = violations.allSatisfy {
            $0.reason == .emailTaken || $0.reason == .displayNameTaken
        }
        return .violations(isAllTaken ? .alreadyExists : .invalidArgument, violations, of: request)
    }
}
