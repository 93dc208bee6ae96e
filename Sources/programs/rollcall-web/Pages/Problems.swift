import RollcallAPI
import RollcallRPC

/// What is wrong with a form, in sentences for its reader.
struct Problems: Sendable {
    /// The field is nil for the form as a whole.
    private(set) var all: [(field: String?, sentence: String)] = []

    init() {}

    /// - Parameters:
    ///   - names: the form's own names of fields, by those of the RPC; empty for a hidden one.
    /// - Returns: nil for an error that is not about the request.
    init?(_ error: RPCError, _ texts: Texts, names: [String: String] = [:]) {
        guard let info = error.detail(ErrorInfo.self), error.code != .unavailable,
            !info.violations.isEmpty
        else { return nil }
        for violation in info.violations {
            // `reauthentication.password` and `links[2]` are the fields `password` and `links`.
            let name = violation.field.split(separator: ".").last.map { $0.prefix { $0 != "[" } }
            let field = name.map { names[String($0)] ?? String($0) }
            add(
                field == "" ? nil : field,
                texts.sentence(violation.reason, error.code, afterMs: info.retryAfterMs))
        }
    }

    mutating func add(_ field: String?, _ sentence: String) {
        all.append((field, sentence))
    }

    func sentence(_ field: String) -> String? {
        let own = all.filter { $0.field == field }.map(\.sentence)
        return own.isEmpty ? nil : own.joined(separator: " ")
    }

    /// The summary above a form, which takes the focus.
    func summary(_ texts: Texts) -> HTML? {
        guard !all.isEmpty else { return nil }
        let items: [HTML] = all.map { problem in
            guard let field = problem.field else { return "<li>\(problem.sentence)</li>" }
            return "<li><a href=\"#\(field)\">\(problem.sentence)</a></li>"
        }
        return """
            <div id="problems" class="problems" role="alert" tabindex="-1" autofocus>
            <p>\(texts["problems"])</p>
            <ul>\(items)</ul>
            </div>
            """
    }
}
