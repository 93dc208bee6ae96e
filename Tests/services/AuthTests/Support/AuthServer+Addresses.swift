import RollcallAPI
import RollcallRPC

@testable import Auth

/// Adding, choosing and removing addresses, in the session of `tokens`. Without a proof an address
/// is chosen or removed only in a fresh session.
extension AuthServer {
    func startAdding(
        _ email: String, _ tokens: Tokens?, proof: Reauthentication? = .password("correct horse")
    ) async throws -> AddAddressResponse {
        try await auth.account.addAddress(
            AddAddressRequest(proof: proof, email: email), options: .bearer(tokens))
    }

    func prove(_ email: String, _ code: String?, _ tokens: Tokens?) async -> RPCError? {
        await failure {
            try await auth.account.verifyAddress(
                VerifyAddressRequest(code: code ?? "", email: email), options: .bearer(tokens))
        }
    }

    /// Adds an address with the code of the mail.
    func add(
        _ email: String, _ tokens: Tokens?, proof: Reauthentication? = .password("correct horse")
    ) async throws {
        _ = try await startAdding(email, tokens, proof: proof)
        _ = try await auth.account.verifyAddress(
            VerifyAddressRequest(code: newest(.changeAddressNew).code ?? "", email: email),
            options: .bearer(tokens))
    }

    @discardableResult
    func makePrimary(
        _ email: String, _ tokens: Tokens?, proof: Reauthentication? = nil
    ) async throws -> AccountInfo? {
        try await auth.account.makeAddressPrimary(
            MakeAddressPrimaryRequest(proof: proof, email: email), options: .bearer(tokens)
        ).account
    }

    @discardableResult
    func remove(
        _ email: String, _ tokens: Tokens?, proof: Reauthentication? = nil
    ) async throws -> AccountInfo? {
        try await auth.account.removeAddress(
            RemoveAddressRequest(proof: proof, email: email), options: .bearer(tokens)
        ).account
    }

    /// The addresses of the caller's account, the primary one first.
    func addresses(_ tokens: Tokens?) async throws -> [String] {
        try await account(tokens).addresses.map(\.email)
    }

    /// Who was sent a kind of mail, in the order of the alphabet.
    func recipients(of kind: MailKind) async throws -> [String] {
        try await mails(kind).map(\.recipient).sorted()
    }
}

extension Reauthentication {
    static func mailedCode(_ code: String) -> Reauthentication {
        Reauthentication(proof: .mailedCode(code))
    }
}
