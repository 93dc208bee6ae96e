import RollcallAPI
import RollcallRPC

extension Limits {
    /// Runs a sign-up whose form keeps the rules, if its address may sign up, and may be told that
    /// an e-mail address is taken. A form needs that answer; the limit keeps callers from testing
    /// lists of addresses.
    ///
    /// An address that may not hear of another taken e-mail address is refused at once. Otherwise
    /// it would learn of free ones instead.
    ///
    /// - Parameter body: is given the permit that the sign-up spends, and writes it down with the
    ///   first of what it writes.
    /// - Throws: `RPCError` (TOO_MANY_ATTEMPTS); what `body` throws.
    func signUp<T>(_ call: CallContext, _ body: (Permit) async throws -> T) async throws -> T {
        let address = LimitSubject.address(ClientNetwork(call.peer))
        let signUp = try permit(.signUpAddress, of: address)
        let answer = try permit(.emailTakenAddress, of: address)
        var attempt = try await attempt([signUp, answer])
        do {
            let value = try await body(signUp)
            attempt.refund(answer)
            attempt.recorded()
            return value
        } catch let error as RPCError where error.reasons.contains(.emailTaken) {
            try await attempt.spend()
            throw error
        } catch {
            attempt.refund(answer)
            // A caller who has learned nothing is to come again, unless it had no time for an
            // answer.
            let obstacle = error as? SignUpNotBegun
            let hadTime = call.deadline.map { $0 > .now } ?? true
            if obstacle == nil || !hadTime { try await attempt.spend() }
            throw obstacle?.error ?? error
        }
    }

    /// Whether Profile may be asked about the display name of a form that breaks a rule. Otherwise
    /// such forms could find out which names there are.
    ///
    /// - Returns: false also on a full disk: the form is to hear of its other rules.
    func mayCheckName(for call: CallContext) async -> Bool {
        do {
            let address = LimitSubject.address(ClientNetwork(call.peer))
            try await attempt([permit(.nameCheckAddress, of: address)]).spend()
            return true
        } catch {
            return false
        }
    }
}
