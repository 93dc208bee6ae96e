import Foundation
import RollcallApp

/// Sign-in, sign-up, and what a user does who forgot the password.
struct AuthScreen: Screen {
    private enum Mode {
        case signIn, signUp, reset

        var next: Mode {
            switch self {
            case .signIn: .signUp
            case .signUp: .reset
            case .reset: .signIn
            }
        }
    }

    private let worker: Worker
    private let nameCheck: DisplayNameCheck
    private var mode = Mode.signIn
    private var signIn = Fields(
        SignInForm(),
        [
            .init(label: "E-mail or name", id: .name, text: \.name),
            .init(label: "Password", id: .password, text: \.password, isSecret: true),
        ])
    private var signUp = Fields(
        SignUpForm(),
        [
            .init(label: "Display name", id: .displayName, text: \.displayName),
            .init(label: "E-mail", id: .email, text: \.email),
            .init(label: "Password", id: .password, text: \.password, isSecret: true),
        ])
    private var reset = Fields(
        PasswordResetForm(), [.init(label: "E-mail", id: .email, text: \.email)])
    private var verdict = DisplayNameCheck.Verdict.empty
    private var pending: PendingSignIn?
    private var flow: String?
    private var message: String?
    private var isBusy = false

    init(
        _ account: any AccountService, _ reason: SignedOutReason,
        _ tell: AsyncStream<Event>.Continuation
    ) {
        worker = Worker(account: account, tell: tell)
        nameCheck = DisplayNameCheck(account)
        if reason != .noSession, reason != .signedOut { message = "Your session has ended." }
        Task { [verdicts = nameCheck.verdicts] in
            for await verdict in verdicts { tell.yield(.name(verdict)) }
        }
    }

    var lines: [String] {
        let title =
            switch mode {
            case .signIn: "Sign in"
            case .signUp: "Create account"
            case .reset: "Forgot password"
            }
        let fields =
            switch mode {
            case .signIn: signIn.lines()
            case .signUp: signUp.lines { $0 == .displayName ? note : nil }
            case .reset: reset.lines()
            }
        return [title.bold, ""] + fields + [""]
            + (message.map { $0.wrapped().map(\.red) } ?? [])
            + [isBusy ? "Please wait …" : ""]
            + ["", "Enter: \(title)   Tab: next field   Ctrl-N: another form   Ctrl-X: leave".dim]
    }

    private var note: String? {
        switch verdict {
        case .empty, .broken, .own: nil
        case .checking: "Checking …".dim
        case .free: "This name is free.".green
        case .unknown: "The name cannot be checked now.".dim
        case .taken(let suggestions):
            "This name is taken. Free: \(suggestions.joined(separator: ", "))".red
        }
    }

    mutating func handle(_ event: Event) {
        switch event {
        case .key(.enter): submit()
        case .key(.mode):
            (mode, message) = (mode.next, nil)
        case .key(let key): edit(key)
        case .name(let verdict): self.verdict = verdict
        case .done(let sentence, let work): finish(sentence, work)
        case .state, .people: break
        }
    }

    private mutating func edit(_ key: Key) {
        message = nil
        switch mode {
        case .signIn: signIn.handle(key)
        case .reset: reset.handle(key)
        case .signUp:
            signUp.handle(key)
            nameCheck.check(signUp.form.displayName)
        }
    }

    private mutating func submit() {
        guard !isBusy else { return }
        switch mode {
        case .signIn:
            guard signIn.form.attempt() else { return }
            start { [form = signIn.form, pending] account throws(RollcallError) in
                let result =
                    if let pending {
                        try await account.continueSignIn(
                            pending,
                            by: pending.steps.contains(.totp)
                                ? .totpCode(form.code) : .mailedCode(form.code))
                    } else {
                        try await account.signIn(form.name, password: form.password)
                    }
                if case .codeRequired(let pending) = result { return (nil, .codeRequired(pending)) }
                return (nil, .nothing)
            }
        case .signUp:
            guard signUp.form.attempt() else { return }
            start { [form = signUp.form] account throws(RollcallError) in
                try await account.signUp(
                    email: form.email, password: form.password, displayName: form.displayName)
                return (nil, .nothing)
            }
        case .reset:
            if let flow {
                guard reset.form.attempt() else { return }
                start { [form = reset.form] account throws(RollcallError) in
                    try await account.resetPassword(form.proof(flow), to: form.password)
                    return ("The password was changed. Sign in with it.", .passwordChanged)
                }
            } else if reset.form.canRequest {
                start { [email = reset.form.email] account throws(RollcallError) in
                    let flow = try await account.requestPasswordReset(email: email)
                    let sentence = "If there is such an account, a mail is on its way."
                    return (sentence, .resetRequested(flow))
                }
            } else {
                _ = reset.form.attempt()
            }
        }
    }

    private mutating func start(_ work: @escaping Worker.Work) {
        isBusy = true
        worker.start(work)
    }

    private mutating func finish(_ sentence: String?, _ work: DoneWork) {
        (isBusy, message) = (false, sentence)
        switch work {
        case .codeRequired(let pending):
            self.pending = pending
            message =
                pending.steps.contains(.totp)
                ? "Enter the code of your authenticator app."
                : "A mail with a code was sent to you."
            signIn.form.needsCode = true
            signIn.fields = [.init(label: "Code", id: .code, text: \.code)]
        case .resetRequested(let flow):
            self.flow = flow
            reset.fields = [
                .init(label: "Code of the mail", id: .code, text: \.code),
                .init(label: "New password", id: .password, text: \.password, isSecret: true),
            ]
        case .passwordChanged: mode = .signIn
        case .failed(let error):
            let others =
                switch mode {
                case .signIn: signIn.form.refuse(error)
                case .signUp: signUp.form.refuse(error)
                case .reset: reset.form.refuse(error)
                }
            let sentences = others.map { Sentences()($0, retryAt: error.retryAt) }
            message = sentences.isEmpty ? nil : sentences.joined(separator: " ")
        case .nothing, .found: break
        }
    }
}
