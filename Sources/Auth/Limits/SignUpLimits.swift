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
    /// - Throws: `RPCError` (TOO_MANY_ATTEMPTS); what `body` throws.
    func count<T>(_ call: CallContext, _ body: () async throws -> T) async throws -> T {
        let address = LimitSubject.address(ClientNetwork(call.peer))
        let attempt = try limiter.unit(.signUpAddress, of: address)
        let answer = try limiter.unit(.emailTakenAddress, of: address)
        let charge = try limiter.charge([attempt, answer])
        do {
            try await store.keep(Charge([attempt], of: limiter))
        } catch {
            charge.giveBack()
            throw error
        }
        do {
            let value = try await body()
            limiter.giveBack([answer])
            return value
        } catch let error as RPCError where error.reasons.contains(.emailTaken) {
            try await store.keep(Charge([answer], of: limiter))
            throw error
        } catch let away as ProfileIsAway {
            // The caller has learned nothing, and is to come again; unless it had no time for an answer.
            if call.deadline.map({ $0 > .now }) ?? true {
                charge.giveBack()
                try await store.keep(charge)
            } else {
                limiter.giveBack([answer])
            }
            throw away.error
        } catch {
            limiter.giveBack([answer])
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
