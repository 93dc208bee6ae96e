import RollcallAPI
import RollcallRPC
import Testing

@testable import Auth

@Suite struct MailDomainsTests {
    @Test(arguments: [
        "root@localhost", "root@localhost.", "a@LOCALHOST", "a@mail", "a@192.0.2.1",
        "a@example.123",
        "a@1", "a@2130706433",
    ])
    func aDomainOfTheOwnMachineIsNotPublic(address: String) throws {
        let email = try EmailAddress(address)
        #expect(!MailDomains.public.include(email))
        #expect(MailDomains.all.include(email))
    }

    @Test(arguments: [
        "a@example.org", "a@b.c", "a@1.example", "a@example.org.", "a@b\u{FC}cher.example",
        "a@example.1a", "\"a@b\"@example.org",
    ])
    func aDomainOfThePublicDNSIs(address: String) throws {
        #expect(MailDomains.public.include(try EmailAddress(address)))
    }

    @Test(arguments: ["root@localhost", "root@127.0.0.1", "root@[127.0.0.1]"])
    func nobodyHasMailSentToTheOwnMachine(address: String) async throws {
        try await withAuth { world in
            let anna = try await world.client.signUp(.anna())
            let mails = try await world.auth.count("mail")
            let calls: [(String, () async throws -> Void)] = [
                (
                    "email",
                    { _ = try await world.client.signUp(.anna(email: address, name: "bob")) }
                ),
                (
                    "email",
                    {
                        _ = try await world.auth.account.requestPasswordReset(
                            RequestPasswordResetRequest(email: address))
                    }
                ),
                (
                    "new_email",
                    {
                        _ = try await world.auth.account.startAddressChange(
                            StartAddressChangeRequest(
                                proof: .password("correct horse"), newEmail: address),
                            options: .bearer(anna.tokens))
                    }
                ),
            ]
            for (field, call) in calls {
                let error = await failure { try await call() }
                let violations = error?.detail(ErrorInfo.self)?.violations ?? []
                #expect(error?.code == .invalidArgument)
                #expect(violations.map(\.reason) == [.emailMalformed])
                #expect(violations.map(\.field) == [field])
            }
            #expect(try await world.auth.count("mail") == mails)
        }
    }

    @Test func whereItIsConfiguredLocalDomainsAreAccepted() async throws {
        try await withAuth { world in
            try await world.stop()
            try await world.start { $0.mailDomains = .all }
            _ = try await world.client.signUp(.anna(email: "anna@localhost"))
            #expect(try await world.auth.count("mail", where: "recipient = 'anna@localhost'") == 1)
        }
    }
}
