import RollcallAPI
import RollcallCrypto
import RollcallRPC
import Storage
import TestSupport
import Testing

@testable import Auth

@Suite struct ImportUsersTests {
    private func signIn(_ world: AuthServer, _ name: String, _ password: String) async -> RPCError?
    {
        await failure {
            try await world.client.signIn(
                SignInRequest(email: "\(name)@example.com", password: password))
        }
    }

    @Test(arguments: [
        (
            "password",
            "$argon2i$v=19$m=256,t=2,p=2$c29tZXNhbHQ$T/XOJ2mh1/TIpJHfCdQan76Q5esCFVoT5MAeIM1Oq2E"
        ),
        (
            "password",
            "$pbkdf2-sha256$i=1000$c2FsdHNhbHQ$E196ZhRPzw+wA84EjzHwJO1cv/MFJdO6C/sxmUeTYqY"
        ),
        ("U*U", "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW"),
        ("user1password", ImportedUser.firebaseHash),
    ])
    func thePasswordGoesOnWorkingAndIsHashedAnew(password: String, hash: String) async throws {
        try await withAuth { world in
            let hasher = try PasswordHasher.cheap()
            try await world.stop()
            try await world.start(hasher: hasher)
            let results = try await world.importUsers([.elsewhere("anna", hash: hash)])
            #expect(results.map(\.outcome) == [.imported] && results[0].problem == "")
            #expect(await signIn(world, "anna", "\(password)x")?.code == .unauthenticated)
            #expect(await signIn(world, "anna", password) == nil)
            try await eventually {
                let account = try await world.auth.store.account(email: "anna@example.com")
                return account?.password?.hash?.function == .argon2id(hasher.parameters)
            }
            #expect(await signIn(world, "anna", password) == nil)
        }
    }

    @Test func theSignerKeyIsSealedAndFoundAgainAfterARestart() async throws {
        try await withAuth { world in
            try await world.importUsers([.elsewhere("anna", hash: ImportedUser.firebaseHash)])
            let stored = try await world.auth.store.account(email: "anna@example.com")
            #expect(stored?.password?.text.contains("sk=") == false)
            let key = try #require(Base64.standard.decode(ImportedUser.firebaseKey.dropLast(2)))
            let sealed = try await world.auth.store.all(
                Query<[UInt8]>("SELECT sealedKey FROM hashKey"))
            #expect(sealed.count == 1 && sealed[0].count == key.count + SealingKey.overhead)
            #expect(!sealed[0].contains(key))
            try await world.stop()
            try await world.start()
            #expect(await signIn(world, "anna", "user1password") == nil)
        }
    }

    @Test func aRepeatedBatchMakesNoSecondAccount() async throws {
        try await withAuth { world in
            let users = [
                ImportedUser.elsewhere("anna", displayName: "anna"), .elsewhere("ben"),
            ]
            let first = try await world.importUsers(users)
            let second = try await world.importUsers(users + [.elsewhere("carl")])
            #expect(first.map(\.outcome) == [.imported, .imported])
            #expect(second.map(\.outcome) == [.wasThere, .wasThere, .imported])
            #expect(first.map(\.userID) == second.prefix(2).map(\.userID))
            try await world.auth.settle()
            #expect(try await world.auth.count("account") == 3)
            #expect(try await world.auth.count("signUp", where: "state <> 'committed'") == 0)
        }
    }

