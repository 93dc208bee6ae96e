import NIOCore
import RollcallWire
import Synchronization
import TestEcho
import TestSupport
import Testing

@testable import RollcallRPC

/// How much of each limit one peer may hold.
@Suite struct PeerShareTests {
    /// 64 handlers: 8 for a peer, 32 for all strangers.
    private func withSharingServer(
        authenticator: (any Authenticator)? = nil,
        configure: (inout ServerConfiguration) -> Void = { _ in },
        _ body: (LoadServer) async throws -> Void
    ) async throws {
        try await withLoadServer(
            authenticator: authenticator,
            configure: {
                $0.admission.maximumHandlers = 64
                $0.admission.peerShare = 1.0 / 8
                $0.admission.strangersShare = 1.0 / 2
                configure(&$0)
            }, body)
    }

    private func hold(
        _ count: Int, _ rpc: String = "Hold", from address: String,
        as metadata: [(String, String)] = [], _ server: LoadServer
    ) async throws -> RawPeer {
        let peer = try await RawPeer.greeting(server.endpoint, from: address)
        let (before, refused) = (server.handlers.running, peer.frames(.close).count)
        peer.send { bytes in
            for index in 0..<count {
                bytes.writeOpen(UInt32(2 * index + 1), rpc, metadata: metadata)
            }
        }
        try await eventually {
            server.handlers.running - before + peer.frames(.close).count - refused == count
        }
        return peer
    }

    /// The handlers that a call's peer has got.
    private func held(_ count: Int, by peer: RawPeer) -> Int {
        #expect(peer.frames(.close).allSatisfy { $0.header.flags.contains(.refused) })
        return count - peer.frames(.close).count
    }

    /// Sends a message on each of so many streams, whose handlers do not read.
    private func upload(
        _ sizes: [Int], from address: String, as metadata: [(String, String)], _ server: LoadServer
    ) async throws -> RawPeer {
        let peer = try await RawPeer.greeting(server.endpoint, from: address)
        let (running, memory) = (server.handlers.running, server.server.usage.memory)
        peer.send { bytes in
            for index in sizes.indices {
                bytes.writeOpen(
                    UInt32(2 * index + 1), "HoldUploadForUsers", flags: [], metadata: metadata)
            }
        }
        try await eventually { server.handlers.running == running + sizes.count }
        peer.send { bytes in
            for (index, size) in sizes.enumerated() {
                for start in stride(from: 0, to: size, by: 50_000) {
                    bytes.writeMessage(of: min(50_000, size - start), on: UInt32(2 * index + 1))
                }
            }
        }
        let sum = sizes.reduce(0, +)
        try await eventually {
            !peer.frames(.close).isEmpty || server.server.usage.memory >= memory + sum - 40_000
        }
        return peer
    }

    private let user = [("caller", "user")]
    private let anotherUser = [("caller", "another user")]

    @Test func oneAddressHoldsAnEighthOfTheHandlersOverAllItsConnections() async throws {
        try await withSharingServer { server in
            let first = try await hold(6, from: "127.0.0.2", server)
            let second = try await hold(6, from: "127.0.0.2", server)
            #expect(held(6, by: first) == 6)
            #expect(held(6, by: second) == 2)
            #expect(second.status(of: 11) == .unavailable)
            let other = try await hold(8, from: "127.0.0.3", server)
            #expect(held(8, by: other) == 8)
            server.handlers.release()
            try await eventually { server.server.usage.handlers == 0 }
            #expect(server.server.peerCount == 2)
            for peer in [first, second, other] { peer.close() }
            try await eventually { server.server.peerCount == 0 }
        }
    }

