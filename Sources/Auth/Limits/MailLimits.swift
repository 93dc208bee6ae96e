import RollcallRPC

/// How often people may have mail sent, so that nobody's mailbox is flooded and no address floods
/// many.
///
/// Strangers, devices that an account knows and those who are signed in have meters apart: whatever
/// strangers ask for, an owner who can be told from them gets the mails that he needs.
struct MailLimits: Sendable {
    let limiter: Limiter
    let store: AuthStore

    /// Counts what is asked for without a session.
    ///
    /// - Parameter device: the caller's, if it is the account's own.
    /// - Returns: the meter, which is the asker's alone.
    /// - Throws: `RPCError` (TOO_MANY_ATTEMPTS), which says nothing of any account.
    func count(by device: KnownDevice?, _ call: CallContext) async throws -> LimitKey {
        let unit =
            if let device {
                try limiter.unit(.mailDevice, of: .device(device.id))
            } else {
                try limiter.unit(.mailAddress, of: .address(ClientNetwork(call.peer)))
            }
        try await keep(limiter.charge([unit]))
        return unit.key
    }

    /// Counts what is asked for in a session.
    ///
    /// - Parameter unproved: where the mail goes, if nobody has proved to read what is sent there.
    /// - Throws: `RPCError` (TOO_MANY_ATTEMPTS).
    func count(of account: Account, to unproved: EmailAddress) async throws {
        let units = [
            try limiter.unit(.mailAccount, of: .account(account.id)),
            try limiter.unit(.mailUnproved, of: .mailbox(unproved)),
        ]
        try await keep(limiter.charge(units))
    }

    /// Counts the mail of a sign-up.
    ///
    /// - Returns: what is to be written down with it, or given back; nil if the mailbox has had enough.
    func room(for email: EmailAddress) throws -> Charge? {
        let unit = try limiter.unit(.mailUnproved, of: .mailbox(email))
        return limiter.take([unit]) == nil ? Charge([unit], of: limiter) : nil
    }

    enum Turn {
        /// The mail may go.
        ///
        /// - Parameter charge: to be written down with it, or given back.
        case now(Charge?)
        /// There is no room yet for mails that were asked for by strangers.
        case later(Duration)
        /// The mailbox has had enough.
        case never
    }

    /// Counts a mail to a mailbox that a stranger asked for.
    func turn(to email: EmailAddress) throws -> Turn {
        let everyone = try limiter.unit(.mailEveryone, of: .everyone)
        if let wait = limiter.take([everyone]) { return .later(wait) }
        let recipient = [
            try limiter.unit(.mailRecipient, of: .mailbox(email)),
            try limiter.unit(.mailRecipientDay, of: .mailbox(email)),
        ]
        guard limiter.take(recipient) == nil else {
            limiter.giveBack([everyone])
            return .never
        }
        return .now(Charge([everyone] + recipient, of: limiter))
    }

    /// Without room on the disk no mail goes, so none is counted.
    private func keep(_ charge: Charge) async throws {
        do {
            try await store.keep(charge)
        } catch {
            charge.giveBack()
            throw error
        }
    }
}
