import RollcallAPI
import RollcallCrypto
import RollcallRPC
import TestSupport
import Testing

@testable import Auth

/// What an owner with a second factor has at hand.
struct AuthenticatorApp {
    let totp: TOTP
    var recoveryCodes: [String] = []

    /// - Parameter secret: base32, as it is typed into an app.
    init(_ secret: String) throws {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
        var (bytes, pending, bits) = ([UInt8](), 0, 0)
        for letter in secret {
            pending = pending << 5 | (try #require(alphabet.firstIndex(of: letter)))
            bits += 5
            guard bits >= 8 else { continue }
            bits -= 8
            bytes.append(UInt8(pending >> bits & 255))
        }
        totp = TOTP(secret: Secret(bytes))
    }

    /// What the app shows.
    ///
    /// - Parameter steps: of 30 seconds from now.
    func code(at clock: TestClock, _ steps: Int64 = 0) throws -> String {
        try totp.code(at: clock.now() / 30_000 + steps).digits
    }

    /// Six digits that the app shows neither now nor a step away.
    func wrongCode(at clock: TestClock) throws -> String {
        let near = try (-3...3).map { try code(at: clock, $0) }
        return try #require(["000000", "111111", "222222", "333333"].first { !near.contains($0) })
    }
}

extension AuthServer {
    var factors: FactorServiceClient { FactorServiceClient(auth.connection) }

    func startTotp(
        _ tokens: Tokens?, proof: Reauthentication? = .password("correct horse")
    ) async throws -> StartTotpResponse {
        try await factors.startTotp(StartTotpRequest(proof: proof), options: .bearer(tokens))
    }

    func confirmTotp(_ code: String, _ tokens: Tokens?) async throws -> [String] {
        try await factors.confirmTotp(
            ConfirmTotpRequest(code: code), options: .bearer(tokens)
        ).recoveryCodes
    }

    /// Gives an account a second factor. The code of this time is used up.
    func enrol(_ tokens: Tokens?) async throws -> AuthenticatorApp {
        var app = try AuthenticatorApp(try await startTotp(tokens).secret)
        app.recoveryCodes = try await confirmTotp(app.code(at: clock), tokens)
        return app
    }

    /// Anna, whose address is verified and who has a second factor, and the next code to use.
    func protectedAnna() async throws -> (anna: SignUpResponse, app: AuthenticatorApp) {
        let anna = try await client.signUp(.anna())
        #expect(await verify(try await newest(.verifyAddress).code, anna.tokens) == nil)
        let app = try await enrol(anna.tokens)
        clock.advance(.seconds(60))
        return (anna, app)
    }

    /// Signs in as somebody at an address, up to the second factor.
    func halfSignIn(
        _ request: SignInRequest = .anna, from number: Int = 113
    ) async throws -> PendingSignIn {
        try #require(try await signIn(request, from: number).pending)
    }

    @discardableResult
    func goOn(
        _ token: String, by step: ContinueSignInRequest.Step, from number: Int = 113
    ) async throws -> ContinueSignInResponse {
        try await auth.runtime.handler.continueSignIn(
            ContinueSignInRequest(token: token, step: step),
            context: CallContext(
                method: "", peer: PeerIdentity(address: "203.0.\(number).7:1")))
    }

    func refusal(
        _ token: String, by step: ContinueSignInRequest.Step, from number: Int = 113
    ) async -> RPCError? {
        await failure { try await goOn(token, by: step, from: number) }
    }

    func codesLeft(_ tokens: Tokens?) async throws -> UInt32 {
        try await factors.getFactors(GetFactorsRequest(), options: .bearer(tokens))
            .recoveryCodesLeft
    }
}

extension Reauthentication {
    static func password(_ password: String, _ factorCode: String) -> Reauthentication {
        Reauthentication(proof: .password(password), factorCode: factorCode)
    }
}
