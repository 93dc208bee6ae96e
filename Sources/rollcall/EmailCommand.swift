import ArgumentParser

struct EmailCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "email",
        abstract: "Your e-mail address.",
        subcommands: [
            EmailSend.self, EmailVerify.self, EmailChange.self, EmailConfirm.self, EmailUndo.self,
        ])
}
