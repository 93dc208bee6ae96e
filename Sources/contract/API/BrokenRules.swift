import RollcallRPC
import RollcallWire

/// The rules that a request breaks, all of them in one answer.
package struct BrokenRules: Error {
    package private(set) var violations: [Violation] = []

    package init() {}

    package var isEmpty: Bool { violations.isEmpty }

    package mutating func add(_ reason: Reason, _ field: String, _ message: String) {
        violations.append(Violation(reason: reason, field: field, message: message))
    }

    package mutating func add(_ others: [Violation]) {
        violations += others
    }

    /// - Returns: `nil` if `body` throws an `RPCError` (INVALID_ARGUMENT), whose violations are
    ///   kept.
    /// - Throws: what `body` throws otherwise.
    package mutating func check<T>(_ body: () async throws -> T) async throws -> T? {
        do {
            return try await body()
        } catch let error as RPCError where error.code == .invalidArgument {
            add(error.detail(ErrorInfo.self)?.violations ?? [])
            return nil
        }
    }

    /// The answer to the caller, in the order of the request's fields.
    package func refusal<Request: Message>(of request: Request.Type) -> RPCError {
        let isAllTaken = violations.allSatisfy {
            $0.reason == .emailTaken || $0.reason == .displayNameTaken
        }
        return .violations(isAllTaken ? .alreadyExists : .invalidArgument, violations, of: request)
    }
}
