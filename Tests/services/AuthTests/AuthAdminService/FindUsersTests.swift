import RollcallAPI
import RollcallRPC
import TestPostgreSQL
import Testing

@testable import Auth

@Suite(.onEachEngine) struct FindUsersTests {
    private func signUp(
        _ world: AuthServer, _ name: String, at email: String? = nil, from address: String
    ) async throws {
        let call = CallContext(method: "", peer: PeerIdentity(address: address))
        try await AuditOrigin.$current.withValue(AuditOrigin(call)) {
            _ = try await world.auth.runtime.handler.signUp(
                .anna(email: email ?? "\(name)@example.com", name: name), context: call)
        }
    }

    @Test func accountsAreFoundByAllThatIsGiven() async throws {
        try await withAuth { world in
            let start = world.clock.now()
            try await signUp(world, "bot1", at: "Spam+1@example.com", from: "203.0.113.7:1")
            world.clock.advance(.seconds(10))
            try await signUp(world, "Bot2", from: "[2001:db8:7::1]:1")
            try await signUp(world, "anna", from: "198.51.100.7:1")
            let cases: [(FindUsersRequest, [String])] = [
                (.init(networks: ["203.0.113.200"]), ["bot1"]),
                (.init(networks: ["2001:db8:7::/48", "203.0.113.0/24"]), ["bot1", "Bot2"]),
                (.init(networks: ["2001:DB8:7::1/48", "203.0.113.7/24"]), ["bot1", "Bot2"]),
                (.init(networks: ["192.0.2.1"]), []),
                (.init(createdAfterMs: start + 1), ["Bot2", "anna"]),
                (.init(createdBeforeMs: start + 1), ["bot1"]),
                (.init(createdAfterMs: start + 1, createdBeforeMs: start), []),
                (.init(emailPrefix: "SPAM+"), ["bot1"]),
                (.init(emailPrefix: "%"), []),
                (.init(namePrefix: "bOT"), ["bot1", "Bot2"]),
                (.init(networks: ["203.0.113.7"], namePrefix: "bot"), ["bot1"]),
            ]
            for (request, names) in cases {
                #expect(try await world.find(request) == names.map { "\($0) found" })
            }
            // The network of the sign-up is known for as long as the audit log is kept.
            try await world.auth.store.run("DELETE FROM session")
            #expect(try await world.find(.init(networks: ["203.0.113.1"])) == ["bot1 found"])
        }
    }

    @Test func allThatAreFoundAreDisabledOrDeletedButForAdministrators() async throws {
        try await withAuth { world in
            let admin = try await world.newAdmin("bot0")
            let bot = try await world.newUser("bot1")
            let anna = try await world.newUser("anna")
            try await world.auth.settle()
            #expect(
                try await world.find(.init(namePrefix: "bot", act: .disable))
                    == ["bot0 left", "bot1 disabled"])
            // Repeated, as after an interruption.
            #expect(
                try await world.find(.init(namePrefix: "bot", act: .disable))
                    == ["bot0 left", "bot1 left"])
            #expect(try await world.user(bot.id)?.isDisabled == true)
            #expect(await world.end(of: bot.tokens) == .sessionEnded)
            #expect(
                try await world.find(.init(namePrefix: "bot", act: .delete, freeNames: true))
                    == ["bot0 left", "bot1 deleted"])
            #expect(await failure { try await world.user(bot.id) }?.reasons == [.userNotFound])
            try await world.auth.settle()
            let again = try await world.client.signUp(
                .anna(email: "new@example.com", name: "bot1"))
            #expect(again.session != nil)
            for user in [admin, anna] { #expect(await world.end(of: user.tokens) == nil) }
        }
    }

    @Test func withoutFreeNamesANameIsInQuarantine() async throws {
        try await withAuth { world in
            _ = try await world.newUser("bot1")
            try await world.auth.settle()
            try await world.find(.init(namePrefix: "bot", act: .delete))
            try await world.auth.settle()
            let error = await failure {
                try await world.client.signUp(.anna(email: "new@example.com", name: "bot1"))
            }
            #expect(error?.reasons == [.displayNameTaken])
        }
    }

    @Test func withoutACriterionOrWithANetworkThatIsNoneNothingIsDone() async throws {
        try await withAuth { world in
            _ = try await world.newUser("anna")
            let cases: [(FindUsersRequest, Reason)] = [
                (.init(act: .delete), .fieldMissing),
                (.init(networks: [""], act: .delete), .fieldMalformed),
                (.init(networks: ["203.0.113.7/"], act: .delete), .fieldMalformed),
                (.init(namePrefix: "anna", act: .disable, freeNames: true), .fieldMalformed),
                (.init(networks: ["203.0.0.0/16"], act: .delete), .fieldMalformed),
                (.init(emailPrefix: "a", act: .init(rawValue: 9)), .fieldMalformed),
            ]
            for (request, reason) in cases {
                let error = await failure { try await world.find(request) }
                #expect(error?.code == .invalidArgument && error?.reasons == [reason])
            }
            _ = try await world.signIn(as: "anna")
        }
    }
}
