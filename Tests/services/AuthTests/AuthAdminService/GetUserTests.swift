import RollcallAPI
import RollcallRPC
import Testing

@testable import Auth

@Suite struct GetUserTests {
    @Test func anAccountIsFoundByItsIdItsAddressAndItsDisplayName() async throws {
        try await withAuth { world in
            let anna = try await world.client.signUp(.anna(email: "Anna@Example.com"))
            _ = try await world.newUser("ben")
            try await world.auth.settle()
            let keys: [GetUserRequest.Key] = [
                .userID(anna.id), .email("anna@example.COM"), .displayName("ANNA"),
            ]
            for key in keys {
                let user = try await world.asOperator.getUser(GetUserRequest(key: key)).user
                #expect(user?.userID == anna.id)
                #expect(user?.email == "Anna@Example.com")
                #expect(user?.role == .user)
                #expect(user?.createdAtMs == world.clock.now())
                #expect(user?.sessionCount == 1)
                #expect(user?.isEmailVerified == false)
            }
        }
    }

    @Test(arguments: [
        GetUserRequest.Key.userID(""), .userID("x"),
        .userID("01890a5d-ac96-774b-bcce-b302099a8057"), .email(""), .email("nobody@example.com"),
        .displayName("nobody"), .displayName(""),
    ])
    func whomNobodyIsCalledIsNotFound(_ key: GetUserRequest.Key) async throws {
        try await withAuth { world in
            let error = await failure {
                try await world.asOperator.getUser(GetUserRequest(key: key))
            }
            #expect(error?.code == .notFound && error?.reasons == [.userNotFound])
        }
    }

    @Test func percentAndUnderscoreAreLetters() async throws {
        try await withAuth { world in
            for email in ["an_a@example.com", "anna@example.com", "a%a@example.com"] {
                let name = "u\(email.utf8.reduce(0) { $0 + Int($1) })"
                _ = try await world.client.signUp(.anna(email: email, name: name))
            }
            for email in ["an_a@example.com", "a%a@example.com"] {
                let user = try await world.asOperator.getUser(GetUserRequest(key: .email(email)))
                #expect(user.user?.email == email)
            }
            for email in ["a__a@example.com", "%@example.com", "%", "_"] {
                let error = await failure {
                    try await world.asOperator.getUser(GetUserRequest(key: .email(email)))
                }
                #expect(error?.reasons == [.userNotFound])
            }
        }
    }

    @Test func aRequestWithoutAKeyIsRefused() async throws {
        try await withAuth { world in
            let error = await failure { try await world.asOperator.getUser(GetUserRequest()) }
            #expect(error?.code == .invalidArgument && error?.reasons == [.fieldMissing])
        }
    }
}
