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

    @Test func theyComeByPagesThoughOthersComeAndGo() async throws {
        try await withAuth { world in
            func add(_ name: String) async throws {
                _ = try await world.asOperator.addService(AddServiceRequest(name: name))
            }
            for name in ["mail", "games", "shop", "chat"] { try await add(name) }
            var request = ListServiceCredentialsRequest(pageSize: 2)
            let first = try await world.asOperator.listServiceCredentials(request)
            #expect(first.services.map(\.name) == ["chat", "games"])
            _ = try await world.asOperator.removeService(RemoveServiceRequest(name: "games"))
            try await add("billing")
            request.pageToken = first.nextPageToken
            let second = try await world.asOperator.listServiceCredentials(request)
            #expect(second.services.map(\.name) == ["mail", "shop"])
            request.pageToken = second.nextPageToken
            let last = try await world.asOperator.listServiceCredentials(request)
            #expect(last.services.isEmpty && last.nextPageToken.isEmpty)
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
