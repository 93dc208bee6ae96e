import RollcallBasics

/// Lets one instance of a deployment do what need not be done by all, such as sweeps.
///
/// A row says who holds the lease, and until when. The holder renews it in each round, so that
/// another instance goes on when it dies. What is done must be harmless if two do it, as clocks may
/// be wrong. Of a file, its only process holds all leases, and writes none.
package struct DeploymentLease<Event: Sendable>: Sendable {
    private let name: String
    private let store: Store<Event>
    private let clock: @Sendable () -> Int64
    private let holder = Int64.random(in: 1 ... .max)

    /// - Parameter clock: milliseconds since 1970.
    package init(
        _ name: String, in store: Store<Event>, clock: @escaping @Sendable () -> Int64
    ) {
        (self.name, self.store, self.clock) = (name, store, clock)
    }

    /// How much longer a lease lasts than until the next round: for a late one.
    private static var margin: Duration { .seconds(60) }

    /// Takes the lease, or renews it.
    ///
    /// - Parameter pause: until the next round.
    /// - Returns: whether this instance holds the lease.
    package func take(until pause: Duration) async throws -> Bool {
        guard store.isShared else { return true }
        let now = clock()
        let end = now + (pause + Self.margin).wholeMilliseconds
        return try await store.write { [name, holder] in
            try $0.run(Statements.take, name, holder, end, now) == 1
        }
    }
}

private enum Statements {
    static let take = Command<String, Int64, Int64, Int64>(
        """
        INSERT INTO deploymentLease (name, holder, untilMs) VALUES ($1, $2, $3)
        ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, untilMs = excluded.untilMs
        WHERE deploymentLease.holder = excluded.holder OR deploymentLease.untilMs <= $4
        """)
}

extension SchemaDialect {
    /// The table of a `DeploymentLease`.
    package var deploymentLeaseTable: String {
        """
        -- Which instance does what one alone does, and until when it is left to it.
        CREATE TABLE deploymentLease (
            name TEXT NOT NULL PRIMARY KEY,
            holder \(integer) NOT NULL,
            untilMs \(integer) NOT NULL
        )\(keyed);
        """
    }
}
