import HTTPTypes
import RollcallRPC
import Testing

@testable import HTTPServing

struct ClientAddressTests {
    private let addresses = ClientAddresses(
        TrustedProxies([AddressRange("10.0.0.0/8"), AddressRange("::1")].compactMap(\.self)))

    private func client(_ peer: String, _ forwarded: String...) throws -> String? {
        var head = HTTPRequest(method: .get, scheme: nil, authority: nil, path: "/")
        let name = try #require(HTTPField.Name("x-forwarded-for"))
        for value in forwarded { head.headerFields.append(HTTPField(name: name, value: value)) }
        return addresses.client(of: head, from: IPAddress(peer)).map { "\($0)" }
    }

    @Test func onlyAProxyIsBelieved() throws {
        #expect(try client("203.0.113.1", "198.51.100.7") == "203.0.113.1")
        #expect(try client("10.1.2.3", "198.51.100.7") == "198.51.100.7")
        #expect(try client("::1", "2001:db8::7") == "2001:db8::7")
        #expect(try client("10.1.2.3") == "10.1.2.3")
    }

    /// Each proxy adds its peer behind what it was given: what the client made up stands before.
    @Test func theLastThatIsNoProxyIsTheClient() throws {
        #expect(try client("10.0.0.1", "1.2.3.4, 198.51.100.7, 10.9.9.9") == "198.51.100.7")
        #expect(try client("10.0.0.1", "1.2.3.4", "198.51.100.7:4711") == "198.51.100.7")
        #expect(try client("10.0.0.1", "nonsense, 198.51.100.7") == "198.51.100.7")
        #expect(try client("10.0.0.1", "198.51.100.7, nonsense") == "10.0.0.1")
    }

    /// U+0600 makes one character with what follows.
    @Test func noClientHidesTheCommaOfItsProxy() throws {
        #expect(try client("10.0.0.1", "1.2.3.4\u{600}, 198.51.100.7") == "198.51.100.7")
        #expect(try client("10.0.0.1", "\u{600},\u{301}198.51.100.7") == "10.0.0.1")
    }
}
