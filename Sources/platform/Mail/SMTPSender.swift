import Synchronization
import Transfers

/// Hands mails in at a server (RFC 5321), over connections that are kept, each with a thread of its
/// own: the threads of tasks and of event loops never wait for a server. As many are open as mails
/// were sent at once.
package final class SMTPSender: MailSender {
    private let server: SMTPServer
    /// Those that no mail uses. The last one is used first, so that few are open when few are
    /// needed.
    private let idle = Mutex<[TransferThread]>([])

    /// Opens no connection yet.
    package init(_ server: SMTPServer) {
        self.server = server
    }

    /// A mail whose task is cancelled is broken off within about a second; the server may have
    /// taken it by then.
    package func send(_ message: MailMessage) async throws(MailFailure) {
        let thread = idle.withLock { $0.popLast() } ?? TransferThread()
        defer { idle.withLock { $0.append(thread) } }
        try await thread.run { [server] in server.send(message, by: $0, $1) }.get()
    }
}
