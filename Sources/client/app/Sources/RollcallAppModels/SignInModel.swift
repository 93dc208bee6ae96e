import Observation
import RollcallApp

/// The screen that signs in: a name and a password, and sometimes the code of a mail.
@available(iOS 17, macOS 14, *)
@MainActor @Observable
public final class SignInModel: FormModel<SignInForm> {
    public private(set) var user: User?
    private var pending: PendingSignIn?

    public init(_ account: any AccountService, sentences: Sentences = Sentences()) {
        super.init(SignInForm(), account, sentences)
    }

    /// Signs in, or goes on with the code of the mail if `form.needsCode`.
    public func submit() async {
        guard form.attempt() else { return }
        await run { () async throws(RollcallError) in
            guard let pending else { return try await signIn() }
            do throws(RollcallError) {
                user = try await account.continueSignIn(pending, code: form.code)
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

    private func signIn() async throws(RollcallError) {
        switch try await account.signIn(form.name, password: form.password) {
        case .signedIn(let user): self.user = user
        case .codeRequired(let pending):
            self.pending = pending
            form.needsCode = true
        }
    }
}
