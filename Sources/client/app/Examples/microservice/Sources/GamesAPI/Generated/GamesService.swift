// swift-format-ignore-file
// Generated from games.proto by proto/generate.sh. Do not edit.

import RollcallRPC
import RollcallWire

package protocol GamesService: Sendable {
    /// Finds out which users could play now.
    ///
    /// Errors: INVALID_ARGUMENT for more than 20 names.
    func findPlayers(
        _ request: FindPlayersRequest,
        context: CallContext
    ) async throws -> FindPlayersResponse
}

/// The RPCs of `GamesService`.
package enum GamesServiceMethods {
    package static let findPlayers =
        Method<FindPlayersRequest, FindPlayersResponse>(
            service: "games.v1.GamesService",
            name: "FindPlayers",
            kind: .unary,
            access: .user,
            isRepeatable: true
        )
}

extension Router {
    /// Serves the RPCs of `GamesService`.
    package mutating func add(_ service: some GamesService) {
        unary(GamesServiceMethods.findPlayers) {
            try await service.findPlayers($0, context: $1)
        }
    }
}

/// Calls `GamesService`.
package struct GamesServiceClient: Sendable {
    private let client: any RPCClient

    package init(_ client: any RPCClient) {
        self.client = client
    }

    /// Finds out which users could play now.
    ///
    /// Errors: INVALID_ARGUMENT for more than 20 names.
    package func findPlayers(
        _ request: FindPlayersRequest,
        options: CallOptions = CallOptions()
    ) async throws -> FindPlayersResponse {
        try await client.unary(GamesServiceMethods.findPlayers, request, options)
    }
}
