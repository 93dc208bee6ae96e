import RollcallAPI
import RollcallRPC

/// How often one address may sign up, and how often it is told that an e-mail address is taken. A form
/// needs that answer; the limit keeps callers from testing lists of addresses.
struct SignUpLimits: Sendable {
    let limiter: Limiter
    let store: AuthStore

    /// Runs a sign-up whose form keeps the rules.
    ///
    /// Both units are taken first: an address that may not hear of another taken e-mail address does
    /// not get as far as to ask, so that it does not learn of free ones instead.
    ///
    /// - Parameter body: is given what the attempt has taken, and writes it down with the first of what
    ///   it writes. If it ends before, that is written down here.
    /// - Throws: `RPCError` (TOO_MANY_ATTEMPTS); what `body` throws.
    func count<T>(_ call: CallContext, _ body: (Charge) async throws -> T) async throws -> T {
        let address = LimitSubject.address(ClientNetwork(call.peer))
        let attempt = try limiter.unit(.signUpAddress, of: address)
        let answer = try limiter.unit(.emailTakenAddress, of: address)
        let charge = try limiter.charge([attempt, answer])
        let tried = Charge([attempt], of: limiter)
        do {
            let value = try await body(tried)
            limiter.giveBack([answer])
            return value
        } catch let error as RPCError where error.reasons.contains(.emailTaken) {
            try await store.keep(charge)
            throw error
        } catch let obstacle as SignUpNotBegun {
            // The caller has learned nothing, and is to come again; unless it had no time for an answer.
            let hadTime = call.deadline.map { $0 > .now } ?? true
            limiter.giveBack(hadTime ? [attempt, answer] : [answer])
            try? await store.keep(tried)
            throw obstacle.error
        } catch {
            limiter.giveBack([answer])
            try await keep(tried)
            throw error
        }
    }

    /// On a full disk nothing is counted. Who goes away has tried all the same.
    private func keep(_ charge: Charge) async throws {
        do {
            try await store.keep(charge)
        } catch {
            if !(error is CancellationError) { charge.giveBack() }
            throw error
        }
    }

    /// Whether Profile may be asked about the display name of a form that breaks a rule: else such forms
    /// would gather the names that there are.
    func mayCheckName(for call: CallContext) async throws -> Bool {
        let address = LimitSubject.address(ClientNetwork(call.peer))
        let unit = try limiter.unit(.nameCheckAddress, of: address)
        guard limiter.take([unit]) == nil else { return false }
        // Else on a full disk no form would hear of its other rules.
        return (try? await store.keep(Charge([unit], of: limiter))) != nil
    }
}
