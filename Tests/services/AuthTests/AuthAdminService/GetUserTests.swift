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
            let keys: [UserKey] = [
                .id(anna.id), .email("anna@example.COM"), .name("ANNA"),
            ]
            for key in keys {
                let user = try await world.asOperator.getUser(GetUserRequest(user: key)).user
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
        UserKey.id("01890a5d-ac96-774b-bcce-b302099a8057"), .email(""),
        .email("nobody@example.com"), .name("nobody"), .name(""),
    ])
    func aKeyThatNobodyHasIsNotFound(_ key: UserKey) async throws {
        try await withAuth { world in
            let error = await failure {
                try await world.asOperator.getUser(GetUserRequest(user: key))
            }
            #expect(error?.code == .notFound && error?.reasons == [.userNotFound])
        }
    }

    @Test(arguments: [("", Reason.fieldMissing), ("x", .fieldMalformed)])
    func whatIsNoIDIsRefused(_ id: String, _ reason: Reason) async throws {
        try await withAuth { world in
            let error = await failure {
                try await world.asOperator.getUser(GetUserRequest(user: .id(id)))
            }
            #expect(error?.code == .invalidArgument && error?.reasons == [reason])
            #expect(error?.detail(ErrorInfo.self)?.violations.map(\.field) == ["user.user_id"])
        }
    }

    @Test func allAddressesAreShownAndWhetherThereIsAPassword() async throws {
        try await withAuth { world in
            let anna = try await world.newUser("anna")
            try await world.verifyAllAddresses()
            for email in ["b@example.org", "a@example.org"] {
                try await world.addAddress(email, to: anna.id)
            }
            let user = try await world.user(anna.id)
            #expect(user?.email == "anna@example.com" && user?.hasPassword == true)
            #expect(user?.otherEmails == ["a@example.org", "b@example.org"])
            let listed = try await world.asOperator.listUsers(ListUsersRequest()).users
            #expect(listed.map(\.otherEmails) == [[]] && listed.map(\.hasPassword) == [true])
            try await world.removePassword(of: anna.id)
            #expect(try await world.user(anna.id)?.hasPassword == false)
        }
    }

    @Test func aSecondFactorIsShown() async throws {
        try await withAuth { world in
            let anna = try await world.newUser("anna")
            #expect(try await world.user(anna.id)?.hasFactor == false)
            _ = try await world.enrol(anna.tokens)
            #expect(try await world.user(anna.id)?.hasFactor == true)
        }
    }

    @Test func percentAndUnderscoreAreLetters() async throws {
        try await withAuth { world in
            for email in ["an_a@example.com", "anna@example.com", "a%a@example.com"] {
                let name = "u\(email.utf8.reduce(0) { $0 + Int($1) })"
                _ = try await world.client.signUp(.anna(email: email, name: name))
            }
            for email in ["an_a@example.com", "a%a@example.com"] {
                let user = try await world.asOperator.getUser(GetUserRequest(user: .email(email)))
                #expect(user.user?.email == email)
            }
            for email in ["a__a@example.com", "%@example.com", "%", "_"] {
                let error = await failure {
                    try await world.asOperator.getUser(GetUserRequest(user: .email(email)))
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
