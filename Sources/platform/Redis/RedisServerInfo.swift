/// What a server says of itself (`INFO`).
package struct RedisServerInfo: Sendable {
    private let fields: [Substring: Substring]

    init(_ text: String) {
        fields = text.split(whereSeparator: \.isNewline).reduce(into: [:]) { fields, line in
            let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2 { fields[parts[0]] = parts[1] }
        }
    }

    /// Names one run of the server: a restart, and another server, have another one.
    package var run: String { String(fields["run_id"] ?? "") }

    /// - Throws: `RedisError.unfit` when it is too old, may drop what it was told to keep, or is a
    ///   cluster; `refusesWrites` when it is no primary; `unavailable` when it is not ready yet.
    func checkFitness() throws(RedisError) {
        let version = fields["redis_version"] ?? "unknown"
        guard let major = version.split(separator: ".").first.flatMap({ Int($0) }), major >= 7
        else {
            throw .unfit("the server's version is \(version): Redis 7 or Valkey is needed")
        }
        guard fields["cluster_enabled"] != "1" else {
            throw .unfit("the server is part of a cluster: name one that is not")
        }
        guard let policy = fields["maxmemory_policy"] else {
            throw .unfit(
                "the server does not tell its maxmemory-policy in INFO: allow INFO to its user")
        }
        guard policy == "noeviction" else {
            throw .unfit(
                "the server's maxmemory-policy is \(policy), which drops keys in use: set it to noeviction"
            )
        }
        guard fields["loading"] != "1" else { throw .unavailable("the server is reading its data") }
        guard fields["role"] == "master" else {
            throw .refusesWrites("the server is a replica: its primary is needed")
        }
    }
}
