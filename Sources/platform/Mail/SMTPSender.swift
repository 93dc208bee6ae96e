import RollcallBasics
import Synchronization

/// Hands mails in at a server (RFC 5321), over connections that are kept, each with a thread of its
/// own: the threads of tasks and of event loops never wait for a server.
package final class SMTPSender: MailSender {
    package static let connectionCount = 4

    private let connections: [SMTPConnection]
    /// How many mails each has.
    private let loads: Mutex<[Int]>

    /// Opens no connection yet.
    package init(_ server: SMTPServer) {
        connections = (0..<Self.connectionCount).map { _ in SMTPConnection(server) }
        loads = Mutex(Array(repeating: 0, count: Self.connectionCount))
    }

    /// A mail whose task is cancelled is broken off within about a second; the server may have taken
    /// it by then.
    package func send(_ message: MailMessage) async throws(MailFailure) {
        let index = takeLeastLoaded()
        defer { loads.withLock { $0[index] -= 1 } }
        let isCancelled = Flag()
        let outcome = await withTaskCancellationHandler {
            await connections[index].send(message, isCancelled)
        } onCancel: {
            isCancelled.raise()
        }
        try outcome.get()
    }

    private func takeLeastLoaded() -> Int {
        loads.withLock { loads in
            let index = loads.indices.min { loads[$0] < loads[$1] } ?? 0
            loads[index] += 1
            return index
        }
    }
}
