import Foundation
import RollcallAPI
import RollcallRPC
import Testing

import func TestSupport.elapse

/// Sign-up while the processes die under it.
@Suite struct SagaUnderFireTests {
    /// How often a process is killed; `ROLLCALL_KILLS` sets it.
    static let kills =
        ProcessInfo.processInfo.environment["ROLLCALL_KILLS"].flatMap { Int($0) } ?? 50

    /// One sign-up that was begun.
    private struct Attempt {
        let request: SignUpRequest
        /// The user that the answer named, if one came.
        var userID: String?
    }

    @Test func killingAnyServiceAtAnyInstantLeavesNoOrphanAndNoLeakedName() async throws {
        let cluster = try Cluster()
        // Presence has no part in a sign-up.
        let parts = [Cluster.Service.auth, .profile]
        for part in parts { try await cluster.start(part) }
        var attempts: [Attempt] = []
        for number in 0..<Self.kills {
            let (request, answer) = (signUp(number), cluster.client(.auth))
            async let response = try? AuthServiceClient(answer).signUp(
                request, options: CallOptions(timeout: .seconds(10)))
            // A sign-up takes some 60 ms, most of it hashing.
            try await elapse(upTo: .milliseconds(90))
            let victim = parts[number % 2]
            cluster[victim].kill()
            // While it is down, calls that need it wait or fail; then it comes back.
            if Bool.random() { try await elapse(.milliseconds(20)) }
            try await cluster.start(victim)
            attempts.append(Attempt(request: request, userID: await response?.session?.userID))
            answer.close()
        }
        for attempt in attempts { try await check(attempt, in: cluster) }
        let acknowledged = attempts.filter { $0.userID != nil }.count
        #expect(acknowledged > 0 && acknowledged < attempts.count, "the kills hit nothing")
    }

    /// A whole account or none: who can sign in has the name, and a name that nobody has is free.
    private func check(_ attempt: Attempt, in cluster: Cluster) async throws {
        let auth = AuthServiceClient(cluster.client(.auth))
        let profile = ProfileServiceClient(cluster.client(.profile))
        let credentials = SignInRequest(
            email: attempt.request.email, password: attempt.request.password)
        guard let signedIn = try? await auth.signIn(credentials),
            let session = signedIn.session, let tokens = signedIn.tokens
        else {
            #expect(attempt.userID == nil, "an acknowledged account is gone")
            try await expectFree(attempt.request.displayName, profile)
            return
        }
        if let userID = attempt.userID { #expect(session.userID == userID) }
        var options = CallOptions()
        try options.metadata.add("authorization", text: "Bearer \(tokens.accessToken)")
        let found = try await eventually {
            try await profile.getProfile(
                GetProfileRequest(user: .name(attempt.request.displayName)),
                options: options)
        }
        #expect(found.profile?.userID == session.userID)
        // The same sign-up again is the same account.
        let again = try await auth.signUp(attempt.request)
        #expect(again.session?.userID == session.userID)
    }

    private func expectFree(_ name: String, _ profile: ProfileServiceClient) async throws {
        let answer = try await eventually {
            let answer = try await profile.checkDisplayName(
                CheckDisplayNameRequest(displayName: name))
            guard answer.isAvailable else { throw RPCError(.alreadyExists, "held: \(name)") }
            return answer
        }
        #expect(answer.isAvailable)
    }

    private func signUp(_ number: Int) -> SignUpRequest {
        SignUpRequest(
            email: "user\(number)@example.org", password: "correct horse \(number)",
            displayName: "user.\(number)", idempotencyKey: "idempotency-key-\(number)-under-fire")
    }
}
