import Foundation
import Introspection
import MessageJSON
import RollcallAPI
import RollcallRPC
import RollcallWire
import Testing

/// The size of a request, of every RPC of the contract at the services as they run.
@Suite struct RequestSizeTests {
    private static let servers: [String: Cluster.Service] = [
        "AccountDataService": .auth, "AccountService": .auth, "AuthAdminService": .auth,
        "AuthService": .auth, "FactorService": .auth, "RevocationService": .auth,
        "AccountChangeService": .auth,
        "PresenceAdminService": .presence,
        "AuditService": .auth, "IdentityService": .auth,
        "ImportService": .auth, "PasskeyService": .auth,
        "PresencePeerService": .presence, "PresenceService": .presence,
        "ProfileAdminService": .profile, "ProfilePeerService": .profile, "ProfileService": .profile,
        "StatusService": .auth, "HealthService": .profile, "ReflectionService": .presence,
    ]

    /// How the call of a request ends that is no message; nil if it ends well.
    private func status(
        of rpc: String, _ service: ServiceDescriptor, _ method: MethodDescriptor, size: Int,
        at client: any RPCClient, _ options: CallOptions
    ) async throws -> RPCError {
        let kind: MethodKind =
            switch (method.clientStreams, method.serverStreams) {
            case (false, false): .unary
            case (true, false): .clientStreaming
            case (false, true): .serverStreaming
            case (true, true): .bidirectional
            }
        let called = Method<RawMessage, RawMessage>(
            service: service.name, name: method.name, kind: kind, access: .anyone,
            maximumRequestSize: .max)
        let request = RawMessage(Array(repeating: 0xFF, count: size))
        return try await #require(throws: RPCError.self, "\(rpc)") {
            switch kind {
            case .unary: _ = try await client.unary(called, request, options)
            case .serverStreaming:
                _ = try await client.serverStreaming(called, request, options).next()
            case .clientStreaming:
                let call = try await client.clientStreaming(called, options)
                try? await call.send(request)
                _ = try await call.finish()
            case .bidirectional:
                let call = try await client.bidirectional(called, options)
                try? await call.send(request)
                call.finishSending()
                _ = try await call.responses.next()
            }
        }
    }

    @Test func everyRPCRefusesAByteMoreBeforeItDecodesAnything() async throws {
        let cluster = try Cluster()
        try await cluster.startAll()
        let ann = try await Resident("ann", at: cluster.endpoint(.auth), cluster.spool)
        defer { ann.leave() }
        var clients: [Cluster.Service: any RPCClient] = [:]
        for service in Cluster.Service.allCases { clients[service] = cluster.client(service) }
        var count = 0
        for service in Contract.pool.files.values.flatMap(\.services) {
            let name = try #require(service.name.split(separator: ".").last)
            let server = try #require(Self.servers[String(name)], "\(name)")
            let client = try #require(clients[server])
            for method in service.methods {
                let rpc = "\(service.name)/\(method.name)"
                let limit = method.maximumRequestSize
                // A stream to the server is refused before its first message without a token.
                let options = method.clientStreams ? try ann.options() : CallOptions()
                let refused = try await status(
                    of: rpc, service, method, size: limit + 1, at: client, options)
                #expect(refused.code == .resourceExhausted, "\(rpc)")
                let sentence = "a message is over the limit of \(limit) bytes"
                #expect(refused.message == sentence, "\(rpc)")
                // It is decoded, unless the caller is refused before.
                let read = try await status(
                    of: rpc, service, method, size: limit, at: client, options)
                #expect(
                    [.invalidArgument, .unauthenticated, .permissionDenied].contains(read.code),
                    "\(rpc): \(read)")
                count += 1
            }
        }
        #expect(count > 100, "the contract was not looked at")
    }

    /// What the default is too small for has to say so. A list of an enum is short.
    @Test func anRPCWhoseRequestHasListsSaysHowLargeItIs() throws {
        for method in Contract.pool.files.values.flatMap(\.services).flatMap(\.methods) {
            let message = try #require(Contract.pool.message(method.request))
            let parts = message.fields.filter { $0.kind == .message }.compactMap {
                Contract.pool.message($0.typeName)
            }
            let hasList = ([message] + parts).contains {
                $0.fields.contains { $0.isRepeated && $0.kind != .enum }
            }
            #expect(!hasList || method.maximumRequestSize > 4096, "\(method.name)")
            // A thousand users with their hashes, by the operator alone.
            let most = method.name == "ImportUsers" ? 4_194_304 : 300_000
            #expect((4096...most).contains(method.maximumRequestSize), "\(method.name)")
        }
    }

    /// A text of so many characters, as long as Unicode's canonical forms make it.
    private static func long(_ count: Int) -> String {
        // U+0390 is composed of three characters, which have two bytes each.
        String(repeating: "\u{03B9}\u{0308}\u{0301}", count: count)
    }

    @Test func theLargestRequestsThatTheContractAllowsAreAccepted() async throws {
        let cluster = try Cluster()
        try await cluster.startAll()
        let ann = try await Resident("ann", at: cluster.endpoint(.auth), cluster.spool)
        defer { ann.leave() }
        let (profile, presence) = (cluster.client(.profile), cluster.client(.presence))
        defer {
            profile.close()
            presence.close()
        }
        let options = try ann.options()
        let people = ProfileServiceClient(profile)
        let admin = ProfileAdminServiceClient(profile)
        let ids = (0..<1000).map { String(format: "01890000-0000-7000-8000-%012x", $0) }
        let others = (1000..<2000).map { String(format: "01890000-0000-7000-8000-%012x", $0) }

        let password = Self.long(256)
        _ = try await ann.account.changePassword(
            ChangePasswordRequest(proof: .password(ann.password), newPassword: password),
            options: options)
        _ = try await ann.account.changePassword(
            ChangePasswordRequest(
                proof: .password(password), newPassword: String(password.dropLast())),
            options: options)
        _ = try await ann.auth.signUp(
            SignUpRequest(
                email: String(repeating: "b", count: 64) + "@"
                    + String(repeating: "example.", count: 22) + "example",
                password: password, displayName: String(repeating: "b", count: 30),
                idempotencyKey: String(repeating: "k", count: 64), deviceLabel: Self.long(21),
                locale: "de-AT", platform: Self.long(10), appVersion: Self.long(10)))

        let found = try await people.batchGetProfiles(
            BatchGetProfilesRequest(
                users: ids.dropLast().map { .id($0) } + [
                    .id(ann.id)
                ], fields: [.displayName, .photo, .bio, .pronouns, .location, .links]),
            options: options)
        #expect(found.profiles.map(\.userID) == [ann.id])
        _ = try await people.updateProfile(
            .changing(
                displayName: "anna", bio: Self.long(1000), pronouns: Self.long(40),
                location: Self.long(100),
                links: (1...5).map { number in
                    "https://example.org/\(number)" + String(repeating: "a", count: 2048 - 21)
                },
                visibilities: [.photo, .bio, .pronouns, .location, .links].map {
                    FieldVisibility(field: $0, visibility: .everyone)
                }, isFindable: true), options: options)
        let watch = try await people.watchProfiles(
            WatchProfilesRequest(
                userIDs: ids, cursor: nil), options: options)
        #expect(try await watch.next() != nil)
        watch.cancel()
        _ = try await people.reportProfile(
            ReportProfileRequest(
                user: .id(ids[0]), reason: .other, note: Self.long(500)),
            options: options)

        let presences = PresenceServiceClient(presence)
        let seen = try await presences.getPresence(
            GetPresenceRequest(userIDs: ids), options: options)
        #expect(seen.presences.count == 1000)
        let follow = try await presences.watch(options: options)
        try await follow.send(WatchRequest(userIDs: ids))
        try await follow.send(WatchRequest(userIDs: others, removedUserIDs: ids))
        #expect(try await follow.responses.next() != nil)
        follow.cancel()
        let shown = try await presences.watchPresence(
            WatchPresenceRequest(userIDs: ids), options: options)
        #expect(try await shown.next() != nil)
        shown.cancel()

        _ = try await admin.setDisplayName(
            SetDisplayNameRequest(
                user: .id(ann.id), displayName: "annabel",
                reason: Self.long(500), ownerReason: Self.long(500)))
        _ = try await admin.takeDown(
            TakeDownRequest(
                user: .id(ann.id),
                fields: [.displayName, .photo, .bio, .pronouns, .location, .links],
                reason: Self.long(500)))
        _ = try await admin.reserveWord(
            ReserveWordRequest(word: String(repeating: "w", count: 30), reason: Self.long(500)))
    }
}
