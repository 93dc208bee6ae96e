import Logging
import RollcallAPI
import RollcallCrypto
import RollcallRPC

/// Makes an account here and its profile at Profile, with the display name if there is one: both or
/// neither.
///
/// Each sign-up is written down before it begins. So after a failure between two steps a row says
/// what is still to be done: a pending sign-up is aborted, a committed one is confirmed.
struct SignUpSaga: Sendable {
    let store: AuthStore
    let peers: PeerServices
    let hasher: PasswordHasher
    let issuer: SessionIssuer
    let challenges: Challenges
    let limits: Limits
    let underWay: AuthQueue<SignUpRecord>
    let ids: UUIDv7Generator
    let configuration: AuthConfiguration
    /// Milliseconds since 1970.
    let clock: @Sendable () -> Int64
    let logger: Logger

    /// - Parameter permit: of the sign-up, to be recorded together with its beginning.
    /// - Throws: `RPCError`; `SignUpNotBegun`.
    func run(
        _ form: SignUpForm, spending permit: Permit, _ call: CallContext
    ) async throws -> SignUpResponse {
        try await checkThatProfileAnswers(form, call)
        let signUp = try SignUpRecord(form, accountID: ids.next())
        try await SignUpNotBegun.unless {
            try await store.begin(
                [signUp], spending: [permit], claim: underWay.newClaim(), now: clock())
        }
        do {
            try await holdName(of: form, for: signUp, call)
            return try await makeAccount(signUp, form, call)
        } catch {
            await giveUp(signUp, because: error)
            throw error
        }
    }

    /// Refuses to begin while Profile does not answer. Otherwise each attempt would leave a hold to
    /// release.
    private func checkThatProfileAnswers(_ form: SignUpForm, _ call: CallContext) async throws {
        guard peers.profileOutbox.queue.isUnanswered else { return }
        do {
            _ = try await peers.names.violations(of: form.displayName, for: call)
        } catch let error as RPCError where error.code == .unavailable {
            throw SignUpNotBegun(error: error)
        }
    }

    /// Has Profile hold the display name, and then checks whether the e-mail address is free. In
    /// this order, uncounted sign-ups cannot reveal which addresses have accounts. Both fields are
    /// marked when both are taken.
    private func holdName(
        of form: SignUpForm, for signUp: SignUpRecord, _ call: CallContext
    ) async throws {
        var broken = BrokenRules()
        do {
            try await peers.names.hold(form.displayName, for: signUp.accountID, call: call)
        } catch let error as RPCError where error.isRefusalOfForm {
            broken.add(error.detail(ErrorInfo.self)?.violations ?? [])
        }
        if let email = form.email, try await store.account(email: email) != nil {
            broken.addEmailTaken()
        }
        guard broken.isEmpty else { throw broken.refusal(of: SignUpRequest.self) }
    }

    /// Makes the account whose display name is held, and has Profile confirm it.
    func makeAccount(
        _ signUp: SignUpRecord, _ form: SignUpForm, _ call: CallContext
    ) async throws -> SignUpResponse {
        var hash: PasswordHash?
        if let password = form.password { hash = try await hasher.hash(password, for: call) }
        let account = Account(
            id: signUp.accountID, email: form.email, isEmailProved: form.identity != nil,
            passwordHash: hash, locale: form.locale, now: clock())
        let (session, token) = try issuer.newSession(of: account.id, on: form.device, call)
        let (device, deviceToken) = try issuer.newDevice(of: account.id)
        // Signed before the commit, as a failure afterwards would leave an account without an
        // answer.
        let response = SignUpResponse(
            session: session.message(account.primary?.shown, configuration),
            tokens: try await issuer.tokens(
                of: session, role: account.role, refreshToken: token),
            deviceToken: deviceToken.text)
        let item = try await commit(signUp, account, form, session, token, device)
        // Sign-ups do not wait for Presence.
        peers.presenceOutbox.queue.wake()
        // The name is held for the account in any case, and the outbox retries.
        do {
            try await peers.profileOutbox.deliver(item)
        } catch {
            await peers.profileOutbox.queue.release(item.id)
        }
        return response
    }

