extension Rollcall {
    /// Works while the app is in the foreground: ends the work when it goes to the background, and
    /// begins it anew when it is back. It returns when the task is cancelled.
    ///
    /// - Parameters:
    ///   - user: who is signed in.
    ///   - work: goes on until its task is cancelled, or throws.
    /// - Throws: what `work` throws; `notSignedIn` when the user is not signed in any more.
    func whileHere(
        _ user: String, _ work: @escaping @Sendable () async throws(RollcallError) -> Void
    ) async throws(RollcallError) {
        do {
            while !Task.isCancelled {
                for await isForeground in lifecycle.foreground where isForeground { break }
                try await withThrowingTaskGroup(of: Void.self) { group in
                    let (foreground, states) = (lifecycle.foreground, states)
                    group.addTask { try await work() }
                    group.addTask { for await isHere in foreground where !isHere { return } }
                    group.addTask {
                        for await state in states where state.user?.id != user {
                            throw RollcallError.notSignedIn
                        }
                    }
                    try await group.next()
                    group.cancelAll()
                    try await group.waitForAll()
                }
            }
        } catch {
            throw RollcallError(error)
        }
    }
}
