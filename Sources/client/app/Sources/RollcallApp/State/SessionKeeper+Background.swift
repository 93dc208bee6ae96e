import Foundation

/// What runs as long as the app does.
extension SessionKeeper {
    /// Reads the store, watches the session, and ends sessions that were signed out.
    func run() async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.endSessions() }
            group.addTask { await self.watchSessions() }
            var pauses = Pauses(longest: .seconds(5))
            while !Task.isCancelled, broadcast.value == .restoring {
                do { try await restore() } catch { await pauses.wait() }
            }
        }
    }

    // MARK: Watching

    private func watchSessions() async { await forEachSession { await self.watch($0) } }

    /// Works for whichever session there is, as long as it is there.
    func forEachSession(_ work: @escaping @Sendable (String) async -> Void) async {
        var current: (id: String, task: Task<Void, Never>)?
        for await _ in broadcast.values() {
            guard sessionID != current?.id else { continue }
            current?.task.cancel()
            current = sessionID.map { id in (id, Task { await work(id) }) }
        }
        current?.task.cancel()
    }

    private func watch(_ id: String) async {
        var pauses = Pauses(longest: .seconds(16))
        while !Task.isCancelled, sessionID == id {
            do {
                let auth = AuthServiceClient(caller: Caller(connection: connection, keeper: self))
                for try await message in auth.watchSession() {
                    pauses.end()
                    switch message.news {
                    case .session(let session): try await update(session)
                    case .end(let end):
                        try await forget(id, because: .sessionEnded(end.reason))
                        return
                    case nil: break
                    }
                }
            } catch {}
            await pauses.wait()
        }
    }

    // MARK: Ending

    /// Ends at the server what is signed out here, for as long as it takes.
    private func endSessions() async {
        var changes = endingsChanged.makeAsyncIterator()
        while await changes.next() != nil {
            var pauses = Pauses(longest: .seconds(16))
            while !Task.isCancelled {
                let endings = (try? await vault.load().state.endings) ?? []
                guard !endings.isEmpty else { break }
                var ended: [String] = []
                for session in endings where await end(session) { ended.append(session.id) }
                let done = ended
                let isNoted: Void? = try? await change { state in
                    state.endings.removeAll { done.contains($0.id) }
                }
                // On a full disk they are still there.
                if done.count < endings.count || isNoted == nil { await pauses.wait() }
            }
        }
    }

    /// - Returns: whether the session has ended.
    @discardableResult func end(_ session: StoredSession) async -> Bool {
        do {
            try await signOut(with: session.accessToken)
            return true
        } catch {
            guard error.origin == .service, error.code == .unauthenticated else { return false }
        }
        do {
            let tokens: RefreshResponse = try await connection.unary(
                "rollcall.v1.AuthService/Refresh",
                RefreshRequest(refreshToken: session.refreshToken))
            try await signOut(with: tokens.tokens?.accessToken ?? "")
            return true
        } catch {
            // Refused for any reason: nobody can use the session any more.
            return error.origin == .service && error.code == .unauthenticated
        }
    }

    private func signOut(with token: String) async throws(RollcallError) {
        let _: SignOutResponse = try await connection.unary(
            "rollcall.v1.AuthService/SignOut", SignOutRequest(), token: token)
    }
}

/// How long to wait before the next attempt: at random, as all apps lose a server at once.
struct Pauses {
    let longest: Duration
    private var next = Duration.milliseconds(500)

    init(longest: Duration) { self.longest = longest }

    mutating func end() { next = .milliseconds(500) }

    /// Returns early when the task is cancelled.
    ///
    /// - Parameter time: what a service has asked for; at most `longest` from now.
    mutating func wait(until time: Date? = nil) async {
        let asked = Duration.seconds(time.map { max(0, $0.timeIntervalSinceNow) } ?? 0)
        try? await Task.sleep(for: max(next * Double.random(in: 0.5...1), min(asked, longest)))
        next = min(next * 2, longest)
    }
}
