import ArgumentParser
import RollcallAPI
import RollcallClient

struct SignIn: UserAction {
    static let name = "sign-in"
    static let abstract = "Sign in."
    static let discussion = """
        A session that this machine had before is signed out.

        If a code was mailed to you because this machine is new to your account, you are asked for \
        it. Without a terminal, run it again with --mailed-code alone.

        JSON: the session, as whoami prints it, without the display name.
        """

    @Option(help: ArgumentHelp("Your e-mail address.", valueName: "address"))
    var email: String?

    @Option(
        help: ArgumentHelp("Your display name, instead of it.", valueName: "display-name"))
    var name: String?

    @Option(
        help: ArgumentHelp(
            "The eight digits of the mail that the last sign-in on this machine waits for.",
            valueName: "digits"))
    var mailedCode: String?

    @OptionGroup var password: PasswordOptions
    @OptionGroup var device: DeviceOptions

    func validate() throws {
        guard [email, name, mailedCode].count(where: { $0 != nil }) == 1 else {
            throw ValidationError("Say who you are: --email <address> or --name <display-name>.")
        }
    }

    func run(_ command: Command) async throws {
        let session = try await session(command)
        let address = session.email.isEmpty ? session.userID : session.email
        try command.output.say(session.json, text: "Signed in as \(address).")
    }

    private func session(_ command: Command) async throws -> Session {
        if let mailedCode { return try await proceed(command, mailedCode) }
        do {
            return try await signIn(command.rollcall, try password.read(isNew: false))
        } catch let error as SecondStepRequired {
            guard error.pending.steps.contains(.mailedCode) else {
                throw Failure(
                    .unforeseen, "The sign-in needs a step that this program does not know.")
            }
            // Kept for a later command: the mail may take a while.
            try command.store.directory.pendingSignIn.save(error.pending.token)
            let code = try HiddenPrompt.ask(
                "Code of the mail: ", for: "the code that was mailed to you",
                option: "rollcall sign-in --mailed-code DIGITS")
            return try await proceed(command, code)
        }
    }

    private func proceed(_ command: Command, _ code: String) async throws -> Session {
        let file = command.store.directory.pendingSignIn
        guard let token = try file.text else {
            throw Failure(
                status: .usage, code: "FAILED_PRECONDITION",
                message: "No sign-in on this machine waits for a code. Begin with --email.")
        }
        let session = try await command.rollcall.continueSignIn(
            PendingSignIn(token: token), code: code)
        try file.remove()
        return session
    }

    private func signIn(_ rollcall: RollcallSession, _ password: String) async throws -> Session {
        if let name {
            return try await rollcall.signIn(
                displayName: name, password: password, deviceLabel: device.label,
                platform: device.platform, appVersion: device.appVersion)
        }
        return try await rollcall.signIn(
            email: email ?? "", password: password, deviceLabel: device.label,
            platform: device.platform, appVersion: device.appVersion)
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
