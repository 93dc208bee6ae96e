import Foundation
import RollcallAPI
import RollcallRPC
import Testing

/// What an administrator takes away, and the mail that tells its owner.
@Suite struct TakeDownNoticeTests {
    /// Somebody with a bio, whose address is proved.
    private func resident(_ cluster: Cluster) async throws -> Resident {
        let ann = try await Resident("ann", at: cluster.endpoint(.auth), cluster.spool)
        _ = try await cluster.newestMail(for: ann.email, 1)
        let code = try #require(try cluster.spool.mails(to: ann.email).last).code
        #expect(try await ann.verifies(code))
        let client = cluster.client(.profile)
        defer { client.close() }
        _ = try await eventually {
            try await ProfileServiceClient(client).updateProfile(
                .changing(bio: "buy"), options: ann.options())
        }
        return ann
    }

    private func takeDown(
        _ reason: String, from user: Resident, _ cluster: Cluster
    ) async throws -> ProgramOutput {
        try await run(
            Products.directory.appending(path: "rollcall").path,
            [
                "admin", "profile", "take-down", user.id, "--take-down", "bio", "--reason", reason,
                "--operator", "--profile", "\(cluster.endpoint(.profile))",
            ])
    }

    @Test func theOwnerIsToldByMailWhatAndWhy() async throws {
        let cluster = try Cluster()
        try await cluster.startAll()
        let ann = try await resident(cluster)
        defer { ann.leave() }
        let output = try await takeDown("an advertisement", from: ann, cluster)
        #expect(output.status == 0, "\(output.text)")
        #expect(try await holds { try ann.mails(.takenDown).count == 1 }, "\(cluster.logs)")
        let mail = try #require(try ann.mails(.takenDown).first)
        #expect(mail.body.contains("- what you say about yourself\r\n"), "\(mail.body)")
        #expect(mail.body.contains("The reason:\r\nan advertisement\r\n"), "\(mail.body)")
        #expect(!mail.body.contains("photo"))
    }

    @Test func aNoticeOutlivesAnAuthThatIsAwayAndAProfileThatIsKilled() async throws {
        let cluster = try Cluster()
        try await cluster.startAll()
        let ann = try await resident(cluster)
        defer { ann.leave() }
        cluster[.auth].kill()
        let output = try await takeDown("an advertisement", from: ann, cluster)
        #expect(output.status == 0, "\(output.text)")
        cluster[.profile].kill()
        try await cluster.start(.profile)
        #expect(try ann.mails(.takenDown).isEmpty)
        try await cluster.start(.auth)
        #expect(
            try await holds(within: .seconds(60)) { try ann.mails(.takenDown).count == 1 },
            "\(cluster.logs)")
        // Once the notice is gone, no second mail can come.
        let client = cluster.client(.profile)
        defer { client.close() }
        let hasNone = try await holds(within: .seconds(40)) {
            let resources = try await StatusServiceClient(client).getResources(
                GetResourcesRequest())
            return resources.queues == [WorkQueue(name: "notices", count: 0)]
        }
        #expect(hasNone)
        #expect(try ann.mails(.takenDown).count == 1)
    }
}
