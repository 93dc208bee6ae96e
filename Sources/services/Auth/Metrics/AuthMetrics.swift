import Metrics
import RollcallAPI
import RollcallRPC

/// What Auth counts, with swift-metrics. No dimension is ever an address, an identifier or a name:
/// their values are the closed sets below.
///
/// | metric | kind | dimensions |
/// | --- | --- | --- |
/// | `auth.sign_ups` | counter | `outcome` |
/// | `auth.sign_ins` | counter | `outcome` |
/// | `auth.sign_ins.refused` | counter | `why` a password was wrong, which callers are not told |
/// | `auth.accounts.swept` | counter | accounts without a way in that were deleted, unused |
/// | `auth.limits` | counter | `limit`; `answer` |
/// | `auth.limits.alone` | counter | uses of limits counted without the engine |
package struct AuthMetrics: Sendable {
    enum SignUp: String, CaseIterable {
        case started, completed, invalid, limited, overloaded, failed
        case emailTaken = "email_taken"
        case nameTaken = "name_taken"
        case profileAway = "profile_away"
    }

    enum SignIn: String, CaseIterable {
        case ok, pending, wrong, limited, overloaded, failed
        case resetRequired = "reset_required"
    }

    enum LimitAnswer: String, CaseIterable {
        case taken, refused
    }

    let signUps: CounterSet<SignUp>
    let signIns: CounterSet<SignIn>
    let refusedSignIns: CounterSet<PasswordVerifier.Refusal>
    let sweptAccounts, countedAlone: Counter
    private let limits: [LimitName: CounterSet<LimitAnswer>]

    /// - Parameter factory: the process's backend unless said otherwise.
    package init(factory: any MetricsFactory = MetricsSystem.factory) {
        signUps = CounterSet("auth.sign_ups", "outcome", factory)
        signIns = CounterSet("auth.sign_ins", "outcome", factory)
        refusedSignIns = CounterSet("auth.sign_ins.refused", "why", factory)
        sweptAccounts = Counter(label: "auth.accounts.swept", factory: factory)
        countedAlone = Counter(label: "auth.limits.alone", factory: factory)
        let limits = LimitName.allCases.map { name in
            (
                name,
                CounterSet<LimitAnswer>(
                    "auth.limits", "answer", beside: [("limit", name.rawValue)], factory)
            )
        }
        self.limits = Dictionary(uniqueKeysWithValues: limits)
    }

    func count(_ limit: LimitName, _ answer: LimitAnswer) {
        limits[limit]?.count(answer)
    }

    /// Counts a failure alone: of a success, the body knows which one it is.
    func countingSignIn<T>(_ body: () async throws -> T) async throws -> T {
        try await signIns.counting(nil, failure: SignIn.init, body)
    }

    func countingSignUp<T>(_ body: () async throws -> T) async throws -> T {
        signUps.count(.started)
        return try await signUps.counting(.completed, failure: SignUp.init, body)
    }
}

/// One counter for each value of a dimension.
struct CounterSet<Value: RawRepresentable & CaseIterable & Hashable & Sendable>: Sendable
where Value.RawValue == String {
    private let counters: [Value: Counter]

    init(
        _ label: String, _ dimension: String, beside others: [(String, String)] = [],
        _ factory: any MetricsFactory
    ) {
        let counters = Value.allCases.map { value in
            let dimensions = others + [(dimension, value.rawValue)]
            return (value, Counter(label: label, dimensions: dimensions, factory: factory))
        }
        self.counters = Dictionary(uniqueKeysWithValues: counters)
    }

    func count(_ value: Value, by count: Int = 1) {
        counters[value]?.increment(by: count)
    }

    /// Counts how `body` ends.
    func counting<T>(
        _ success: Value?, failure: (any Error) -> Value, _ body: () async throws -> T
    ) async throws -> T {
        do {
            let value = try await body()
            if let success { count(success) }
            return value
        } catch {
            count(failure(error))
            throw error
        }
    }
}

extension AuthMetrics.SignIn {
    fileprivate init(_ error: any Error) {
        let reasons = (error as? RPCError)?.reasons ?? []
        switch true {
        case reasons.contains(.wrongCredentials): self = .wrong
        case reasons.contains(.tooManyAttempts): self = .limited
        case reasons.contains(.overloaded): self = .overloaded
        case reasons.contains(.passwordResetRequired): self = .resetRequired
        default: self = .failed
        }
    }
}

extension AuthMetrics.SignUp {
    fileprivate init(_ error: any Error) {
        let reasons = (error as? RPCError)?.reasons ?? []
        switch (error as? RPCError)?.code {
        case .invalidArgument: self = .invalid
        case _ where reasons.contains(.emailTaken): self = .emailTaken
        case .alreadyExists: self = .nameTaken
        case _ where reasons.contains(.tooManyAttempts): self = .limited
        case _ where reasons.contains(.overloaded): self = .overloaded
        case .unavailable: self = .profileAway
        default: self = .failed
        }
    }
}
