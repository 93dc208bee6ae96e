import RollcallAPI
import RollcallRPC
import TestServers
import Testing

@testable import Presence

@Suite(.withEachLeaseEngine) struct ListPresencesTests {
    @Test func everyUserIsListedOnceInOrderWhateverThePageSize() async throws {
        try await withPresenceServer { server in
            var expected: [PresenceTrace] = []
            for number in 0..<12 {
                let user = try server.user()
                // On two devices; and gone again.
                for device in ["phone", "laptop"] {
                    let lease = try await user.goOnline(device)
                    if number % 2 == 0 { try await user.goOffline(lease) }
                }
                expected.append(PresenceTrace(userID: user.id))
            }
            await server.write()
            for number in stride(from: 0, to: 12, by: 3) {
                _ = try await server.erase(server.user(expected[number].userID))
                expected[number].isErased = true
            }
            expected.sort { $0.userID < $1.userID }
            for size in [1, 5, 6, 12, 0, 10_000] as [UInt32] {
                var (found, token): ([PresenceTrace], String) = ([], "")
                repeat {
                    let page = try await server.list(
                        ListPresencesRequest(pageSize: size, pageToken: token))
                    found += page.presences
                    token = page.nextPageToken
                } while !token.isEmpty
                #expect(found == expected)
            }
            let some = [expected[7], expected[2]]
            let stranger = try server.user()
            let answer = try await server.list(
                ListPresencesRequest(userIDs: [some[0].userID, stranger.id, some[1].userID]))
            #expect(answer.presences == some)
            // A page and named users exclude each other.
            let token = try await server.list(ListPresencesRequest(pageSize: 1)).nextPageToken
            let both = try await failure {
                _ = try await server.list(
                    ListPresencesRequest(pageToken: token, userIDs: [stranger.id]))
            }
            #expect(both.is(.invalidArgument, .pageTokenInvalid))
        }
    }

    @Test func whatIsNoUserIsRefused() async throws {
        try await withPresenceServer { server in
            let malformed = try await failure {
                _ = try await server.list(ListPresencesRequest(userIDs: ["x"]))
            }
            #expect(malformed.is(.invalidArgument, .fieldMalformed))
            let id = try server.user().id
            let many = ListPresencesRequest(userIDs: Array(repeating: id, count: 501))
            let error = try await failure { _ = try await server.list(many) }
            #expect(error.is(.invalidArgument, .tooMany))
        }
    }

    @Test func onlyAuthMayList() async throws {
        try await withPresenceServer { server in
            let anna = try server.user()
            for options in try [anna.options, server.options(ofService: "games")] {
                let listing = try await failure {
                    _ = try await server.peers.listPresences(.init(), options: options)
                }
                #expect(listing.code == .permissionDenied)
            }
        }
    }
}

extension PresenceServer {
    func list(_ request: ListPresencesRequest) async throws -> ListPresencesResponse {
        try await peers.listPresences(request, options: asService)
    }
}
