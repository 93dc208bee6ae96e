import Foundation
import RollcallAPI
import RollcallRPC
import TestRedis
import Testing

/// What Auth counts, seen from outside of its process.
@Suite struct LimitTests {
    @Test(arguments: [false, true])
    func aProcessThatIsKilledHasForgottenNoGuess(countsInAnEngine: Bool) async throws {
        let engine = countsInAnEngine ? try RedisServer() : nil
        let cluster = try Cluster(
            authArguments: engine.map { ["--limits", "redis+unix://\($0.socket)"] } ?? [],
            limits: ["account=2/900"])
        for service in [Cluster.Service.auth, .profile] { try await cluster.start(service) }
        func auth() -> AuthServiceClient { AuthServiceClient(cluster.client(.auth)) }
        let form = SignUpRequest(
            email: "ann@example.org", password: "correct horse", displayName: "ann",
            idempotencyKey: UUID().uuidString)
        _ = try await auth().signUp(form)
        for _ in 0..<2 { #expect(await reasons(auth(), "wrong") == [.wrongCredentials]) }
        cluster[.auth].kill()
        try await cluster.start(.auth)
        #expect(await reasons(auth(), form.password) == [.wrongCredentials])
        let secret = cluster.directory.appending(path: "auth/secret.key").path
        let attributes = try FileManager.default.attributesOfItem(atPath: secret)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    private func reasons(_ auth: AuthServiceClient, _ password: String) async -> [Reason] {
        do {
            _ = try await auth.signIn(
                SignInRequest(email: "ann@example.org", password: password))
            return []
        } catch {
            return (error as? RPCError)?.reasons ?? []
        }
    }

    @Test(
        arguments: [
            ("auth", ["--password-filter", "/dev/null"], 78),
            ("auth", ["--password-filter", "/nowhere"], 78),
            ("auth", ["--limit", "account=off"], 64), ("auth", ["--limit", "accounts=1/1"], 64),
            ("auth", ["--limits-plaintext"], 78),
            ("auth", ["--limits", "redis://192.0.2.1:6379"], 78),
            ("auth", ["--limits", "redis://:secret@127.0.0.1"], 78),
            ("auth", ["--limit", "refresh.address=off"], 64),
            ("profile", ["--limit", "search.account=off"], 64),
            ("profile", ["--limit", "searches=1/1"], 64),
            ("presence", ["--limit", "leases=1/1"], 64),
        ] as [(String, [String], Int32)])
    func whatCannotBeUsedIsSaidAtTheStart(
        service: String, arguments: [String], status: Int32
    ) throws {
        let directory = URL(filePath: "/tmp/rollcall-\(UInt32.random(in: 0 ... .max))")
        defer { try? FileManager.default.removeItem(at: directory) }
        let process = Process()
        process.executableURL = Products.directory.appending(path: "rollcall-\(service)")
        process.arguments =
            ["--data", directory.path, "--listen", "unix:\(directory.path)/s"] + arguments
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == status)
    }
}
