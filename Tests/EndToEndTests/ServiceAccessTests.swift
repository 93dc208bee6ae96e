import Foundation
import Introspection
import MessageJSON
import RollcallAPI
import RollcallRPC
import Testing

/// A service that an operator has added.
@Suite struct ServiceAccessTests {
    @Test func itFollowsRevocationsAndMayDoNothingThatIsForAuth() async throws {
        let cluster = try Cluster()
        try await cluster.startAll()
        let ann = try await Resident("ann", at: cluster.endpoint(.auth), cluster.spool)
        defer { ann.leave() }
        let games = try await options(ofService: "games", cluster)

        let auth = cluster.client(.auth)
        defer { auth.close() }
        let news = try await RevocationServiceClient(auth).watchRevocations(
            WatchRevocationsRequest(), options: games)
        let first = try await news.next()
        #expect(first != nil)
        news.cancel()

        for (service, count) in [(Cluster.Service.profile, 11), (.presence, 4)] {
            let client = cluster.client(service)
            defer { client.close() }
            let methods = try methodsForAuth(of: service)
            #expect(methods.count == count)
            for method in methods {
                let error = try await #require(throws: RPCError.self) {
                    _ = try await client.unary(method, EraseProfileRequest(userID: ann.id), games)
                }
                #expect(error.code == .permissionDenied, "\(method.path)")
                #expect(error.reasons == [.notAllowed], "\(method.path)")
            }
        }

        let profile = cluster.client(.profile)
        defer { profile.close() }
        let answer = try await ProfileServiceClient(profile).getProfile(
            GetProfileRequest(user: .id(ann.id)), options: ann.options())
        #expect(answer.profile?.displayName == "ann")
    }

    /// The RPCs whose rule is `ACCESS_AUTH`, as if they all were one: other callers are
    /// refused before the request is read.
    private func methodsForAuth(
        of service: Cluster.Service
    ) throws -> [Method<EraseProfileRequest, EraseProfileResponse>] {
        let name = "rollcall.v1.\(service.rawValue.capitalized)PeerService"
        let contract = try #require(Contract.pool.service(name))
        return contract.methods.filter { $0.access == 6 }.map { method in
            Method(service: name, name: method.name, kind: .unary, access: .auth)
        }
    }

    /// What a service calls with that has just been added.
    private func options(ofService name: String, _ cluster: Cluster) async throws -> CallOptions {
        let client = cluster.client(.auth)
        defer { client.close() }
        let added = try await AuthAdminServiceClient(client).addService(
            AddServiceRequest(name: name))
        let answer = try await AuthServiceClient(client).getServiceToken(
            GetServiceTokenRequest(credential: added.credential))
        var options = CallOptions(timeout: .seconds(10))
        try options.metadata.add("authorization", text: "Bearer \(answer.token)")
        return options
    }
}
