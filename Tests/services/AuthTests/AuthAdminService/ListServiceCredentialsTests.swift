import RollcallAPI
import RollcallRPC
import Testing

@testable import Auth

@Suite struct ListServiceCredentialsTests {
    private func list(_ world: AuthServer) async throws -> [ServiceSummary] {
        try await world.asOperator.listServiceCredentials(ListServiceCredentialsRequest()).services
    }

    @Test func servicesAreListedByTheirNamesWithTheirLastUse() async throws {
        try await withAuth { world in
            #expect(try await list(world).isEmpty)
            let now = world.clock.now()
            let mail = try await world.asOperator.addService(AddServiceRequest(name: "mail"))
            _ = try await world.asOperator.addService(AddServiceRequest(name: "games"))
            world.clock.advance(.seconds(1))
            _ = try await world.serviceToken(mail.credential)
            #expect(
                try await list(world) == [
                    ServiceSummary(name: "games", createdAtMs: now),
                    ServiceSummary(name: "mail", createdAtMs: now, lastUsedAtMs: now + 1000),
                ])
            _ = try await world.asOperator.removeService(RemoveServiceRequest(name: "games"))
            #expect(try await list(world).map(\.name) == ["mail"])
        }
    }

    @Test func aServiceSeesNone() async throws {
        try await withAuth { world in
            let games = try await world.asOperator.addService(AddServiceRequest(name: "games"))
            let token = Tokens(accessToken: try await world.serviceToken(games.credential).token)
            let error = await failure {
                try await world.admin.listServiceCredentials(
                    ListServiceCredentialsRequest(), options: .bearer(token))
            }
            #expect(error?.code == .permissionDenied)
        }
    }
}
