import RollcallAPI
import RollcallRPC

/// Notices the calls that were refused because the disk is full.
struct DiskRefusals: ServerInterceptor {
    let disk: Disk

    func intercept(_ rpc: ServedRPC, next: @escaping ServerHandler) -> ServerHandler {
        { call in
            do {
                return try await next(call)
            } catch {
                if (error as? RPCError)?.reasons.contains(.noSpace) == true { disk.noteRefusal() }
                throw error
            }
        }
    }
}
