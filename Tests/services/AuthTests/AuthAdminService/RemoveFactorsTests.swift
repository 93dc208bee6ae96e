import RollcallAPI
import RollcallRPC
import Testing

@testable import Auth

@Suite struct RemoveFactorsTests {
    @Test func anAdministratorTakesTheFactorAwayAndTheOwnerIsTold() async throws {
        try await withAuth { world in
            let (anna, _) = try await world.protectedAnna()
            let admin = try await world.newAdmin("ben")
            let request = RemoveFactorsRequest(user: .id(anna.id))
            let answer = try await world.admin.removeFactors(
                request, options: .bearer(admin.tokens))
            #expect(answer.user?.userID == anna.id)
            #expect(try await world.newest(.totpRemoved).recipient == "anna@example.com")
            #expect(try await world.auth.count("recoveryCode") == 0)
            #expect(try await world.signIn(from: 1).session != nil)
            #expect(await world.end(of: anna.tokens) == nil)
            let again = await failure {
                try await world.admin.removeFactors(request, options: .bearer(admin.tokens))
            }
            #expect(again?.code == .notFound && again?.reasons == [.factorNotFound])
            #expect(try await world.mails(.totpRemoved).count == 1)
        }
    }

    @Test func anOwnerIsNoAdministrator() async throws {
        try await withAuth { world in
            let (anna, _) = try await world.protectedAnna()
            let error = await failure {
                try await world.admin.removeFactors(
                    RemoveFactorsRequest(user: .id(anna.id)), options: .bearer(anna.tokens))
            }
            #expect(error?.code == .permissionDenied)
            #expect(try await world.signIn(from: 1).session == nil)
        }
    }
}
