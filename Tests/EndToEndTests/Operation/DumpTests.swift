import Foundation
import RollcallAPI
import TestPostgreSQL
import TestRedis
import Testing

/// Dumps of PostgreSQL, by the commands of deploy/backup.md.
@Suite struct DumpTests {
    @Test func thePagesCommandsDumpAndRestoreWhatIsInPostgreSQL() async throws {
        let (database, redis) = (try await PostgreSQLServer.shared, try RedisServer())
        let urls = try await blocking {
            var urls: [Cluster.Service: String] = [:]
            for service in Cluster.Service.allCases {
                let name = "dump_\(service)"
                try PostgreSQLSession(of: database).execute(
                    "CREATE DATABASE \(name) TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C'")
                urls[service] = database.url(schema: "public", database: name)
            }
            return urls
        }
        let cluster = try Cluster()
        func start(_ service: Cluster.Service, _ options: String...) async throws {
            let engine = service == .presence ? ["--engine", "redis+unix://\(redis.socket)"] : []
            try await cluster.start(
                service, with: ["--store", #require(urls[service])] + engine + options)
        }
        for service in Cluster.Service.allCases { try await start(service) }
        let steps = try BackupPage.blocks(of: "PostgreSQL and buckets")
        try #require(steps.count == 2)
        let variables = urls.map { "\($0)='\($1)'\n" }.joined()
        let dump = steps[0].split(separator: "\n").filter { !$0.contains("='postgresql://") }
        try #require(steps[0].split(separator: "\n").count == dump.count + urls.count)
        func shell(_ script: String) async throws {
            let output = try await run(
                "/bin/bash", ["-euc", "cd \(cluster.directory.path)\n\(variables)\(script)"])
            #expect(output.status == 0, "\(output.text)")
        }

        let ann = try await Resident("ann", at: cluster.endpoint(.auth), cluster.spool)
        defer { ann.leave() }
        try await shell(dump.joined(separator: "\n"))
        let bob = try await Resident("bob", at: cluster.endpoint(.auth), cluster.spool)
        defer { bob.leave() }
        for service in Cluster.Service.allCases { cluster[service].stop() }
        try await shell(steps[1])
        try await start(.auth, "--restored")
        for service in [Cluster.Service.profile, .presence] { try await start(service) }
        #expect(cluster[.auth].text.contains("a new epoch has begun"))
        #expect(try await ann.signsIn())
        #expect(try await !bob.signsIn())
        let mended = try await cluster.adminCheck("--mend", "--yes")
        #expect(mended.status == 0, "\(mended.text)")
        #expect(try await cluster.adminCheck().status == 0)
    }
}
