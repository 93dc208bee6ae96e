import ArgumentParser

struct AccountCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "account",
        abstract: "Your account.",
        subcommands: [
            AccountShow.self, AccountLocale.self, AccountExport.self, AccountDelete.self,
            AccountReceipt.self,
        ])
}
