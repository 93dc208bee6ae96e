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

    /// Apps read all lists by the same loop.
    @Test func allListsThatComeInPagesHaveTheSameFields() throws {
        let types = Contract.pool.files.values.flatMap(\.messages)
        for type in types {
            let names = type.fields.map(\.name)
            #expect(!names.contains("has_more"), "\(type.name)")
            let isRequest = type.name.hasSuffix("Request")
            #expect(!isRequest || !names.contains { $0.hasPrefix("after") }, "\(type.name)")
        }
        let methods = Contract.pool.files.values.flatMap(\.services).flatMap(\.methods)
        var count = 0
        for method in methods {
            let request = try #require(Contract.pool.message(method.request)).fields
            let response = try #require(Contract.pool.message(method.response)).fields
            let fields: [FieldDescriptor?] = [
                request.first { $0.name == "page_size" },
                request.first { $0.name == "page_token" },
                response.first { $0.name == "next_page_token" },
            ]
            guard fields.contains(where: { $0 != nil }) else { continue }
            count += 1
            #expect(fields.map { $0?.kind } == [.uint32, .string, .string], "\(method.name)")
            #expect(response.count(where: \.isRepeated) == 1, "\(method.name)")
        }
        #expect(count == 17)
    }
}