    /// Also those who call what tells a user more.
    @Test(arguments: ["Hold", "HoldForAll"])
    func allStrangersTogetherHoldHalfAndLeaveAReserveToWhatIsCritical(
        _ rpc: String
    ) async throws {
        try await withSharingServer { server in
            var peers: [RawPeer] = []
            for address in 2...7 {
                peers.append(try await hold(8, rpc, from: "127.0.0.\(address)", server))
            }
            #expect(peers.reduce(0) { $0 + held(8, by: $1) } == 29)
            let critical = try await hold(8, "HoldCritical", from: "127.0.0.8", server)
            #expect(held(8, by: critical) == 3)
            let known = try await hold(
                8, rpc == "Hold" ? "HoldForUsers" : rpc, from: "127.0.0.9", as: user, server)
            #expect(held(8, by: known) == 8)
            for peer in peers + [critical, known] { peer.close() }
        }
    }

    @Test func oneAccountHoldsAnEighthFromWhereverItCalls() async throws {
        try await withSharingServer { server in
            let home = try await hold(6, "HoldForUsers", from: "127.0.0.2", as: user, server)
            let away = try await hold(6, "HoldForUsers", from: "127.0.0.3", as: user, server)
            #expect(held(6, by: home) == 6)
            #expect(held(6, by: away) == 2)
            let other = try await hold(
                6, "HoldForUsers", from: "127.0.0.3", as: anotherUser, server)
            #expect(held(6, by: other) == 6)
            for peer in [home, away, other] { peer.close() }
        }
    }

    /// A connection on which a user's token was shown, so that it is no stranger's.
    private func signedIn(
        _ user: [(String, String)], from address: String, _ server: LoadServer
    ) async throws -> RawPeer {
        let peer = try await RawPeer.greeting(server.endpoint, from: address)
        peer.send { $0.writeOpen(1, "PauseForUsers", metadata: user) }
        try await eventually { peer.status(of: 1) == .ok }
        return peer
    }

    /// What anyone may call counts for the account of the connection.
    @Test func oneAccountHoldsAnEighthOfWhatAnyoneMayCallAsWell() async throws {
        try await withSharingServer { server in
            var peers: [RawPeer] = []
            for (address, name) in [(2, user), (3, user), (4, anotherUser)] {
                let peer = try await signedIn(name, from: "127.0.0.\(address)", server)
                let running = server.handlers.running
                peer.send { bytes in
                    for id in 1...6 { bytes.writeOpen(UInt32(2 * id + 1), "Hold") }
                }
                try await eventually {
                    server.handlers.running - running + peer.frames(.close).count == 7
                }
                peers.append(peer)
            }
            #expect(peers.map { 7 - $0.frames(.close).count } == [6, 2, 6])
            for peer in peers { peer.close() }
        }
    }

    @Test func oneAccountLeavesRoomInTheConcurrencyOfAnRPC() async throws {
        try await withSharingServer(configure: {
            $0.admission.maximumHandlers = 1000
            $0.admission.maximumConcurrency = 16
        }) { server in
            var peers: [RawPeer] = []
            for address in 2...5 {
                peers.append(
                    try await hold(
                        8, "HoldForUsers", from: "127.0.0.\(address)", as: user, server))
            }
            #expect(peers.reduce(0) { $0 + held(8, by: $1) } == 8)
            for peer in peers { peer.close() }
        }
    }

    /// 16 connections: 2 of an account.
    @Test func oneAccountHoldsAnEighthOfTheConnections() async throws {
        try await withSharingServer(configure: { $0.maximumConnections = 16 }) { server in
            let first = try await signedIn(user, from: "127.0.0.2", server)
            let second = try await signedIn(user, from: "127.0.0.2", server)
            let other = try await signedIn(anotherUser, from: "127.0.0.3", server)
            #expect(server.server.refusals["account"] == 0)
            let third = try await signedIn(user, from: "127.0.0.4", server)
            try await eventually { first.isClosed && first.goAway == .ok }
            #expect(server.server.refusals["account"] == 1)
            for peer in [second, other, third] {
                #expect(peer.goAway == nil && !peer.isClosed)
                peer.close()
            }
        }
    }

