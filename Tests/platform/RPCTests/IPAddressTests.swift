import RollcallRPC
import Testing

@Suite struct IPAddressTests {
    @Test(arguments: [
        ("203.0.113.7", "203.0.113.7"), ("0.0.0.0", "0.0.0.0"), ("::", "::"),
        ("2001:0DB8:0:0::1", "2001:db8::1"), ("::ffff:203.0.113.7", "::ffff:203.0.113.7"),
    ])
    func anAddressIsReadAndWritten(text: String, canonical: String) {
        #expect(IPAddress(text)?.description == canonical)
    }

    @Test(arguments: ["", "x", "1.2.3", "1.2.3.4.5", "1.2.3.04x", "::1%eth0", "[::1]", "1.2.3.4:1"])
    func anythingElseIsNoAddress(text: String) {
        #expect(IPAddress(text) == nil)
    }

    @Test(arguments: [
        ("203.0.113.7:50123", "203.0.113.7:50123"), ("[2001:db8::1]:0", "[2001:db8::1]:0"),
        ("[203.0.113.7]:1", "203.0.113.7:1"),
    ])
    func aPeerIsAnAddressAndAPort(text: String, canonical: String) {
        #expect(PeerAddress(text)?.description == canonical)
    }

    @Test func anAddressOfALinkSaysSo() throws {
        let peer = try #require(PeerAddress("[fe80::1%eth0]:9"))
        #expect(peer.hasZone && peer.ip == IPAddress("fe80::1") && peer.port == 9)
    }

    @Test(arguments: ["", ":", "1.2.3.4", "1.2.3.4:", "1.2.3.4:65536", "localhost:1", "[]:1"])
    func anythingElseIsNoPeer(text: String) {
        #expect(PeerAddress(text) == nil)
    }
}
