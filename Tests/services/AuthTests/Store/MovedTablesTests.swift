import RollcallAPI
import RollcallRPC
import TestPostgreSQL
import TestSchemas
import TestSupport
import Testing

@testable import Auth

@Suite struct MovedTablesTests {
    @Test(arguments: 0..<3)
    func rowsOfEveryTableAreMoved(seed: UInt64) async throws {
        let directory = try TemporaryDirectory()
        let path = directory.path + "/auth.sqlite"
        let location = try await PostgreSQLServer.shared.location()
        let (tables, moved) = try await blocking {
            try AuthStore.schema.moveRandomRows(seed: seed, from: path, to: location)
        }
        #expect(moved == tables.values.reduce(0, +))
        #expect(tables.filter { $0.value == 0 }.keys.sorted() == [])
        try await blocking { try AuthStore(location) { _ in }.close() }
    }

    @Test func nobodyIsSignedOutAndNoAddressIsFree() async throws {
        try await withAuth { world in
            let tokens = try await TestEngine.$current.withValue(.sqlite) {
                try await world.stop()
                try await world.start()
                return try #require(try await world.verifiedAnna())
            }
            try await world.stop()
            try await TestEngine.$current.withValue(.postgresql) {
                let path = world.path
                let location = try await TestEngine.location(path)
                try await blocking { _ = try AuthStore.schema.move(from: path, to: location) }
                try await world.start()
            }
            _ = try await world.client.getSession(GetSessionRequest(), options: .bearer(tokens))
            let refresh = RefreshRequest(refreshToken: tokens.refreshToken)
            let next = try #require(try await world.client.refresh(refresh).tokens)
            _ = try await world.client.getSession(GetSessionRequest(), options: .bearer(next))
            _ = try await world.signIn()
            let error = await failure { _ = try await world.client.signUp(.anna()) }
            #expect(error != nil)
        }
    }
}