    /// 80 places in the queue: 9 for ordinary calls of one peer. Calls of 50 ms, each of another
    /// peer, stand before the others.
    @Test func oneAccountHoldsAnEighthOfTheQueue() async throws {
        try await withSharingServer(configure: {
            $0.admission.maximumWaiting = 80
            $0.admission.burstInterval = .minutes(1)
        }) { server in
            var peers: [RawPeer] = []
            for address in 2...4 {
                peers.append(try await signedIn(user, from: "127.0.0.\(address)", server))
            }
            var busy: [RawPeer] = []
            for address in 5...13 {
                busy.append(
                    try await RawPeer.greeting(server.endpoint, from: "127.0.0.\(address)"))
            }
            for peer in busy {
                peer.send { $0.writeOpen(1, "Burn", message: EchoMessage(number: 50)) }
            }
            try await eventually { server.handlers.begun("Burn") > 0 }
            for peer in peers {
                peer.send { bytes in
                    for id in 1...9 { bytes.writeOpen(UInt32(2 * id + 1), "Burn") }
                }
            }
            try await eventually { peers.allSatisfy { $0.frames(.close).count == 10 } }
            let refused = peers.reduce(0) { count, peer in
                count + peer.frames(.close).count { $0.header.flags.contains(.refused) }
            }
            // A few have had their turn before the last came.
            #expect((12...18).contains(refused))
            for peer in peers + busy { peer.close() }
        }
    }

    @Test func aServiceIsHeldToTheWholeLimitOnly() async throws {
        try await withSharingServer { server in
            let service = try await hold(
                64, "HoldForServices", from: "127.0.0.2", as: [("caller", "service")], server)
            #expect(held(64, by: service) == 64)
            server.handlers.release()
            try await eventually { server.server.usage.handlers == 0 }
            service.close()
        }
    }

    @Test func theClientsOfATrustedProxyHaveTheirShareAndTheProxyNone() async throws {
        let proxies = try #require(AddressRange("127.0.0.2"))
        try await withSharingServer(configure: {
            $0.proxies = TrustedProxies([proxies])
        }) { server in
            let key = TrustedProxies.key
            let first = try await hold(
                12, from: "127.0.0.2", as: [(key, "203.0.113.7")], server)
            let second = try await hold(
                8, from: "127.0.0.2", as: [(key, "203.0.113.8")], server)
            let own = try await hold(12, from: "127.0.0.2", server)
            #expect(held(12, by: first) == 8)
            #expect(held(8, by: second) == 8)
            #expect(held(12, by: own) == 12)
            for peer in [first, second, own] { peer.close() }
        }
    }

    /// Of the 256 streams of the proxy's connection.
    @Test func aClientOfATrustedProxyHoldsAnEighthOfItsConnection() async throws {
        try await withProxy { server, proxy in
            proxy.send { bytes in
                for index in 0..<250 {
                    bytes.writeOpen(
                        UInt32(2 * index + 1), "Hold", flags: [], metadata: client(7))
                }
                bytes.writeFrame(.ping, body: UInt64(1))
            }
            try await eventually { !proxy.frames(.ping).isEmpty }
            #expect(proxy.frames(.close).count == 250 - 32)
            #expect(proxy.frames(.close).allSatisfy { $0.header.flags.contains(.refused) })
            proxy.send { bytes in
                for index in 250..<258 {
                    bytes.writeOpen(UInt32(2 * index + 1), "Hold", metadata: client(8))
                }
                for index in 0..<32 {
                    bytes.writeFrame(
                        .cancel, streamID: UInt32(2 * index + 1), meta: Cancel(status: 1))
                }
                bytes.writeOpen(601, "Hold", metadata: client(7))
            }
            try await eventually { server.handlers.running == 9 }
            #expect(proxy.frames(.close).count == 250 - 32)
        }
    }

