import RollcallAPI
import RollcallRPC

extension StatusHandler {
    package func getResources(
        _ request: GetResourcesRequest, context: CallContext
    ) async throws -> GetResourcesResponse {
        var response = GetResourcesResponse()
        if let space = disk.space {
            response.disk = RollcallAPI.DiskSpace(freeBytes: space.free, sizeBytes: space.size)
        }
        for (name, count) in queues.sorted(by: { $0.key < $1.key }) {
            response.queues.append(
                WorkQueue(name: name, count: UInt64(clamping: try await count())))
        }
        return response
    }
}
