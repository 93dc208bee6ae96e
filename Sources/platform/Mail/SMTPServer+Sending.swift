import CTransfer
import RollcallBasics
import Transfers

extension SMTPServer {
    /// - Parameter transfer: nil if there was no memory.
    func send(
        _ message: MailMessage, by transfer: Transfer?, _ isCancelled: Flag
    ) -> Result<Void, MailFailure> {
        guard let transfer else {
            return .failure(MailFailure.here(.transient, "there is no memory"))
        }
        guard !isCancelled.isRaised else {
            return .failure(MailFailure.here(.transient, "cancelled"))
        }
        let dialogue = SMTPDialogue()
        var rest = message.encoded[...]
        var callbacks = TransferCallbacks()
        callbacks.send = { buffer in
            let next = rest.prefix(buffer.count)
            buffer.copyBytes(from: next)
            rest = rest.dropFirst(next.count)
            return next.count
        }
        callbacks.takeLine = dialogue.takeReply
        callbacks.takeCommand = dialogue.takeCommand
        let end = transfer.perform(callbacks, trusting: authorities, unless: isCancelled) {
            transfer.set(self)
            transfer.set(CURLOPT_MAIL_FROM, "<\(message.sender.text)>")
            transfer.set(CURLOPT_MAIL_RCPT, ["<\(message.recipient.text)>"])
            transfer.set(CURLOPT_UPLOAD, 1)
            transfer.set(CURLOPT_INFILESIZE_LARGE, size: rest.count)
        }
        return MailFailure(end, dialogue).map { .failure($0) } ?? .success(())
    }
}

extension Transfer {
    fileprivate func set(_ server: SMTPServer) {
        set(CURLOPT_URL, server.url)
        set(CURLOPT_PROTOCOLS_STR, "smtp,smtps")
        set(CURLOPT_CONNECTTIMEOUT_MS, Int(server.connectTimeout.wholeMilliseconds))
        set(CURLOPT_TIMEOUT_MS, Int(server.timeout.wholeMilliseconds))
        set(CURLOPT_SERVER_RESPONSE_TIMEOUT, Int((server.timeout.wholeMilliseconds + 999) / 1000))
        set(
            CURLOPT_USE_SSL,
            server.encryption == .none
                ? rollcall_transfer_without_tls : rollcall_transfer_with_tls)
        set(CURLOPT_USERNAME, server.login?.user)
        set(CURLOPT_PASSWORD, server.login?.password)
        set(CURLOPT_VERBOSE, 1)
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
