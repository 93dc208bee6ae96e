import Foundation
import Storage
import Synchronization

private let lastSchema = Atomic(0)

extension PostgreSQLServer {
    /// A schema for one store that nobody else has.
    ///
    /// - Parameter keywords: of libpq, besides.
    package func location(_ keywords: [String: String] = [:]) throws -> StoreLocation {
        try StoreLocation(argument: url(schema: makeSchema(), keywords))
    }

    /// - Returns: its name.
    package func makeSchema() throws -> String {
        let name = "test\(lastSchema.add(1, ordering: .relaxed).newValue)"
        try PostgreSQLSession(of: self).execute("CREATE SCHEMA \(name)")
        return name
    }

    package func url(
        schema: String, database: String = "postgres", _ keywords: [String: String] = [:]
    ) -> String {
        var keywords = keywords.merging(["host": directory]) { given, _ in given }
        keywords["options"] = ["-csearch_path=\(schema)", keywords["options"]]
            .compactMap { $0 }.joined(separator: " ")
        let query = keywords.map { "\($0.key)=\(escaped($0.value))" }.joined(separator: "&")
        return "postgresql://postgres@/\(database)?\(query)"
    }

    private func escaped(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? text
    }
}
