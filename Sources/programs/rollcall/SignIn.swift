import ArgumentParser
import RollcallAPI
import RollcallClient

struct SignIn: UserAction {
    static let name = "sign-in"
    static let abstract = "Sign in."
    static let discussion = """
        A session that this machine had before is signed out.

        If a code was mailed to you because this machine is new to your account, you are asked for \
        it, as for a code of your authenticator app or a recovery code. Without a terminal, run it \
        again with --mailed-code or --factor-code alone.

        JSON: the session, as whoami prints it, without the display name.
        """

    @Option(help: ArgumentHelp("Your e-mail address.", valueName: "address"))
    var email: String?

    @Option(
        help: ArgumentHelp("Your display name, instead of it.", valueName: "display-name"))
    var name: String?

    @OptionGroup var proof: ProofOptions
    @OptionGroup var device: DeviceOptions

    func validate() throws {
        let given = [email, name, proof.mailedCode].count { $0 != nil }
        guard given == 1 || (given == 0 && proof.factorCode != nil) else {
            throw ValidationError("Say who you are: --email <address> or --name <display-name>.")
        }
    }

    func run(_ command: Command) async throws {
        let session = try await session(command)
        try command.output.say(session.json, text: "Signed in as \(name ?? session.email).")
    }

    private func session(_ command: Command) async throws -> Session {
        let waiting = command.store.directory.pendingSignIn
        var step = proof.mailedCode.map { ContinueSignInRequest.Step.mailedCode($0) }
        if email == nil, name == nil { step = step ?? proof.factorCode.map(Self.factor) }
        if step == nil {
            do {
                return try await command.rollcall.signIn(
                    SignInRequest(
                        email: email ?? "", password: proof.password.read(isNew: false),
                        deviceLabel: device.label, displayName: name ?? "",
                        platform: device.platform, appVersion: device.appVersion))
            } catch let error as SecondStepRequired
                where !Set(error.pending.steps).isDisjoint(with: [.mailedCode, .totp])
            {
                // Kept for a later command: the mail may take a while.
                try waiting.save(error.pending.token)
                step = try nextStep(of: error.pending)
            }
        }
        guard let step, let token = try waiting.text else {
            throw Failure(.usage, "No sign-in here waits for a code. Begin with --email.")
        }
        let pending = PendingSignIn(token: token)
        let session = try await command.rollcall.continueSignIn(pending, by: step)
        try waiting.remove()
        return session
    }

    private func nextStep(of pending: PendingSignIn) throws -> ContinueSignInRequest.Step {
        guard pending.steps.contains(.totp) else {
            return .mailedCode(
                try HiddenPrompt.ask(
                    "Code of the mail: ", for: "the code that was mailed to you",
                    option: "rollcall sign-in --mailed-code DIGITS"))
        }
        return Self.factor(
            try proof.factorCode ?? ProofOptions.askForFactor("rollcall sign-in "))
    }

    /// A code of an app has six digits, a recovery code ten characters.
    private static func factor(_ code: String) -> ContinueSignInRequest.Step {
        code.count { $0.isLetter || $0.isNumber } > 6 ? .recoveryCode(code) : .totpCode(code)
    }
}

struct SignOut: UserAction {
    static let name = "sign-out"
    static let abstract = "Sign out."
    static let discussion = #"JSON: {"signed_out":true}"#

    func run(_ command: Command) async throws {
        try await command.rollcall.signOut()
        try command.output.say(["signed_out": true], text: "Signed out.")
    }
}
