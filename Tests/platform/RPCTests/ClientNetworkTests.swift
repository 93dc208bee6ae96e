import Testing

@testable import RollcallRPC

@Suite struct ClientNetworkTests {
    private func network(of peer: String) -> ClientNetwork? {
        PeerAddress(peer).map { ClientNetwork($0.ip) }
    }

    @Test func everyAddressOfA64IsOneBucket() {
        let same = [
            "[2001:db8:1:2::1]:4000", "[2001:DB8:1:2:ffff:FFFF:ffff:ffff]:1",
            "[2001:0db8:0001:0002::3%eth0]:9",
        ].map { network(of: $0) }
        #expect(Set(same) == [.v6(0x2001_0db8_0001_0002)])
        #expect(network(of: "[2001:db8:1:3::1]:4000") == .v6(0x2001_0db8_0001_0003))
    }

    @Test func aMappedAddressIsTheAddressItMaps() {
        let same =
            ["203.0.113.7:1", "203.0.113.7:65535", "[::ffff:203.0.113.7]:1"]
            + ["[::FFFF:cb00:7107]:1"]
        #expect(Set(same.map { network(of: $0) }) == [.v4(0xcb00_7107)])
        #expect(network(of: "203.0.113.8:1") == .v4(0xcb00_7108))
    }

    @Test func whatIsNoAddressIsNone() {
        for text in ["", "x", ":", "[]:1", "example.org:1", "1.2.3:4", "[1.2.3.4.5]:1"] {
            #expect(network(of: text) == .none)
        }
        #expect(ClientNetwork(PeerIdentity.unidentified) == .none)
        let process = UnixProcess(userID: 1, groupID: 1, processID: 1)
        #expect(ClientNetwork(PeerIdentity(proof: .process(process))) == .none)
    }
}
