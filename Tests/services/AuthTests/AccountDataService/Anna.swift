import RollcallAPI
import RollcallRPC

@testable import Auth

/// Somebody who is signed in.
struct Anna {
    let id: String
    let options: CallOptions
    let tokens: Tokens?

    init(_ world: AuthServer, _ request: SignUpRequest = .anna()) async throws {
        let answer = try await world.client.signUp(request)
        id = answer.session?.userID ?? ""
        options = try .bearer(answer.tokens)
        tokens = answer.tokens
    }

    func delete(
        _ world: AuthServer, password: String = "correct horse"
    ) async throws -> DeleteAccountResponse {
        try await world.auth.accountData.deleteAccount(
            DeleteAccountRequest(proof: .password(password)), options: options)
    }
}

extension AuthServer {
    /// How far a deletion has come.
    func receipt(_ text: String) async throws -> GetDeletionReceiptResponse {
        try await auth.accountData.getDeletionReceipt(
            GetDeletionReceiptRequest(receipt: text))
    }
}
