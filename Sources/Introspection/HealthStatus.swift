import RollcallBasics
import RollcallRPC
import Synchronization

/// Whether the services of a process take calls, for those who ask once and those who watch.
///
/// Watching costs nothing while nothing changes. A watch learns the state that is then, not what it
/// was in between.
package final class HealthStatus: Sendable {
    /// Stands for the server as a whole.
    package static let server = ""

    /// How something is that the services need and that is not theirs.
    package enum DependencyStatus: Sendable {
        /// As it should be.
        case good
        /// It is not as it should be, but calls are still answered.
        case impaired
        /// No call can be answered without it.
        case missing
    }

    /// Something that the services need, as it is.
    package struct Dependency: Sendable, Equatable {
        package let status: DependencyStatus
        /// What is wrong, for a person; empty when it is good.
        package let sentence: String
        /// Since when it has had this status.
        package let since: ContinuousClock.Instant
    }

    /// All of it at one moment.
    package struct Report: Sendable, Equatable {
        /// Whether the server as a whole takes calls.
        package let isServing: Bool
        package let dependencies: [String: Dependency]
    }

    private struct State {
        var statuses = [HealthStatus.server: ServingStatus.notServing]
        var dependencies: [String: Dependency] = [:]
        var isDraining = false
        var watches: [ObjectIdentifier: AsyncSignal] = [:]

        subscript(service: String) -> ServingStatus? {
            if let dependency = dependencies[service] {
                return dependency.status == .good && !isDraining ? .serving : .notServing
            }
            let isMissingOne = dependencies.values.contains { $0.status == .missing }
            return statuses[service].map { isMissingOne ? .notServing : $0 }
        }
    }

    private let state = Mutex(State())

    package init() {}

    /// The state of a service, nil when there is none of that name.
    package subscript(service: String) -> ServingStatus? {
        state.withLock { $0[service] }
    }

    /// Takes services up. They are as the server is.
    package func add(_ services: some Sequence<String>) {
        change { state in
            for service in services { state.statuses[service] = state.statuses[Self.server] }
        }
    }

    /// Sets the state of one service, or of all and the server as a whole. A server that drains
    /// stays NOT_SERVING.
    package func set(_ status: ServingStatus, for service: String? = nil) {
        change { state in
            guard !state.isDraining else { return }
            for name in service.map({ [$0] }) ?? Array(state.statuses.keys) {
                state.statuses[name] = status
            }
        }
    }

    /// Sets how a dependency is. It is shown as a service of this name, which serves only if it is
    /// good; while one is missing, no service does.
    ///
    /// - Parameter sentence: what is wrong, for a person.
    package func set(
        _ status: DependencyStatus, ofDependency name: String, because sentence: String = ""
    ) {
        change { state in
            let before = state.dependencies[name]
            let since = before?.status == status ? before?.since : nil
            state.dependencies[name] = Dependency(
                status: status, sentence: sentence, since: since ?? .now)
        }
    }

    /// How it is now.
    package var report: Report {
        state.withLock {
            Report(isServing: $0[Self.server] == .serving, dependencies: $0.dependencies)
        }
    }

    /// Nothing is served from now on, and watches end once they have said so.
    package func beginDrain() {
        set(.notServing)
        change { $0.isDraining = true }
    }

    /// Changes the state, and lets everyone who waits look at it.
    private func change(_ body: (inout State) -> Void) {
        let watches = state.withLock { state in
            body(&state)
            return state.watches.values
        }
        for news in watches { news.signal() }
    }
}

// MARK: - Watching

extension HealthStatus {
    /// Waits until a service is no longer as it was last seen.
    ///
    /// - Returns: how it is now; nil when it is as it was and will not change any more.
    /// - Throws: `CancellationError`.
    func next(for service: String, after last: ServingStatus?) async throws -> ServingStatus? {
        let news = AsyncSignal()
        state.withLock { $0.watches[ObjectIdentifier(news)] = news }
        defer { state.withLock { _ = $0.watches.removeValue(forKey: ObjectIdentifier(news)) } }
        while true {
            try Task.checkCancellation()
            let (now, isDraining) = state.withLock {
                ($0[service] ?? .serviceUnknown, $0.isDraining)
            }
            if now != last { return now }
            if isDraining { return nil }
            await news.wait()
        }
    }
}
