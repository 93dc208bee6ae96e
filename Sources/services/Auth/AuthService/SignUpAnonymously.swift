import RollcallAPI
import RollcallRPC

extension AuthHandler {
    /// How long a repeated sign-up opens another session of the account that it has made.
    private static let repetition = Duration.seconds(3600)

    package func signUpAnonymously(
        _ request: SignUpAnonymouslyRequest, context: CallContext
    ) async throws -> SignUpAnonymouslyResponse {
        guard configuration.allowsAnonymousAccounts else { throw RPCError.signInWayOff }
        return try await metrics.countingSignUp {
            let form: SignUpForm
            do throws(BrokenRules) {
                form = try SignUpForm(request, configuration)
            } catch {
                throw await refusal(
                    error, request.displayName, of: SignUpAnonymouslyRequest.self, context)
            }
            let answer = try await signUp(form, context)
            return SignUpAnonymouslyResponse(
                session: answer.session, tokens: answer.tokens, deviceToken: answer.deviceToken)
        }
    }

    /// The same sign-up once more. The key alone proves that it is the same caller. So it opens
    /// nothing once the account can be signed in to, or is older than any caller tries again.
    func signUpAgain(
        _ account: Account, _ form: SignUpForm, spending permit: Permit, _ context: CallContext
    ) async throws -> SignUpResponse {
        let age = clock() - account.createdAt
        guard (0..<Self.repetition.wholeMilliseconds).contains(age),
            !account.isDisabled(at: clock()), try await store.waysIn(of: account.id).isNone,
            let opened = try await open(
                account, on: form.device, isTold: false, spending: [permit], context)
        else { throw Self.keyReused }
        try? await signUps.deliverOutbox(of: account.id)
        return SignUpResponse(
            session: opened.session, tokens: opened.tokens, deviceToken: opened.deviceToken)
    }
}
