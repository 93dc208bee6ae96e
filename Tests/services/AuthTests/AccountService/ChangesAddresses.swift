import RollcallAPI
import RollcallRPC
import Testing

@testable import Auth

/// A suite whose tests change the address of Anna's account.
protocol ChangesAddresses {}

extension ChangesAddresses {
    static var password: String { "correct horse" }
    static var new: String { "anna@example.org" }

    func start(
        _ world: AuthServer, to email: String = Self.new, password: String = Self.password,
        _ tokens: Tokens?
    ) async throws -> StartAddressChangeResponse {
        try await world.auth.account.startAddressChange(
            StartAddressChangeRequest(proof: .password(password), newEmail: email),
            options: .bearer(tokens))
    }

    func confirm(
        _ world: AuthServer, _ old: String?, _ new: String?, _ tokens: Tokens?
    ) async -> RPCError? {
        await failure {
            try await world.auth.account.confirmAddressChange(
                ConfirmAddressChangeRequest(oldCode: old ?? "", newCode: new ?? ""),
                options: .bearer(tokens))
        }
    }

    /// Changes the address of who has a verified one, with the codes of both mails.
    func change(
        _ world: AuthServer, to email: String = Self.new, password: String = Self.password,
        _ tokens: Tokens?
    ) async throws {
        let response = try await start(world, to: email, password: password, tokens)
        #expect(response.needsOldCode)
        let old = try await world.newest(.changeAddressOld)
        let new = try await world.newest(.changeAddressNew)
        #expect(await confirm(world, old.code, new.code, tokens) == nil)
    }
}
