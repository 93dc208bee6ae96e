import RollcallAPI
import RollcallRPC

extension Limits {
    /// Runs a sign-up whose form keeps the rules, if its address may sign up, and may be told that an
    /// e-mail address is taken. A form needs that answer; the limit keeps callers from testing lists of
    /// addresses.
    ///
    /// An address that may not hear of another taken e-mail address is refused at once. Otherwise it
    /// would learn of free ones instead.
    ///
    /// - Parameter body: is given the permit that the sign-up spends, and writes it down with the first
    ///   of what it writes.
    /// - Throws: `RPCError` (TOO_MANY_ATTEMPTS); what `body` throws.
    func signUp<T>(_ call: CallContext, _ body: (Permit) async throws -> T) async throws -> T {
        let address = LimitSubject.address(ClientNetwork(call.peer))
        let signUp = try permit(.signUpAddress, of: address)
        let answer = try permit(.emailTakenAddress, of: address)
        return try await attempt([signUp, answer]) { _ in
            do {
                return .recorded(try await body(signUp)).refunding(answer)
            } catch let error as RPCError where error.reasons.contains(.emailTaken) {
                return .failed(error)
            } catch let obstacle as SignUpNotBegun {
                // The caller has learned nothing, and is to come again; unless it had no time for an answer.
                let hadTime = call.deadline.map { $0 > .now } ?? true
                if hadTime { throw obstacle.error }
                return .failed(obstacle.error).refunding(answer)
            } catch {
                return .failed(error).refunding(answer)
            }
        }
    }

    /// Whether Profile may be asked about the display name of a form that breaks a rule. Otherwise such
    /// forms could find out which names there are.
    ///
    /// - Returns: false also on a full disk: the form is to hear of its other rules.
    func mayCheckName(for call: CallContext) async -> Bool {
        do {
            let address = LimitSubject.address(ClientNetwork(call.peer))
            return try await attempt([permit(.nameCheckAddress, of: address)]) { _ in .spent(true) }
        } catch {
            return false
        }
    }
}
