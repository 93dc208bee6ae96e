import RollcallRules

/// Asks whether a display name is free, while a user types it.
///
/// It waits until nothing was typed for half a second. A name that is typed in the meantime cancels
/// the question about the one before, and an answer that comes too late counts for nothing.
public final class DisplayNameCheck: Sendable {
    public enum Verdict: Sendable, Equatable {
        /// No name was typed.
        case empty
        /// The rules that the name breaks, or why nobody can have it.
        case broken([Problem])
        case checking
        case free
        /// - Parameter suggestions: up to five similar names that are free.
        case taken(suggestions: [String])
        /// It is the user's own, perhaps in another case.
        case own
        /// There is no answer, such as without a network. The name may be free.
        case unknown
    }

    /// The one whose answer counts.
    private struct Question {
        var name = ""
        var number = 0
        var task: Task<Void, Never>?
    }

    /// How long nothing is typed before a service is asked.
    public static let pause = Duration.milliseconds(500)

    private let account: any AccountService
    private let clock: any Clock<Duration>
    private let question = Locked(Question())
    private let broadcast = Broadcast(Verdict.empty)

    public init(
        _ account: any AccountService, clock: any Clock<Duration> = ContinuousClock()
    ) {
        (self.account, self.clock) = (account, clock)
    }

    deinit { question.withLock { $0.task?.cancel() } }

    public var verdict: Verdict { broadcast.value }

    /// The verdict now, and then each other one; of those that were not read in time the newest.
    public var verdicts: AsyncStream<Verdict> { broadcast.values(.bufferingNewest(1)) }

    /// Judges a name: at once by the rules, later by what a service says.
    ///
    /// - Parameter own: the name that the user has; empty for none.
    public func check(_ name: String, own: String = "") {
        question.withLock { question in
            guard name != question.name else { return }
            question.name = name
            question.number += 1
            question.task?.cancel()
            broadcast.set(Self.verdict(withoutAsking: name, own: own))
            guard broadcast.value == .checking else { return }
            question.task = Task { [weak self, account, clock, number = question.number] in
                try? await clock.sleep(for: Self.pause)
                guard !Task.isCancelled else { return }
                let verdict = await Self.ask(account, name)
                self?.tell(verdict, of: number)
            }
        }
    }

    private static func verdict(withoutAsking name: String, own: String) -> Verdict {
        let typed = name.spaceTrimmed
        let broken = FieldRules.displayName(name)
        if typed.isEmpty { return .empty }
        if !broken.isEmpty { return .broken(broken) }
        return typed.lowercased() == own.lowercased() ? .own : .checking
    }

    private static func ask(_ account: any AccountService, _ name: String) async -> Verdict {
        do {
            switch try await account.checkDisplayName(name) {
            case .free: return .free
            case .own: return .own
            case .taken(let suggestions): return .taken(suggestions: suggestions)
            case .notAllowed(let violations):
                return .broken(violations.map { .reason($0.reason) })
            }
        } catch {
            return .unknown
        }
    }

    private func tell(_ verdict: Verdict, of number: Int) {
        question.withLock { question in
            if question.number == number { broadcast.set(verdict) }
        }
    }
}
