import RollcallBasics
import Synchronization

/// Hands mails in at a server (RFC 5321), over connections that are kept, each with a thread of its
/// own: the threads of tasks and of event loops never wait for a server. As many are open as mails
/// were sent at once.
package final class SMTPSender: MailSender {
    private let server: SMTPServer
    /// Those that no mail uses. The last one is used first, so that few are open when few are
    /// needed.
    private let idle = Mutex<[SMTPConnection]>([])

    /// Opens no connection yet.
    package init(_ server: SMTPServer) {
        self.server = server
    }

    /// A mail whose task is cancelled is broken off within about a second; the server may have
    /// taken it by then.
    package func send(_ message: MailMessage) async throws(MailFailure) {
        let kept = idle.withLock { $0.popLast() }
        let connection = kept ?? SMTPConnection(server)
        defer { idle.withLock { $0.append(connection) } }
        let isCancelled = Flag()
        let outcome = await withTaskCancellationHandler {
            await connection.send(message, isCancelled)
        } onCancel: {
            isCancelled.raise()
        }
        try outcome.get()
    }
}
