import RollcallAPI
import RollcallRPC
import TestServers
import Testing

@Suite(.serialized) struct GetDisplayNamesTests {
    @Test func whoHasAProfileHasANameThere() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let anna = try await server.user(named: "Anna")
            let berta = try await server.user(named: "berta")
            let held = try server.stranger().id
            try await server.service.hold("held", for: held)
            let stranger = try server.stranger().id
            let names = try await server.service.names(of: [berta.id, held, stranger, anna.id])
            #expect(names == [anna.id: "Anna", berta.id: "berta"])
            #expect(try await server.service.names(of: []).isEmpty)
        }
    }

    @Test func aRequestHasItsLimits() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let ids = try (0..<501).map { _ in try server.stranger().id }
            let error = try await failure { _ = try await server.service.names(of: ids) }
            #expect(error.is(.invalidArgument, .tooMany))
            #expect(try await server.service.names(of: Array(ids.dropLast())).isEmpty)
            let malformed = try await failure { _ = try await server.service.names(of: ["x"]) }
            #expect(malformed.is(.invalidArgument, .fieldMalformed))
        }
    }
}
