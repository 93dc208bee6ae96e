import RollcallAPI
import RollcallRPC
import TestServers
import Testing

@testable import Profile

@Suite(.serialized) struct ListRefusedPhotosTests {
    @Test(arguments: [UInt32(1), 2, 0])
    func refusedPhotosAreListedInPages(_ size: UInt32) async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let anna = try await server.user(named: "anna")
            var ids: [String] = []
            for number in 1...3 {
                ids.append(try await anna.upload(TestPhoto.made(UInt8(number))).photoID)
                try await server.operator.takeDown([.photo], of: .userID(anna.id))
            }
            let listed = try await server.operator.refusedPhotos(pageSize: size)
            #expect(listed.map(\.photoID) == ids.sorted())
        }
    }
}
