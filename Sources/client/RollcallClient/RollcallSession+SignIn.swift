import RollcallAPI
import RollcallRPC

extension RollcallSession {
    /// Opens a session. An earlier session in the store is signed out.
    ///
    /// - Parameters:
    ///   - deviceLabel: the device's name in the list of sessions; cut after 64 characters.
    ///   - platform: the device's system, such as `iOS 18`; at most 32 characters.
    ///   - appVersion: at most 32 characters.
    /// - Throws: `RPCError` (`unauthenticated`, WRONG_CREDENTIALS) both for an unknown address and
    ///   for a wrong password; `SecondStepRequired` when the password is correct and the deployment
    ///   asks for more: go on with `continueSignIn`.
    @discardableResult
    public func signIn(
        email: String, password: String, deviceLabel: String = "", platform: String = "",
        appVersion: String = ""
    ) async throws -> Session {
        try await signIn(
            SignInRequest(
                email: email, password: password, deviceLabel: deviceLabel, platform: platform,
                appVersion: appVersion))
    }

    /// Opens a session by the account's display name.
    ///
    /// - Throws: as by the e-mail address; `RPCError` (`unavailable`) when Profile does not answer.
    @discardableResult
    public func signIn(
        displayName: String, password: String, deviceLabel: String = "", platform: String = "",
        appVersion: String = ""
    ) async throws -> Session {
        try await signIn(
            SignInRequest(
                password: password, deviceLabel: deviceLabel, displayName: displayName,
                platform: platform, appVersion: appVersion))
    }

    /// Opens a session by an address or a display name, as the request says.
    ///
    /// - Parameter request: the token of this device is added to it.
    /// - Throws: as above.
    @discardableResult
    public func signIn(_ request: SignInRequest) async throws -> Session {
        var request = request
        if let token = try? await store.loadDeviceToken() { request.deviceToken = token }
        let response = try await auth.signIn(request)
        if let pending = response.pending { throw SecondStepRequired(pending: pending) }
        return try await keep(response.session, response.tokens, response.deviceToken)
    }

    /// Opens the session of a sign-in that `SecondStepRequired` has interrupted. An earlier session
    /// in the store is signed out. A wrong code can be followed by another one: five are accepted.
    ///
    /// - Parameter step: one of `pending.steps`, such as `.totpCode("123456")`.
    /// - Throws: `RPCError`: CODE_WRONG, FACTOR_WRONG; CODE_EXPIRED when the sign-in has to begin
    ///   again; `SecondStepRequired` when it needs still another proof.
    @discardableResult
    public func continueSignIn(
        _ pending: PendingSignIn, by step: ContinueSignInRequest.Step
    ) async throws -> Session {
        let response = try await auth.continueSignIn(
            ContinueSignInRequest(token: pending.token, step: step))
        if let pending = response.pending { throw SecondStepRequired(pending: pending) }
        return try await keep(response.session, response.tokens, response.deviceToken)
    }

    /// Ends the session and removes it from the store, even if it had ended before. If Auth cannot
    /// be reached, the session stays in the store. Otherwise it would go on without a way to end
    /// it.
    ///
    /// - Throws: `SessionError.notSignedIn`; `RPCError` when Auth cannot be reached.
    public func signOut() async throws {
        do {
            _ = try await auth.signOut(SignOutRequest())
        } catch SessionError.ended {
            return
        } catch let error as RPCError where error.code == .unauthenticated {}
        try await store.update { $0 = nil }
    }

    /// Saves a new session, and the token by which the account knows this device. Signs out the
    /// earlier session.
    func keep(
        _ session: Session?, _ tokens: Tokens?, _ deviceToken: String
    ) async throws -> Session {
        let opened = try StoredSession(session, tokens, at: credentials.now())
        let earlier = try await store.update { stored in
            defer { stored = opened }
            return stored
        }
        // Without the device token, the next sign-in counts as from a new device. That is no reason
        // to lose this session.
        if !deviceToken.isEmpty { try? await store.saveDeviceToken(deviceToken) }
        if let earlier { await end(earlier) }
        return try session.orThrow(incompleteAnswer)
    }

    /// Signs out a session that is no longer stored, with a fresh access token if necessary. If
    /// that fails, the session expires by itself.
    private func end(_ session: StoredSession) async {
        let timeout = Duration.seconds(2)
        let earlier = Credentials(
            store: InMemorySessionStore(session), connection: credentials.connection,
            now: credentials.now, timeout: timeout)
        let auth = AuthServiceClient(
            AuthorizedClient(base: earlier.connection, credentials: earlier))
        _ = try? await auth.signOut(SignOutRequest(), options: CallOptions(timeout: timeout))
    }

    /// The session and the user, as Auth has them.
    ///
    /// - Throws: `SessionError`; `RPCError` when Auth cannot be reached.
    public func currentSession() async throws -> Session {
        try await auth.getSession(GetSessionRequest()).session.orThrow(incompleteAnswer)
    }
}
