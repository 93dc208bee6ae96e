import CMailTransport
import Dispatch
import RollcallBasics

/// One connection to a server, opened when there is a mail, and used by one thread.
final class SMTPConnection: Sendable {
    private let server: SMTPServer
    private let queue = DispatchQueue(label: "rollcall.mail.smtp")
    /// Touched on `queue` alone, and when nobody else has this any more.
    nonisolated(unsafe) private let handle = rollcall_smtp_open()

    init(_ server: SMTPServer) {
        self.server = server
    }

    deinit {
        rollcall_smtp_close(handle)
    }

    func send(_ message: MailMessage, _ isCancelled: Flag) async -> Result<Void, MailFailure> {
        await withCheckedContinuation { continuation in
            queue.async {
                continuation.resume(returning: self.sendNow(message, isCancelled))
            }
        }
    }

    private func sendNow(
        _ message: MailMessage, _ isCancelled: Flag
    ) -> Result<Void, MailFailure> {
        guard let handle else {
            return .failure(MailFailure.here(.transient, "there is no memory"))
        }
        guard !isCancelled.isRaised else {
            return .failure(MailFailure.here(.transient, "cancelled"))
        }
        var result = rollcall_smtp_result()
        withServer { server in
            withMail(message, isCancelled) { mail in
                rollcall_smtp_send(handle, server, mail, &result)
            }
        }
        return MailFailure(result).map { .failure($0) } ?? .success(())
    }

    private func withServer(_ body: (UnsafePointer<rollcall_smtp_server>) -> Void) {
        withCStrings([server.url, server.authorities, server.login?.user, server.login?.password]) {
            var settings = rollcall_smtp_server()
            settings.url = $0[0]
            settings.ca_file = $0[1]
            settings.user = $0[2]
            settings.password = $0[3]
            settings.tls = server.encryption.setting
            settings.connect_timeout_ms = Int(server.connectTimeout.wholeMilliseconds)
            settings.timeout_ms = Int(server.timeout.wholeMilliseconds)
            body(&settings)
        }
    }

    private func withMail(
        _ message: MailMessage, _ isCancelled: Flag,
        _ body: (UnsafePointer<rollcall_smtp_mail>) -> Void
    ) {
        let bytes = message.encoded
        withCStrings(["<\(message.sender.text)>", "<\(message.recipient.text)>"]) { addresses in
            bytes.withUnsafeBufferPointer { bytes in
                withExtendedLifetime(isCancelled) {
                    var mail = rollcall_smtp_mail()
                    mail.sender = addresses[0]
                    mail.recipient = addresses[1]
                    mail.bytes = bytes.baseAddress
                    mail.count = bytes.count
                    mail.context = Unmanaged.passUnretained(isCancelled).toOpaque()
                    mail.is_cancelled = { context in
                        guard let context else { return false }
                        return Unmanaged<Flag>.fromOpaque(context).takeUnretainedValue().isRaised
                    }
                    body(&mail)
                }
            }
        }
    }
}

extension SMTPServer {
    /// As libcurl has it: the path is what HELO says.
    fileprivate var url: String {
        let scheme = encryption == .implicit ? "smtps" : "smtp"
        let place = host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]" : host
        return "\(scheme)://\(place):\(port)/\(hello)"
    }
}

extension SMTPServer.Encryption {
    fileprivate var setting: rollcall_smtp_tls {
        switch self {
        case .none: ROLLCALL_SMTP_TLS_NONE
        case .startTLS: ROLLCALL_SMTP_TLS_STARTTLS
        case .implicit: ROLLCALL_SMTP_TLS_IMPLICIT
        }
    }
}
