import CPQ

/// How far the history of a server's database cluster has come. A former primary is behind the one
/// that took its place, and a restored copy behind its original.
struct ServerPosition: Sendable, Equatable {
    /// Names the cluster. A primary and its standbys have the same.
    let cluster: String
    /// Rises when a standby is promoted.
    let timeline: Int64
    /// The bytes of the log that are on the server's disk.
    let logged: Int64

    /// Whether a server here lacks what another has had, or has another history.
    func isBehind(_ other: ServerPosition) -> Bool {
        cluster != other.cluster || (timeline, logged) < (other.timeline, other.logged)
    }
}

extension PostgreSQLConnection {
    /// Nil if the server does not say it.
    var position: ServerPosition? {
        let answer = try? execute(
            """
            SELECT system_identifier::text,
                ('x' || left(pg_walfile_name(pg_current_wal_flush_lsn()), 8))::bit(32)::int8,
                (pg_current_wal_flush_lsn() - '0/0'::pg_lsn)::int8
            FROM pg_control_system()
            """)
        guard let answer, let cluster = answer.text(row: 0, column: 0),
            let timeline = answer.text(row: 0, column: 1).flatMap(Int64.init),
            let logged = answer.text(row: 0, column: 2).flatMap(Int64.init)
        else { return nil }
        return ServerPosition(cluster: cluster, timeline: timeline, logged: logged)
    }

    /// The server's host and port.
    var server: String { "\(String(cString: PQhost(handle))):\(String(cString: PQport(handle)))" }

    /// Whether transactions write nothing by default. The server reports each change.
    var isReadOnly: Bool {
        PQparameterStatus(handle, "default_transaction_read_only").map { String(cString: $0) }
            == "on"
    }

    /// Waits for an answer that needs no work.
    func ping() throws {
        let patience = patience
        self.patience = .seconds(3)
        defer { self.patience = patience }
        try execute("")
    }
}