    /// 4 MiB, of which a client may hold 524,288 bytes.
    @Test func aClientOfATrustedProxyHoldsAnEighthOfTheMemory() async throws {
        try await withProxy { server, proxy in
            proxy.sendHalfMessages(500_000, as: client(7))
            try await eventually { server.server.usage.memory > 490_000 }
            proxy.send { $0.writeOpen(101, "Hold", flags: [], metadata: client(7)) }
            try await eventually { proxy.isRefused(101) }
            proxy.send {
                $0.writeRaw(
                    FrameType.data.rawValue, flags: [.message, .more], id: 1, length: 50_000,
                    bytes: [UInt8](repeating: 0, count: 50_000))
            }
            try await eventually { proxy.status(of: 1) == .unavailable }
            proxy.sendHalfMessages(400_000, from: 201, as: client(8))
            try await eventually { server.server.usage.memory > 690_000 }
            #expect(proxy.frames(.close).count == 2 && proxy.goAway == nil)
        }
    }

    /// A server, and the connection of a proxy that it trusts.
    private func withProxy(_ body: (LoadServer, RawPeer) async throws -> Void) async throws {
        let proxies = try #require(AddressRange("127.0.0.2"))
        try await withSharingServer(configure: {
            $0.proxies = TrustedProxies([proxies])
            $0.admission.maximumMemory = 4 << 20
            $0.connection.maximumCancels = 1000
        }) { server in
            let proxy = try await RawPeer.greeting(server.endpoint, from: "127.0.0.2")
            try await body(server, proxy)
            proxy.close()
            server.handlers.release()
            try await eventually { server.server.usage.memory == 0 && server.server.peerCount == 0 }
        }
    }

    private func client(_ number: Int) -> [(String, String)] {
        [(TrustedProxies.key, "203.0.113.\(number)")]
    }

