import RollcallAPI
import RollcallRPC
import Testing

/// What a flood of guesses does to the process.
@Suite struct FloodTests {
    /// A hash takes 19 MiB: as many at once as ask would be thousands.
    @Test func aFloodOfGuessesTakesNoMoreMemoryThanTheLanesHave() async throws {
        let cluster = try Cluster(authArguments: ["--hash-workers", "2"])
        for service in [Cluster.Service.auth, .profile] { try await cluster.start(service) }
        let client = cluster.client(.auth)
        defer { client.close() }
        let auth = AuthServiceClient(client)
        _ = try await auth.signUp(Resident.form("ann"))
        let before = try #require(cluster[.auth].peakKilobytes)
        let refused = await withTaskGroup { group in
            for number in 0..<400 {
                group.addTask {
                    do {
                        _ = try await auth.signIn(
                            SignInRequest(
                                email: "ann@example.org", password: "a guess \(number)"),
                            options: CallOptions(timeout: .seconds(2)))
                        return false
                    } catch {
                        return true
                    }
                }
            }
            return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(refused == 400)
        let after = try #require(cluster[.auth].peakKilobytes)
        #expect(after - before < 64 * 1024, "\(before) KiB, then \(after) KiB")
        let answer = await eventuallySignsIn(auth)
        #expect(answer, "\(cluster.logs)")
    }

    /// Once the flood is over.
    private func eventuallySignsIn(_ auth: AuthServiceClient) async -> Bool {
        let form = Resident.form("ann")
        let request = SignInRequest(email: form.email, password: form.password)
        let hasSignedIn = try? await holds { (try? await auth.signIn(request)) != nil }
        return hasSignedIn == true
    }
}
