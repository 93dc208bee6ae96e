import Testing

@testable import RollcallRPC

@Suite struct TrustedProxiesTests {
    private let proxies = TrustedProxies(
        ["10.0.0.0/8", "2001:db8::/32"].compactMap { AddressRange($0) })

    /// The peer that a handler sees.
    private func seen(_ peer: PeerIdentity, claiming claims: [String]) throws -> PeerIdentity {
        var metadata = Metadata()
        for claim in claims { try metadata.add(TrustedProxies.key, text: claim) }
        guard proxies.contain(peer) else { return peer }
        return try TrustedProxies.client(named: metadata) ?? peer
    }

    @Test(arguments: [
        ("10.1.2.3:80", "203.0.113.7", "203.0.113.7:0"),
        ("[2001:db8::1]:80", "2001:db9::7", "[2001:db9::7]:0"),
        ("[::ffff:10.1.2.3]:80", "203.0.113.7", "203.0.113.7:0"),
        ("10.1.2.3:80", "203.0.113.7:49152", "203.0.113.7:0"),
        ("10.1.2.3:80", "[2001:db9::7]:49152", "[2001:db9::7]:0"),
        ("10.1.2.3:80", "[2001:db9::7]", "[2001:db9::7]:0"),
    ])
    func aTrustedProxyIsBelieved(peer: String, claim: String, address: String) throws {
        let proof = PeerIdentity.Proof.process(.init(userID: 0, groupID: 0, processID: 1))
        let seen = try seen(
            PeerIdentity(address: PeerAddress(peer), proof: proof), claiming: [claim])
        #expect(seen.address?.description == address)
        #expect(seen.proof == .none)
    }

    @Test(arguments: [
        ("11.1.2.3:80", "203.0.113.7"), ("[2001:db9::1]:80", "203.0.113.7"),
        ("11.1.2.3:80", "nonsense"),
    ])
    func othersAreNotBelieved(peer: String, claim: String) throws {
        #expect(
            try seen(PeerIdentity(address: PeerAddress(peer)), claiming: [claim]).address?
                .description == peer)
        #expect(
            try seen(PeerIdentity(address: PeerAddress(peer)), claiming: []).address?.description
                == peer)
    }

    /// Otherwise all clients of a proxy that is set up badly would share its limits.
    @Test(arguments: [
        "nonsense", "", "203.0.113.7, 203.0.113.8", "203.0.113.7:x", "fe80::1%eth0",
        "[fe80::1%eth0]:80", "[2001:db9::7", "unknown", "203.0.113.7:1:2",
    ])
    func aClaimThatIsNoAddressIsRefused(claim: String) throws {
        let proof = PeerIdentity.Proof.certificate(PeerCertificate(dnsNames: ["proxy"]))
        let proxy = PeerIdentity(address: PeerAddress("10.1.2.3:80"), proof: proof)
        let error = #expect(throws: RPCError.self) { try seen(proxy, claiming: [claim]) }
        #expect(error?.code == .invalidArgument)
        #expect(error?.message.contains(TrustedProxies.key) == true)
        // Its own calls, and those of others who say the same, are what they were.
        #expect(try self.seen(proxy, claiming: []).proof == proof)
        let other = PeerIdentity(address: PeerAddress("11.1.2.3:80"), proof: proof)
        #expect(try self.seen(other, claiming: [claim]).proof == proof)
    }

    @Test func whatAClientSaysBeforeTheProxyIsNotBelieved() throws {
        let claims = ["198.51.100.1", "203.0.113.7"]
        let seen = try seen(PeerIdentity(address: PeerAddress("10.1.2.3:80")), claiming: claims)
        #expect(seen.address?.description == "203.0.113.7:0")
    }

    @Test func aPeerWithoutAnAddressIsNoProxy() throws {
        #expect(try seen(.unidentified, claiming: ["203.0.113.7"]).address == nil)
    }

    @Test func othersAreBelievedOnceTheyAreNamed() throws {
        let (old, new) = (try #require(IPAddress("10.1.2.3")), try #require(IPAddress("11.1.2.3")))
        let copy = proxies
        #expect(copy.contain(old) && !copy.contain(new))
        proxies.renew(["11.0.0.0/8"].compactMap { AddressRange($0) })
        #expect(!copy.contain(old) && copy.contain(new))
    }
}