    @Test func aTokenThatIsStillToBeVerifiedHoldsNoSlot() async throws {
        let gate = Gate()
        try await withSharingServer(authenticator: gate) { server in
            let strangers = try await RawPeer.greeting(server.endpoint, from: "127.0.0.2")
            strangers.send { bytes in
                for index in 0..<100 {
                    bytes.writeOpen(UInt32(2 * index + 1), "HoldForUsers", metadata: user)
                }
            }
            try await eventually { gate.waiting == 100 }
            #expect(server.server.usage.handlers == 0)
            let other = try await hold(8, from: "127.0.0.2", server)
            #expect(held(8, by: other) == 8)
            server.handlers.release()
            try await eventually { server.server.usage.handlers == 0 }
            // The address has its eighth once its callers are known.
            gate.open()
            try await eventually { strangers.frames(.close).count == 100 }
            #expect(
                strangers.frames(.close).contains { $0.header.flags.contains(.refused) } == false)
            for peer in [strangers, other] { peer.close() }
        }
    }

    @Test func whatIsRefusedAfterTheCallerIsKnownNeverReachedTheHandler() async throws {
        let gate = Gate()
        try await withSharingServer(authenticator: gate) { server in
            let peer = try await RawPeer.greeting(server.endpoint, from: "127.0.0.2")
            peer.send { bytes in
                for index in 0..<20 {
                    bytes.writeOpen(UInt32(2 * index + 1), "HoldForUsers", metadata: user)
                }
            }
            try await eventually { gate.waiting == 20 }
            gate.open()
            try await eventually { peer.frames(.close).count == 12 }
            #expect(held(20, by: peer) == 8)
            #expect(server.handlers.begun("HoldForUsers") == 8)
            peer.close()
        }
    }

    @Test func onePeerLeavesRoomInTheConcurrencyOfAnRPC() async throws {
        try await withSharingServer(configure: {
            $0.admission.maximumHandlers = 1000
            $0.admission.maximumConcurrency = 16
        }) { server in
            let busy = try await hold(16, "HoldForUsers", from: "127.0.0.2", as: user, server)
            #expect(held(16, by: busy) == 8)
            let other = try await hold(
                4, "HoldForUsers", from: "127.0.0.3", as: anotherUser, server)
            #expect(held(4, by: other) == 4)
            for peer in [busy, other] { peer.close() }
        }
    }

    /// Strangers get half of the 16, users some of the rest, and a service the rest and a few
    /// beyond.
    @Test func strangersLeaveRoomToOthersInTheConcurrencyOfAnRPC() async throws {
        try await withSharingServer(configure: {
            $0.admission.maximumHandlers = 1000
            $0.admission.maximumConcurrency = 16
        }) { server in
            var strangers: [RawPeer] = []
            for address in 2...9 {
                strangers.append(try await hold(8, from: "127.0.0.\(address)", server))
            }
            #expect(strangers.reduce(0) { $0 + held(8, by: $1) } == 8)
            var users: [RawPeer] = []
            for (address, name) in [(10, user), (11, anotherUser)] {
                let peer = try await signedIn(name, from: "127.0.0.\(address)", server)
                peer.send { bytes in
                    for id in 1...8 { bytes.writeOpen(UInt32(2 * id + 1), "Hold") }
                }
                users.append(peer)
                // Four of the eight that are free, then two of the four.
                let refused = 2 * users.count + 2
                try await eventually { peer.frames(.close).count == 1 + refused }
            }
            #expect(server.handlers.running == 14)
            let service = try await RawPeer.greeting(server.endpoint, from: "127.0.0.14")
            service.send {
                $0.writeOpen(1, "PauseForServices", metadata: [("caller", "service")])
            }
            try await eventually { service.status(of: 1) == .ok }
            service.send { bytes in
                for id in 1...8 { bytes.writeOpen(UInt32(2 * id + 1), "Hold") }
            }
            try await eventually { service.frames(.close).count == 3 }
            #expect(server.handlers.running == 20)
            for peer in strangers + users + [service] { peer.close() }
        }
    }

    @Test func oneAddressHoldsAnEighthOfTheMemory() async throws {
        try await withSharingServer(configure: {
            $0.admission.maximumMemory = 4 << 20
            $0.connection.maximumAwaitedStreams = 100
        }) { server in
            let small = try await RawPeer.greeting(server.endpoint, from: "127.0.0.2")
            let large = try await RawPeer.greeting(server.endpoint, from: "127.0.0.2")
            let other = try await RawPeer.greeting(server.endpoint, from: "127.0.0.3")
            small.sendHalfMessages(200_000)
            other.sendHalfMessages(400_000)
            try await eventually { server.server.usage.memory > 600_000 }
            large.sendHalfMessages(400_000)
            try await eventually { large.goAway == .unavailable }
            #expect(small.goAway == nil && other.goAway == nil)
            for peer in [small, large, other] { peer.close() }
            try await eventually { server.server.usage.memory == 0 }
        }
    }

    /// 4 MiB, of which an account may hold 524,288 bytes.
    @Test func oneAccountHoldsAnEighthOfTheMemoryFromWhereverItCalls() async throws {
        try await withSharingServer(configure: { $0.admission.maximumMemory = 4 << 20 }) { server in
            let home = try await upload([200_000, 100_000], from: "127.0.0.2", as: user, server)
            let beyond = try await upload([0], from: "127.0.0.6", as: user, server)
            let away = try await upload([200_000], from: "127.0.0.3", as: user, server)
            beyond.send { $0.writeMessage(of: 50_000, on: 1) }
            try await eventually { beyond.status(of: 1) == .unavailable }
            let refused = try await RawPeer.greeting(server.endpoint, from: "127.0.0.4")
            refused.send { $0.writeOpen(1, "HoldForUsers", metadata: user) }
            try await eventually { refused.isRefused(1) }
            let other = try await upload(
                [200_000, 200_000], from: "127.0.0.5", as: anotherUser, server)
            #expect([home, away, other].allSatisfy { $0.frames(.close).isEmpty })
            for peer in [home, away, beyond, refused, other] {
                #expect(peer.goAway == nil)
                peer.close()
            }
        }
    }

    @Test func whatAnAccountNoLongerHoldsItMayHoldAgain() async throws {
        try await withSharingServer(configure: { $0.admission.maximumMemory = 4 << 20 }) { server in
            // The server knows the account as long as it calls.
            let home = try await upload([1000], from: "127.0.0.2", as: user, server)
            for _ in 0..<3 {
                let away = try await upload(
                    [200_000, 200_000], from: "127.0.0.3", as: user, server)
                #expect(away.frames(.close).isEmpty)
                away.send { bytes in
                    for id in [1, 3] as [UInt32] {
                        bytes.writeFrame(.cancel, streamID: id, meta: Cancel(status: 1))
                    }
                }
                try await eventually { server.server.usage.memory < 100_000 }
                away.close()
            }
            home.close()
        }
    }

    /// 32 MiB, of which an address or an account may hold 4 MiB. Of each answer all is kept but the
    /// 262,144 bytes that the client has given credit for.
    @Test func theAnswersThatAnAccountDoesNotReadAreItsMemory() async throws {
        try await withSharingServer(configure: { $0.admission.maximumMemory = 32 << 20 }) {
            server in
            var peers: [RawPeer] = []
            for address in 2...3 {
                let peer = try await RawPeer.greeting(server.endpoint, from: "127.0.0.\(address)")
                let large = EchoMessage(number: 1_000_000)
                peer.send { bytes in
                    for id in [1, 3, 5] as [UInt32] {
                        bytes.writeOpen(id, "FillForUsers", message: large, metadata: user)
                    }
                }
                peers.append(peer)
            }
            try await eventually { peers.contains { !$0.frames(.close).isEmpty } }
            for peer in peers {
                #expect(peer.frames(.close).count < 3 && peer.goAway == nil)
                for frame in peer.frames(.close) {
                    #expect(peer.status(of: frame.header.streamID) == .unavailable)
                }
                peer.close()
            }
            try await eventually { server.server.usage.memory == 0 }
        }
    }

    @Test func aPeerThatIsShortOfMemoryIsRefusedAlone() async throws {
        try await withSharingServer(configure: { $0.admission.maximumMemory = 4 << 20 }) { server in
            let holding = try await RawPeer.greeting(server.endpoint, from: "127.0.0.2")
            holding.sendHalfMessages(490_000)
            try await eventually { server.server.usage.memory > 480_000 }
            let same = try await RawPeer.greeting(server.endpoint, from: "127.0.0.2")
            let other = try await RawPeer.greeting(server.endpoint, from: "127.0.0.3")
            for peer in [same, other] {
                peer.send { bytes in
                    bytes.writeOpen(1, "Burn")
                    bytes.writeOpen(3, "BurnCritical")
                }
                try await eventually { peer.frames(.close).count == 2 }
            }
            #expect(same.isRefused(1) && same.status(of: 3) == .ok)
            #expect(other.status(of: 1) == .ok && other.status(of: 3) == .ok)
            for peer in [holding, same, other] { peer.close() }
        }
    }
}

extension RawPeer {
    /// Sends the beginnings of requests, at most 200,000 bytes of each.
    fileprivate func sendHalfMessages(
        _ count: Int, from first: UInt32 = 1, as metadata: [(String, String)] = []
    ) {
        send { bytes in
            for index in 0..<((count + 199_999) / 200_000) {
                let id = first + UInt32(2 * index)
                bytes.writeOpen(id, "Hold", flags: [], metadata: metadata)
                var rest = min(200_000, count - index * 200_000)
                while rest > 0 {
                    let size = min(rest, 50_000)
                    bytes.writeRaw(
                        FrameType.data.rawValue, flags: [.message, .more], id: id, length: size,
                        bytes: [UInt8](repeating: 0, count: size))
                    rest -= size
                }
            }
        }
    }
}

extension ByteBuffer {
    fileprivate mutating func writeMessage(of size: Int, on id: UInt32) {
        writeRaw(
            FrameType.data.rawValue, flags: .message, id: id, length: size,
            bytes: [UInt8](repeating: 0, count: size))
    }
}
