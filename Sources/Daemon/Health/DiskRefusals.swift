import RollcallAPI
import RollcallRPC

/// Notices the calls that were refused because the disk of this process is full.
struct DiskRefusals: ServerInterceptor {
    let disk: Disk

    func intercept(_ rpc: ServedRPC, next: @escaping ServerHandler) -> ServerHandler {
        { call in
            do {
                return try await next(call)
            } catch {
                if let error = error as? RPCError, error.saysThatOurDiskIsFull {
                    disk.noteRefusal()
                }
                throw error
            }
        }
    }
}

extension RPCError {
    /// Not if another service has said so, whose refusal a handler passes on.
    fileprivate var saysThatOurDiskIsFull: Bool { !isFromServer && reasons.contains(.noSpace) }
}
