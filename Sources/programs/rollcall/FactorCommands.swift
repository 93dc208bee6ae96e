import ArgumentParser
import QRDrawing
import RollcallAPI
import RollcallRPC

struct TotpCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "totp",
        abstract: "Your second factor: the codes of an authenticator app.",
        subcommands: [TotpOn.command, TotpOff.command])
}

struct TotpOn: UserAction {
    static let name = "on"
    static let abstract = "Ask for a code of an authenticator app whenever somebody signs in."
    static let discussion = """
        Shows a QR code with the key for the app on the terminal, and asks for the first code of the \
        app. Then it prints recovery codes, once: each signs you in if you lose the app.

        JSON: {"recoveryCodes"}
        """

    @OptionGroup var proof: ProofOptions

    func run(_ command: Command) async throws {
        let factor = command.rollcall.factor
        let started = try await proof.proving {
            try await factor.startTotp(StartTotpRequest(proof: $0))
        }
        // Not in the output, which may go to a program.
        let terminal = Output.standardError
        let code = QRCode(started.uri)?.terminalText(columns: terminal.columns ?? 80) ?? ""
        terminal.write("\(code)Scan this with an authenticator app, or enter: \(started.secret)\n")
        while true {
            let digits = try HiddenPrompt.ask(
                "Six digits of the app: ", for: "the code", option: "a terminal")
            do {
                let request = ConfirmTotpRequest(code: digits)
                let codes = try await factor.confirmTotp(request).recoveryCodes
                return try command.output.say(recoveryCodes: codes)
            } catch let error as RPCError where error.reasons.contains(.factorWrong) {
                terminal.write("The code is wrong. Wait for the next one.\n")
            }
        }
    }
}

struct TotpOff: UserAction {
    static let name = "off"
    static let abstract = "Sign in without a second factor."
    static let discussion = #"JSON: {"removed":true}"#

    @OptionGroup var proof: ProofOptions

    func run(_ command: Command) async throws {
        _ = try await proof.proving {
            try await command.rollcall.factor.removeTotp(RemoveTotpRequest(proof: $0))
        }
        try command.output.say(["removed": true], text: "Your account has no second factor.")
    }
}

struct RecoveryCodes: UserAction {
    static let name = "recovery-codes"
    static let abstract = "Make ten new recovery codes. The earlier ones are no longer valid."
    static let discussion = #"JSON: {"recoveryCodes"}"#

    @OptionGroup var proof: ProofOptions

    func run(_ command: Command) async throws {
        let answer = try await proof.proving {
            try await command.rollcall.factor.makeRecoveryCodes(
                MakeRecoveryCodesRequest(proof: $0))
        }
        try command.output.say(recoveryCodes: answer.recoveryCodes)
    }
}

extension Output {
    fileprivate func say(recoveryCodes codes: [String]) throws {
        let text = "Recovery codes. Keep them elsewhere than the app:\n"
        try say(["recoveryCodes": codes], text: text + codes.joined(separator: "\n"))
    }
}
