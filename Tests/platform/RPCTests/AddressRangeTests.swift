import Testing

@testable import RollcallRPC

@Suite struct AddressRangeTests {
    @Test(arguments: [
        ("10.0.0.0/8", "10.255.0.1", true), ("10.0.0.0/8", "11.0.0.1", false),
        ("10.1.2.3", "10.1.2.3", true), ("10.1.2.3", "10.1.2.4", false),
        ("10.1.2.0/23", "10.1.3.255", true), ("10.1.2.0/23", "10.1.4.0", false),
        ("0.0.0.0/0", "203.0.113.7", true), ("0.0.0.0/0", "::1", false),
        ("::ffff:10.0.0.0/8", "10.1.1.1", true), ("10.0.0.0/8", "::ffff:10.1.1.1", true),
        ("2001:db8::/32", "2001:db8:ffff::1", true), ("2001:db8::/32", "2001:db9::1", false),
        ("10.0.0.0/8", "no address", false),
    ])
    func anAddressIsInOrOut(range: String, address: String, isIn: Bool) throws {
        let range = try #require(AddressRange(range))
        #expect(IPAddress(address).map(range.contains) ?? false == isIn)
    }

    @Test(arguments: [
        "", "/", "10.0.0.0/", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/08", "10.0.0/8", "::/129",
        "localhost", "10.0.0.0/8/8", "10.0.0.0 /8",
    ])
    func anythingElseIsNoRange(text: String) {
        #expect(AddressRange(text) == nil)
    }
}
