import Foundation
import Observation
import RollcallApp

/// The screen of a user who forgot the password.
@available(iOS 17, macOS 14, *)
@MainActor @Observable
public final class PasswordResetModel: FormModel<PasswordResetForm> {
    /// Whether the mail was requested: the code and another password come next.
    public private(set) var isRequested = false
    /// Whether the password was changed: the user can sign in with it.
    public private(set) var isDone = false
    private var flow = ""
    private let locale: String

    /// - Parameter locale: the language of the mail if the account has chosen none.
    public init(
        _ account: any AccountService, locale: String = Locale.preferredLanguages.first ?? "",
        sentences: Sentences = Sentences()
    ) {
        self.locale = locale
        super.init(PasswordResetForm(), account, sentences)
    }

    /// Has a mail sent, also another one.
    public func request() async {
        guard form.canRequest else { return _ = form.attempt() }
        await run { () async throws(RollcallError) in
            flow = try await account.requestPasswordReset(email: form.email, locale: locale)
            isRequested = true
        }
    }

    public func submit() async {
        guard form.attempt() else { return }
        await run { () async throws(RollcallError) in
            try await account.resetPassword(form.proof(flow), to: form.password)
            isDone = true
        }
    }
}
