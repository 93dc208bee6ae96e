import Introspection
import MessageJSON
import Testing

@Suite struct ContractTests {
    /// Words that a field has in its name which is a place that somebody goes to.
    private static let places: Set<Substring> = [
        "url", "urls", "uri", "href", "host", "webhook", "callback", "redirect", "endpoint",
        "origin", "site", "website",
    ]

    /// What no caller can name, no caller can have us fetch, and no mail leads to.
    @Test func noMessageOfTheContractHasAURL() throws {
        let methods = Contract.pool.files.values.flatMap(\.services).flatMap(\.methods)
        var (waiting, seen) = (Set(methods.map(\.request)), Set<String>())
        while let name = waiting.popFirst() {
            guard seen.insert(name).inserted else { continue }
            let message = try #require(Contract.pool.message(name))
            for field in message.fields {
                let words = Set(field.name.split(separator: "_"))
                #expect(words.isDisjoint(with: Self.places), "\(name).\(field.name)")
                if field.kind == .message { waiting.insert(field.typeName) }
            }
        }
        #expect(methods.count > 50 && seen.count > 50, "the contract was not looked at")
    }
}
