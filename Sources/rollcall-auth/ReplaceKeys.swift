import ArgumentParser
import Auth
import Daemon

struct ReplaceKeys: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rollcall-auth replace-keys",
        abstract: "Make new keys after the key file was lost, while Auth does not run.",
        discussion: """
            Accounts, passwords and sessions stay. Lost are: every access token (clients refresh \
            theirs by themselves), the codes and links in mails, and what the limits have counted. \
            A client that has not received the answer to its last refresh is signed out. The theft \
            of a refresh token that was used before is not noticed any more.
            """)

    @OptionGroup var data: OfflineStore
    @OptionGroup var key: KeyOptions

    func run() async throws {
        let file = key.file(in: data.directory)
        try await DaemonProcess.reportingFailure(of: "rollcall-auth") {
            try await data.withStore { try await $0.replaceKeys(with: file) }
        }
        print("There are new keys, sealed with \(file.path). Sessions go on.")
        print("Lost are: access tokens, which clients refresh by themselves; codes and links in")
        print("mails; what limits have counted.")
    }
}
