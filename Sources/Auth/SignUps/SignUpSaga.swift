import RollcallAPI
import RollcallCrypto
import RollcallRPC

/// Makes an account here and its profile at Profile, with the display name if there is one: both or
/// neither.
///
/// What is begun is written down first, so that whatever happens between two steps, there is a row
/// that says what is still to be done: a pending sign-up is given up, a committed one confirmed.
struct SignUpSaga {
    let auth: AuthHandler
    let form: SignUpForm
    /// What it has taken of a limit, to be written down with its beginning.
    let attempt: Charge?
    let call: CallContext

    /// - Throws: `RPCError`; `SignUpNotBegun` if its beginning cannot be written down.
    func run() async throws -> SignUpResponse {
        let signUp = try SignUpRecord(form, accountID: auth.ids.next())
        try await SignUpNotBegun.unless {
            try await auth.store.begin(signUp, counting: attempt, now: auth.clock())
        }
        do {
            return try await makeAccount(signUp)
        } catch {
            await giveUp(signUp)
            throw error
        }
    }

    private func makeAccount(_ signUp: SignUpRecord) async throws -> SignUpResponse {
        try await auth.names.hold(form.displayName, for: signUp.accountID, call: call)
        let account = Account(
            id: signUp.accountID, email: form.email,
            passwordHash: try await auth.hasher.hash(form.password, for: call),
            locale: form.locale, now: auth.clock())
        let (session, token) = try auth.newSession(of: account.id, on: form.device, call)
        let (device, deviceToken) = try auth.newDevice(of: account.id)
        // Signed before the commit: what fails afterwards would be an account without an answer.
        let response = SignUpResponse(
            session: auth.message(session, of: account.address),
            tokens: try await auth.tokens(of: session, role: account.role, refreshToken: token),
            deviceToken: deviceToken.text)
        try await commit(signUp, account, session, token, device)
        return response
    }

    private func commit(
        _ signUp: SignUpRecord, _ account: Account, _ session: AccountSession,
        _ token: OpaqueToken, _ device: KnownDevice
    ) async throws {
        let verification = try auth.challenges.issue(.verifyAddress, of: account)
        // None is sent if the mailbox has had enough.
        let room = try auth.mailLimits.room(for: form.email)
        let outcome = try await auth.store.commit(
            signUp, account: account, session: session, refreshedBy: token, device: device,
            verification: room == nil ? nil : verification, counting: room, now: auth.clock())
        switch outcome {
        case .committed(let item):
            // No sign-up waits for Presence.
            auth.presenceOutbox.wake()
            // The name is held for the account whatever happens now; the outbox goes on trying.
            do { try await auth.outbox.deliver(item) } catch { auth.outbox.wake() }
        case .emailTaken:
            var broken = BrokenRules()
            broken.addEmailTaken()
            throw broken.refusal(of: SignUpRequest.self)
        case .notPending:
            throw RPCError(.aborted, "the sign-up was given up meanwhile; try again")
        }
    }

    /// A task of its own, as the caller's may be cancelled. If this fails too, the recovery finds
    /// the row.
    private func giveUp(_ signUp: SignUpRecord) async {
        let auth = auth
        await Task {
            do {
                try await auth.store.abort(signUp.accountID)
                auth.outbox.wake()
            } catch {
                auth.logger.error(
                    "a sign-up was left to the recovery",
                    metadata: ["user.id": "\(signUp.accountID)", "error": "\(error)"])
            }
        }.value
    }
}
