import RollcallAPI
import RollcallRPC
import Testing

@testable import Auth

@Suite struct EnableUserTests {
    @Test func theAccountCanBeSignedInToAgain() async throws {
        try await withAuth { world in
            let id = try await world.newUser("anna").id
            _ = try await world.asOperator.disableUser(DisableUserRequest(user: .id(id)))
            for _ in 0..<2 {
                let user = try await world.asOperator.enableUser(EnableUserRequest(user: .id(id)))
                    .user
                #expect(user?.isDisabled == false)
            }
            _ = try await world.signIn(as: "anna")
        }
    }

    @Test func anAccountThatDoesNotExistIsNotFound() async throws {
        try await withAuth { world in
            let id = "01890a5d-ac96-774b-bcce-b302099a8057"
            let error = await failure {
                try await world.asOperator.enableUser(EnableUserRequest(user: .id(id)))
            }
            #expect(error?.code == .notFound && error?.reasons == [.userNotFound])
        }
    }
}
