import Transfers

/// What was last said to a server, and what it answered.
final class SMTPDialogue {
    /// The verb of the last command, such as `RCPT`. Only the verb is kept: AUTH is followed by a
    /// password, in lines of its own too.
    private(set) var command = ""
    /// The server's last line.
    private(set) var reply = ""
    /// From AUTH until the server asks for no more of it (RFC 4954 §4).
    private var isInLogin = false
    /// After a refusal libcurl sends QUIT. The answer to it explains nothing.
    private var hasQuit = false

    func takeReply(_ line: UnsafeRawBufferPointer) {
        if !line.starts(with: "334".utf8) { isInLogin = false }
        if !hasQuit { reply = Transfer.line(line) }
    }

    func takeCommand(_ command: UnsafeRawBufferPointer) {
        guard command.count >= 4, !isInLogin else { return }
        let verb = Transfer.line(command.prefix(4))
        isInLogin = verb == "AUTH"
        hasQuit = verb == "QUIT"
        if !hasQuit { self.command = verb }
    }
}