    @Test func eachUserHasAProfileAndTheNamesAreClaimed() async throws {
        try await withAuth { world in
            _ = try await world.newUser("anna")
            let results = try await world.importUsers([
                .elsewhere("one", displayName: "anna"), .elsewhere("two", displayName: "b"),
                .elsewhere("three", displayName: "carl"), .elsewhere("four", displayName: "Carl"),
                .elsewhere("five"),
            ])
            #expect(results.allSatisfy { $0.outcome == .imported })
            // Of two equal names one has it, whichever Profile was asked for first.
            #expect(results.count { $0.problem.isEmpty } == 2)
            #expect(!results[0].problem.isEmpty && !results[1].problem.isEmpty)
            try await world.auth.settle()
            let summary = try await world.auth.runtime.consistency.run(
                mending: false, mayGoOn: {}, { Issue.record("\($0)") })
            #expect(summary.findings == 0 && summary.profiles == 6)
            let names = try await world.exportUsers().map(\.displayName)
            #expect(
                names.filter { !$0.isEmpty }.map { $0.lowercased() }.sorted() == ["anna", "carl"])
        }
    }

    @Test func whatIsWrongWithARowHoldsUpNoOther() async throws {
        try await withAuth { world in
            _ = try await world.newUser("anna")
            let google = ImportedIdentity(issuer: "https://accounts.google.com", subject: "1")
            var (first, second) = (ImportedUser.elsewhere("g1"), ImportedUser.elsewhere("g2"))
            (first.identities, second.identities) = ([google], [google])
            let users: [ImportedUser] = [
                .elsewhere("anna"), .elsewhere("ben"), .elsewhere("BEN"),
                .elsewhere(
                    "x", hash: "$2b$31$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW"),
                .elsewhere(
                    "y", hash: "$argon2id$v=19$m=4194304,t=1,p=1$c29tZXNhbHQ$AAAAAAAAAAAAAAAAAAAAAA"
                ),
                .elsewhere("z", hash: "plain"),
                .elsewhere("k", hash: ImportedUser.firebaseHash.replacing("sk=jx", with: "sk=!")),
                .elsewhere("no address"), first, second,
                ImportedUser(foreignID: "nothing"), ImportedUser(email: "a@example.com"),
                .elsewhere("carl", displayName: "carl"),
            ]
            let dry = try await world.importUsers(users, dryRun: true)
            #expect(try await world.auth.count("account") == 1)
            #expect(try await world.auth.count("importedUser") == 0)
            let results = try await world.importUsers(users)
            #expect(results.map(\.outcome) == dry.map(\.outcome))
            #expect(results.map(\.problem) == dry.map(\.problem))
            let imported = zip(users, results).filter { $1.outcome == .imported }.map(\.0.foreignID)
            #expect(imported == ["ben", "g1", "carl"])
            #expect(results.allSatisfy { ($0.outcome == .refused) == !$0.problem.isEmpty })
            #expect(!results.contains { $0.problem.contains("plain") || $0.problem.contains("@") })
        }
    }

    @Test func aDisabledUserAndATimeAreKept() async throws {
        try await withAuth { world in
            var user = ImportedUser.elsewhere("anna")
            (user.isDisabled, user.createdAtMs, user.locale) = (true, 1_000_000, "de")
            try await world.importUsers([user])
            let account = try await world.auth.store.account(email: "anna@example.com")
            #expect(account?.createdAt == 1_000_000 && account?.locale == "de")
            #expect(account?.isDisabled(at: world.clock.now()) == true)
            #expect(account?.primary?.isVerified == true)
            #expect(await signIn(world, "anna", "U*U")?.code == .unauthenticated)
        }
    }

    /// B8: otherwise the time would reveal the accounts that were imported.
    @Test func wrongPasswordsAreAnsweredByTheDearestImportedHash() async throws {
        try await withAuth { world in
            try await world.stop()
            try await world.start { $0.answerQuantum = nil }
            let before = world.auth.runtime.verifier.padding
            try await world.importUsers([
                .elsewhere(
                    "anna", hash: "$2b$14$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW")
            ])
            let after = world.auth.runtime.verifier.padding
            #expect(after.quantum > before.quantum)
            try await world.stop()
            try await world.start { $0.answerQuantum = nil }
            #expect(world.auth.runtime.verifier.padding.quantum > before.quantum)
        }
    }

    /// A crash between the claim of a name and the commit.
    @Test func aNameThatWasClaimedForNothingIsFreeAgain() async throws {
        try await withAuth { world in
            world.profile.setFault { step, moment in
                if step == .hold, moment == .after {
                    throw RPCError(.unavailable, "as if the answer was lost")
                }
            }
            let users = [ImportedUser.elsewhere("anna", displayName: "anna")]
            #expect(await failure { try await world.importUsers(users) }?.code == .unavailable)
            #expect(try await world.auth.count("account") == 0)
            world.profile.setFault(nil)
            try await world.auth.settle()
            let results = try await world.importUsers(users)
            #expect(results.map(\.outcome) == [.imported] && results[0].problem == "")
        }
    }

    @Test func requestsThatAreTooLargeOrMalformedAreRefused() async throws {
        try await withAuth { world in
            let many = (0...1000).map { ImportedUser.elsewhere("u\($0)") }
            let error = await failure { try await world.importUsers(many) }
            #expect(error?.code == .invalidArgument && error?.reasons == [.tooMany])
            for source in ["", "A", "a b", String(repeating: "a", count: 33)] {
                let request = ImportUsersRequest(source: source)
                let error = await failure { try await world.imports.importUsers(request) }
                #expect(error?.reasons == [.fieldMalformed])
            }
        }
    }

    /// An administrator could plant an account that a stranger's identity signs in to.
    @Test func onlyTheOperatorImports() async throws {
        try await withAuth { world in
            let (anna, ben) = (try await world.newUser("anna"), try await world.newAdmin("ben"))
            let service = ImportServiceClient(world.auth.connection)
            let request = ImportUsersRequest(users: [.elsewhere("carl")], source: "elsewhere")
            for tokens in [anna.tokens, ben.tokens] {
                let refused = await failure {
                    try await service.importUsers(request, options: .bearer(tokens))
                }
                #expect(refused?.code == .permissionDenied)
            }
        }
    }
}
