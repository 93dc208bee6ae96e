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
        var services: Set = [HealthStatus.server]
        var status = ServingStatus.notServing
        var dependencies: [String: Dependency] = [:]
        var isDraining = false

        subscript(service: String) -> ServingStatus? {
            if let dependency = dependencies[service] {
                return dependency.status == .good && !isDraining ? .serving : .notServing
            }
            guard services.contains(service) else { return nil }
            return dependencies.values.contains { $0.status == .missing } ? .notServing : status
        }
    }

    private let state = Mutex(State())
    /// All follow the server, whichever service they ask for.
    let watches: Feed<String>

    /// - Parameter maximumWatches: how many may watch at once, over all connections.
    package init(maximumWatches: Int = 10_000) {
        watches = Feed(
            limitOfTopic: maximumWatches,
            tooMany: .overload(
                "too many watch the health of this server", retryAfter: .seconds(1)))
    }

    /// The state of a service; nil when the name is unknown.
    package subscript(service: String) -> ServingStatus? {
        state.withLock { $0[service] }
    }

    /// Adds services, in the state that the server has.
    package func add(_ services: some Sequence<String>) {
        change { $0.services.formUnion(services) }
    }

    /// Sets the state of the server and all its services. A server that drains stays NOT_SERVING.
    package func set(_ status: ServingStatus) {
        change { if !$0.isDraining { $0.status = status } }
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

    /// Marks everything as NOT_SERVING from now on. Watches end once they have reported it, and no
    /// more begin.
    package func beginDrain() {
        set(.notServing)
        change { $0.isDraining = true }
        watches.beginDrain()
    }

    /// Changes the state, and wakes all watches.
    private func change(_ body: (inout State) -> Void) {
        state.withLock { body(&$0) }
        watches.wakeAll()
    }
}
