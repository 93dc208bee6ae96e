import Foundation
import RollcallAPI
import RollcallClient
import RollcallRPC
import Synchronization
import TestServers
import TestSupport
import Testing

@testable import rollcall

/// A proof on the command line: one of several fields of a message, of which one is a secret.
struct AlternativesTests {
    /// Auth, as far as it is asked for addresses and exports.
    private final class Auth: Sendable {
        let proofs = Mutex<[Reauthentication?]>([])

        func note(_ proof: Reauthentication?) { proofs.withLock { $0.append(proof) } }
    }

    /// What the commands send.
    private func proofs(
        _ run: (_ command: Command, _ files: TemporaryDirectory) async throws -> Void
    ) async throws -> [Reauthentication?] {
        let directory = try TemporaryDirectory()
        let auth = Auth()
        var router = Router()
        router.unary(AccountServiceMethods.addAddress) { request, _ in
            auth.note(request.proof)
            return AddAddressResponse(expiresAtMs: 1)
        }
        router.unary(AccountDataServiceMethods.deleteAccount) { request, _ in
            auth.note(request.proof)
            return DeleteAccountResponse(receipt: "rcx1_")
        }
        let server = try Server(router: router, authenticator: Everybody(), logger: .quiet)
        let endpoint = Endpoint.unix(path: "\(directory.path)/socket")
        _ = try await server.listen(on: endpoint)
        let endpoints = RollcallSession.Endpoints(auth: endpoint)
        let stored = StoredSession(
            sessionID: "s", userID: "u", accessToken: "a", accessTokenExpiresAtMs: .max,
            refreshToken: "r")
        let command = Command(
            services: try ServiceOptions.parse([]), environment: [:], endpoints: endpoints,
            tls: nil,
            rollcall: RollcallSession(
                endpoints: endpoints, store: InMemorySessionStore(stored), logger: .quiet),
            store: FileSessionStore(directory: StateDirectory(path: directory.path)),
            output: Output(isJSON: false))
        do {
            try await run(command, directory)
        } catch {
            await server.drain()
            throw error
        }
        await server.drain()
        return auth.proofs.withLock { $0 }
    }

    private func write(_ text: String, to directory: TemporaryDirectory) throws -> String {
        let path = "\(directory.path)/password"
        try Data(text.utf8).write(to: URL(filePath: path))
        return path
    }

    @Test func theOneThatIsGivenIsSent() async throws {
        let add = try #require(ContractCommands.all.first { $0.words == "email add" })
        let proofs = try await proofs { command, files in
            let file = try write("correct horse\n", to: files)
            for proof in [["password": [file]], ["mailed_code": ["12345678"]]] {
                let texts = proof.merging(["email": ["a@b.c"]]) { $1 }
                try await CommandCall(add, texts, command).run()
            }
        }
        #expect(proofs == [.password("correct horse"), .mailedCode("12345678")])
    }

    @Test func aCodeOfTheSecondFactorGoesBesideThem() async throws {
        let add = try #require(ContractCommands.all.first { $0.words == "email add" })
        let proofs = try await proofs { command, files in
            let file = try write("correct horse\n", to: files)
            let texts = ["email": ["a@b.c"], "password": [file], "factor_code": ["123456"]]
            try await CommandCall(add, texts, command).run()
            try await AccountDelete.parse(
                ["--password-file", file, "--factor-code", "123456", "--yes"]
            ).run(command)
        }
        let both = Reauthentication(proof: .password("correct horse"), factorCode: "123456")
        #expect(proofs == [both, both])
    }

    @Test func anEmptyPasswordIsNone() async throws {
        let add = try #require(ContractCommands.all.first { $0.words == "email add" })
        let proofs = try await proofs { command, files in
            let file = try write("\n", to: files)
            let texts = ["email": ["a@b.c"], "password": [file]]
            try await CommandCall(add, texts, command).run()
            try await AccountDelete.parse(["--password-file", file, "--yes"]).run(command)
        }
        #expect(proofs == [nil, nil])
    }

    @Test func anAccountIsDeletedByAMailedCode() async throws {
        let proofs = try await proofs { command, _ in
            try await AccountDelete.parse(["--mailed-code", "12345678", "--yes"]).run(command)
        }
        #expect(proofs == [.mailedCode("12345678")])
        #expect(throws: (any Error).self) {
            try AccountDelete.parse(["--mailed-code", "1", "--password-file", "f"])
        }
    }
}

/// Takes all callers for one user.
private struct Everybody: Authenticator {
    func authenticate(_ context: CallContext) async throws -> Caller {
        .user(UserIdentity(userID: "u", sessionID: "s", isAdmin: false, expiresAt: .max))
    }
}
