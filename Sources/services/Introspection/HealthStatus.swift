import RollcallBasics
import RollcallRPC
import Synchronization

/// Whether the services of a process take calls, for single checks and for watches.
///
/// A watch costs nothing while nothing changes. It learns the present state, and may miss states in
/// between.
package final class HealthStatus: Sendable {
    /// Stands for the server as a whole.
    package static let server = ""

    /// The status of something that the services need but do not own.
    package enum DependencyStatus: Sendable {
        /// Works as it should.
        case good
        /// Impaired, but calls are still answered.
        case impaired
        /// No call can be answered without it.
        case missing
    }

    /// The present status of something that the services need.
    package struct Dependency: Sendable, Equatable {
        package let status: DependencyStatus
        /// What is wrong, for a person; empty when it is good.
        package let sentence: String
        /// The time since which it has had this status.
        package let since: ContinuousClock.Instant
    }

    /// The health of the server and all its dependencies at one moment.
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

    /// The state of a service; nil when the name is unknown.
    package subscript(service: String) -> ServingStatus? {
        state.withLock { $0[service] }
    }

    /// Adds services, in the state that the server has.
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

    /// Sets the status of a dependency. It is shown as a service of this name, which serves only
    /// while it is good. While a dependency is missing, no service serves.
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

    /// The present health.
    package var report: Report {
        state.withLock {
            Report(isServing: $0[Self.server] == .serving, dependencies: $0.dependencies)
        }
    }

    /// Marks everything as NOT_SERVING from now on. Watches end once they have reported it.
    package func beginDrain() {
        set(.notServing)
        change { $0.isDraining = true }
    }

    /// Changes the state, and wakes all watches.
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
    /// Waits until the state of a service differs from `last`.
    ///
    /// - Returns: the present state; nil when it is unchanged and the server drains, so that it
    ///   stays unchanged.
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
