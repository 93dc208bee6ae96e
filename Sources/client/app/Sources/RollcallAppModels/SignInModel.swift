import Observation
import RollcallApp

/// The screen that signs in: a name and a password, and sometimes the code of a mail, of an
/// authenticator app, or a recovery code.
@available(iOS 17, macOS 14, *)
@MainActor @Observable
public final class SignInModel: FormModel<SignInForm> {
    public private(set) var user: User?
    /// What the code is of, while `form.needsCode`. Where it is `.totp`, a user without the app can
    /// choose `.recoveryCode`.
    public var step = SignInStep.mailedCode
    private var pending: PendingSignIn?

    public init(_ account: any AccountService, sentences: Sentences = Sentences()) {
        super.init(SignInForm(), account, sentences)
    }

    /// Signs in, or goes on with the code if `form.needsCode`.
    public func submit() async {
        guard form.attempt() else { return }
        await run { () async throws(RollcallError) in
            guard let pending else { return try await signIn() }
            do throws(RollcallError) {
                note(try await account.continueSignIn(pending, by: proof))
            } catch {
                // Only another sign-in has another code mailed.
                if error.reasons.contains(.codeExpired) { startAgain() }
                throw error
            }
        }
    }

    /// Goes back to the name and the password.
    public func startAgain() {
        pending = nil
        (form.needsCode, form.code) = (false, "")
    }

    private var proof: ContinueSignInRequest.Step {
        switch step {
        case .totp: .totpCode(form.code)
        case .recoveryCode: .recoveryCode(form.code)
        default: .mailedCode(form.code)
        }
    }

    private func signIn() async throws(RollcallError) {
        note(try await account.signIn(form.name, password: form.password))
    }

    private func note(_ result: SignInResult) {
        switch result {
        case .signedIn(let user): self.user = user
        case .codeRequired(let pending):
            self.pending = pending
            step = pending.steps.contains(.totp) ? .totp : .mailedCode
            (form.needsCode, form.code) = (true, "")
        }
    }
}
