@testable import RollcallRPC

extension Server {
    /// The handlers that are suspended, and the bytes that all connections hold.
    var usage: (handlers: Int, memory: Int) { (load.handlerCount, load.memory.bytes) }

    /// The peers that share limits now.
    var peerCount: Int { load.peers.count }
}
