import RollcallAPI
import RollcallRPC

/// Notices the calls that were refused because the disk of this process is full.
struct DiskRefusals: ServerInterceptor {
    let disk: Disk

    func intercept(_ rpc: ServedRPC) -> Interception? {
        Interception(onEnd: { call in
            if let error = call.error as? RPCError, error.saysThatOurDiskIsFull {
                disk.noteRefusal()
            }
        })
    }
}

extension RPCError {
    /// Not if another service has said so, whose refusal a handler passes on.
    fileprivate var saysThatOurDiskIsFull: Bool { !isFromServer && reasons.contains(.noSpace) }
}
