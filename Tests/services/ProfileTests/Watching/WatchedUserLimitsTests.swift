import RollcallAPI
import RollcallCrypto
import RollcallRPC
import Testing

@testable import Profile

@Suite struct WatchedUserLimitsTests {
    private let ids = UUIDv7Generator(clock: { 1_800_000_000_000 })

    private func users(_ count: Int) throws -> WatchedUsers {
        WatchedUsers(Set(try (0..<count).map { _ in try ids.next() }))
    }

    private func network(_ text: String) throws -> ClientNetwork {
        ClientNetwork(try #require(IPAddress(text)))
    }

    private var table: ProfileWatchTable {
        var configuration = ProfileConfiguration()
        configuration.watchedUsers = 100
        configuration.watchedUsersPerAccount = 20
        configuration.watchedUsersPerAddress = 30
        return ProfileWatchTable(configuration)
    }

    @Test func theWatchesOfOneAccountHaveABoundAtAllAddresses() throws {
        var table = table
        let viewer = try ids.next()
        let first = try table.open(users(15), by: viewer, at: network("192.0.2.1"))
        let error = #expect(throws: RPCError.self) {
            try table.open(users(6), by: viewer, at: network("192.0.2.2"))
        }
        #expect(error?.code == .resourceExhausted && error?.reasons == [.tooMany])
        _ = try table.open(users(6), by: ids.next(), at: network("192.0.2.2"))
        table.close(first)
        _ = try table.open(users(20), by: viewer, at: nil)
    }

    @Test func theWatchesOfManyAccountsAtOneAddressHaveABound() throws {
        var table = table
        let first = try table.open(users(20), by: ids.next(), at: network("2001:db8::1"))
        // The same /64 is the same address.
        let error = #expect(throws: RPCError.self) {
            try table.open(users(11), by: ids.next(), at: network("2001:db8::2"))
        }
        #expect(error?.code == .resourceExhausted && error?.reasons == [.tooMany])
        _ = try table.open(users(11), by: ids.next(), at: network("2001:db8:0:1::2"))
        table.close(first)
        _ = try table.open(users(20), by: ids.next(), at: network("2001:db8::2"))
    }

    @Test func callersWithoutAnAddressShareOnlyTheBoundOfAll() throws {
        var table = table
        var watches: [ProfileWatchTable.ID] = []
        for _ in 0..<5 { watches.append(try table.open(users(20), by: ids.next(), at: nil)) }
        let error = #expect(throws: RPCError.self) {
            try table.open(users(1), by: ids.next(), at: network("192.0.2.1"))
        }
        #expect(error?.code == .unavailable)
        for watch in watches { table.close(watch) }
        #expect(table.userCount == 0)
    }
}