    /// Makes the account in one transaction, with its session and the mail for verifying its
    /// address.
    ///
    /// - Returns: the message that Profile has still to receive.
    private func commit(
        _ signUp: SignUpRecord, _ account: Account, _ form: SignUpForm,
        _ session: AccountSession, _ token: OpaqueToken, _ device: KnownDevice
    ) async throws -> OutboxItem {
        let email = form.identity == nil ? form.email : nil
        let verification = try email.map {
            try challenges.issue(.verifyAddress, of: account, at: $0.text)
        }
        let permit = try email.map { try limits.permit(.mailUnproved, of: .mailbox($0)) }
        let outcome = try await store.commit(
            signUp, account: account, identity: form.identity, session: session,
            refreshedBy: token, device: device,
            verification: verification, spending: permit,
            claim: peers.profileOutbox.queue.newClaim(), now: clock())
        switch outcome {
        case .committed(let item): return item
        case .emailTaken:
            var broken = BrokenRules()
            broken.addEmailTaken()
            throw broken.refusal(of: SignUpRequest.self)
        case .notPending:
            throw RPCError(.aborted, "the sign-up was given up meanwhile; try again")
        }
    }

    /// Aborts a sign-up that failed. A caller whose form was refused is answered after Profile has
    /// released the name, so that the next attempt can use it.
    ///
    /// It runs in its own task, as the caller's may be cancelled. If the abort cannot be written,
    /// the row is found as abandoned.
    private func giveUp(_ signUp: SignUpRecord, because error: any Error) async {
        let isRefusal = (error as? RPCError)?.isRefusalOfForm == true
        await Task {
            do {
                try await store.abort([signUp.accountID])
            } catch {
                logger.error(
                    "a sign-up could not be given up yet",
                    metadata: ["user.id": "\(signUp.accountID)", "error": "\(error)"])
                return await underWay.release(signUp.id)
            }
            guard isRefusal, (try? await deliverOutbox(of: signUp.accountID)) != nil else {
                return peers.profileOutbox.queue.wake()
            }
        }.value
    }

    /// Aborts a sign-up that a crash, or a full disk, left half done, and that nobody goes on with.
    @Sendable func giveUpAbandoned(
        _ signUp: SignUpRecord
    ) async throws -> AuthQueue<SignUpRecord>.Outcome {
        try await store.abort([signUp.accountID])
        logger.info("a sign-up was given up", metadata: ["user.id": "\(signUp.accountID)"])
        peers.profileOutbox.queue.wake()
        return .done
    }

    /// Aborts an earlier attempt with the same key for good, so that its display name is free
    /// again.
    ///
    /// - Throws: `SignUpNotBegun` while Profile does not release the name. The earlier attempt was
    ///   counted, and this one has written nothing new.
    func end(_ earlier: SignUpRecord) async throws {
        try await store.abort([earlier.accountID])
        do {
            try await deliverOutbox(of: earlier.accountID)
        } catch let error as RPCError {
            let isPassedOn =
                error.isOverload || [.resourceExhausted, .cancelled].contains(error.code)
            throw SignUpNotBegun(
                error: isPassedOn
                    ? error
                    : RPCError(
                        .unavailable, "an earlier try could not be ended yet; try again later"))
        }
    }

    /// Delivers an account's waiting messages to Profile now.
    func deliverOutbox(of accountID: UUIDv7) async throws {
        for item in try await store.outbox(of: accountID) where peers.profileOutbox.takes(item) {
            try await peers.profileOutbox.deliver(item)
        }
    }
}

extension RPCError {
    /// Whether the error says which fields break a rule or are taken.
    var isRefusalOfForm: Bool {
        (code == .invalidArgument || code == .alreadyExists) && !reasons.isEmpty
    }
}

extension BrokenRules {
    mutating func addEmailTaken() {
        add(.emailTaken, "email", "another account has this e-mail address")
    }
}
