import Foundation
import Observation
import RollcallApp

/// The screen that makes an account.
@available(iOS 17, macOS 14, *)
@MainActor @Observable
public final class SignUpModel: FormModel<SignUpForm> {
    /// Whether the display name is free.
    public private(set) var nameVerdict = DisplayNameCheck.Verdict.empty
    /// How easily the password is guessed; nil while nobody knows.
    public private(set) var passwordStrength: PasswordStrength?
    /// The new user, who is signed in.
    public private(set) var user: User?
    private let nameCheck: DisplayNameCheck
    private let clock: any Clock<Duration>
    private var passwordCheck: Task<Void, Never>?
    private let locale: String

    /// - Parameters:
    ///   - locale: the language of mails, such as `de-AT`.
    ///   - clock: of the pause before a name or a password is checked.
    public init(
        _ account: any AccountService, form: SignUpForm = SignUpForm(),
        locale: String = Locale.preferredLanguages.first ?? "", sentences: Sentences = Sentences(),
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        nameCheck = DisplayNameCheck(account, clock: clock)
        (self.clock, self.locale) = (clock, locale)
        super.init(form, account, sentences)
        Task { [weak self, verdicts = nameCheck.verdicts] in
            for await verdict in verdicts { self?.nameVerdict = verdict }
        }
    }

    override func edited(from old: SignUpForm) {
        super.edited(from: old)
        nameCheck.check(form.displayName)
        if form.password != old.password { checkPassword() }
    }

    /// Asks once nothing was typed for half a second.
    private func checkPassword() {
        passwordCheck?.cancel()
        passwordStrength = nil
        guard !form.password.isEmpty else { return }
        passwordCheck = Task { [weak self, account, clock, form] in
            try? await clock.sleep(for: DisplayNameCheck.pause)
            guard !Task.isCancelled else { return }
            let strength = try? await account.checkPassword(
                form.password, email: form.email, displayName: form.displayName)
            if !Task.isCancelled { self?.passwordStrength = strength }
        }
    }

    public func submit() async {
        guard form.attempt() else { return }
        await run { () async throws(RollcallError) in
            user = try await account.signUp(
                email: form.email, password: form.password, displayName: form.displayName,
                locale: locale)
        }
    }
}
