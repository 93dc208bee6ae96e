import RollcallAPI
import RollcallRPC
import TestServers
import Testing

@Suite(.serialized) struct ListProfilesTests {
    @Test func everyUserIsListedOnceInOrderWhateverThePageSize() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            var expected: [ProfileTrace] = []
            for number in 0..<12 {
                let user = try server.stranger()
                let name = "user\(number)"
                try await server.service.hold(name, for: user.id)
                var trace = ProfileTrace(userID: user.id, state: .held, displayName: name)
                if number % 4 > 0 {
                    try await server.service.confirm(user.id)
                    trace.state = .complete
                }
                if number % 4 == 3 {
                    try await server.service.erase(user.id)
                    trace = ProfileTrace(userID: user.id, state: .erased)
                }
                expected.append(trace)
            }
            expected.sort { $0.userID < $1.userID }
            for size in [1, 5, 6, 12, 0, 10_000] as [UInt32] {
                var (found, token): ([ProfileTrace], String) = ([], "")
                repeat {
                    let page = try await server.service.list(
                        ListProfilesRequest(pageSize: size, pageToken: token))
                    found += page.profiles
                    token = page.nextPageToken
                } while !token.isEmpty
                #expect(found == expected)
            }
            let some = [expected[7], expected[2]]
            let stranger = try server.stranger()
            let answer = try await server.service.list(
                ListProfilesRequest(userIDs: [some[0].userID, stranger.id, some[1].userID]))
            #expect(answer.profiles == some)
            // A page and named users exclude each other.
            let token = try await server.service.list(
                ListProfilesRequest(pageSize: 1)
            ).nextPageToken
            let both = try await failure {
                _ = try await server.service.list(
                    ListProfilesRequest(pageToken: token, userIDs: [stranger.id]))
            }
            #expect(both.is(.invalidArgument, .pageTokenInvalid))
        }
    }

    @Test func whatIsNoUserIsRefused() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let malformed = try await failure {
                _ = try await server.service.list(ListProfilesRequest(userIDs: ["x"]))
            }
            #expect(malformed.is(.invalidArgument, .fieldMalformed))
            let id = try server.stranger().id
            let many = ListProfilesRequest(userIDs: Array(repeating: id, count: 501))
            let error = try await failure { _ = try await server.service.list(many) }
            #expect(error.is(.invalidArgument, .tooMany))
        }
    }
}
