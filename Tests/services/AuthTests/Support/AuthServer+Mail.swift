import Foundation
import RollcallAPI
import RollcallCrypto
import RollcallRPC
import Storage
import TestPostgreSQL
import TestSupport
import Testing

@testable import Auth

/// A mail that waits in the outbox, with what its reader finds in it.
struct WaitingMail {
    let kind: MailKind
    let recipient: String
    let locale: String
    let variables: String
    let code: String?
    let linkToken: String?

    fileprivate init(_ columns: inout Columns, _ secrets: ChallengeSecrets) throws {
        kind = try columns.next()
        recipient = try columns.next()
        locale = try columns.next()
        variables = try columns.next()
        let challenge: UUIDv7? = try columns.next()
        code = try challenge.map { try secrets.code(of: $0).digits }
        linkToken = try challenge.map { try secrets.linkToken(of: $0).text }
    }
}

extension AuthServer {
    /// What was mailed so far, the oldest first: ids do not tell after a restart at an instant that
    /// stands still. Codes and links are derived as the sender does it.
    func mails(_ kind: MailKind? = nil) async throws -> [WaitingMail] {
        let secrets = ChallengeSecrets(secret: RunningAuth.secret)
        let mails = try await auth.store.all(
            Query(Self.mailsInOrder) { try WaitingMail(&$0, secrets) })
        return mails.filter { kind == nil || $0.kind == kind }
    }

    /// In the order in which they were queued.
    static var mailsInOrder: SQL {
        let columns: SQL = "SELECT kind, recipient, locale, variables, challengeID FROM mail"
        return switch TestEngine.current {
        case .sqlite: "\(columns) ORDER BY rowid"
        case .postgresql: "\(columns) ORDER BY xmin::text::bigint, ctid"
        }
    }

    /// The newest code or link of a kind.
    func newest(_ kind: MailKind) async throws -> WaitingMail {
        try #require(try await mails(kind).last)
    }

    /// Waits until everybody who asked for a reset has been looked for.
    func settleResets() async throws {
        try await eventually {
            try await auth.count("challenge", where: "waitingLocale IS NOT NULL") == 0
        }
    }

    /// Asks for a reset, and waits until the mail is on its way, if there is any.
    ///
    /// - Returns: the flow.
    func requestReset(_ email: String = "anna@example.com", locale: String = "") async throws
        -> String
    {
        let response = try await auth.account.requestPasswordReset(
            RequestPasswordResetRequest(email: email, locale: locale))
        try await settleResets()
        return response.flow
    }

    /// Asks for a reset from an address, on a device if it has a token.
    ///
    /// - Returns: the flow.
    func requestReset(on device: String = "", from address: String) async throws -> String {
        let response = try await auth.runtime.account.requestPasswordReset(
            RequestPasswordResetRequest(email: "anna@example.com", deviceToken: device),
            context: CallContext(method: "", peer: PeerIdentity(address: address)))
        try await settleResets()
        return response.flow
    }

    func reset(
        _ flow: String, _ code: String?, to password: String = "battery staple"
    ) async -> RPCError? {
        await failure {
            try await auth.account.resetPassword(
                ResetPasswordRequest(
                    proof: .mailedCode(MailedCode(flow: flow, code: code ?? "")),
                    newPassword: password))
        }
    }

    func reset(link: String?, to password: String = "battery staple") async -> RPCError? {
        await failure {
            try await auth.account.resetPassword(
                ResetPasswordRequest(proof: .linkToken(link ?? ""), newPassword: password))
        }
    }

    func verify(_ code: String?, _ tokens: Tokens?) async -> RPCError? {
        await failure {
            try await auth.account.verifyAddress(
                VerifyAddressRequest(code: code ?? ""), options: .bearer(tokens))
        }
    }

    func follow(_ link: String?) async -> RPCError? {
        await failure {
            try await auth.account.followLink(FollowLinkRequest(linkToken: link ?? ""))
        }
    }

    func signInError(
        _ password: String = "correct horse", email: String = "anna@example.com"
    ) async -> RPCError? {
        await failure {
            try await client.signIn(SignInRequest(email: email, password: password))
        }
    }

    /// Anna, whose address is verified.
    func verifiedAnna() async throws -> Tokens? {
        let tokens = try await client.signUp(.anna()).tokens
        #expect(await verify(try await newest(.verifyAddress).code, tokens) == nil)
        return tokens
    }
}

extension String {
    /// A code that is not this one.
    var otherCode: String { self == "00000000" ? "00000001" : "00000000" }
}
