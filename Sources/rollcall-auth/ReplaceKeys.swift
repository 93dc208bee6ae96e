import ArgumentParser
import Auth
import Daemon

struct ReplaceKeys: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rollcall-auth replace-keys",
        abstract: "Make new keys after the key file was lost or leaked, while Auth does not run.",
        discussion: """
            There must be no file at the path of the key file. If the key file and a copy of the \
            database may be in other hands, move the file away first. A file that is only somewhere \
            else is not lost: name it to Auth with --secret-key.

            Accounts, passwords, known devices and service credentials stay. All sessions end: users \
            sign in again, and services exchange their credentials again. Lost are the codes and links \
            in mails, and what the limits have counted.
            """)

    @OptionGroup var data: OfflineStore
    @OptionGroup var key: KeyOptions
    @OptionGroup var confirmation: Confirmation

    func run() async throws {
        let file = key.file(in: data.directory)
        try await DaemonProcess.reportingFailure(of: "rollcall-auth") {
            try await data.withStore { [confirmation] store in
                try await store.replaceKeys(with: file, now: SystemClock.milliseconds()) {
                    try confirmation.ask(
                        """
                        There is no key file at \(file.path). If it lies elsewhere, nothing is \
                        lost: start Auth with --secret-key FILE. New keys end all sessions, the \
                        codes and links in mails, and what limits have counted.
                        """, question: "Make new keys?")
                }
            }
        }
        print("There are new keys, sealed with \(file.path). All sessions have ended.")
        print("Lost are also: codes and links in mails; what limits have counted.")
    }
}
