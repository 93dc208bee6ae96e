import MessageJSON
import RollcallRPC
import RollcallWire

/// An RPC, as the door carries it: by its path, with messages as bytes.
struct ConnectMethod: Sendable {
    let rpc: Method<RawMessage, RawMessage>
    /// The full names of the types of its messages.
    let request: String
    let response: String
    /// The most bytes of a request message.
    let maximumRequestSize: Int
    let client: any RPCClient
    let metrics: CallMetrics?

    var kind: MethodKind { rpc.kind }
}

/// The RPCs that a door knows.
package struct ConnectMethods: Sendable {
    private var open: [String: ConnectMethod] = [:]

    /// - Parameters:
    ///   - pool: has every service.
    ///   - clients: who is called for a service, by its full name. Of it apps may call the RPCs
    ///     with the option `for_apps`.
    package init(_ pool: DescriptorPool, clients: [String: any RPCClient]) {
        for (name, client) in clients {
            for method in pool.service(name)?.methods ?? [] where method.isForApps {
                open["/\(name)/\(method.name)"] = ConnectMethod(method, of: name, client)
            }
        }
    }

    /// - Parameter path: `/package.Service/Method`.
    subscript(path: String) -> ConnectMethod? { open[path] }
}

extension ConnectMethod {
    fileprivate init(_ method: MethodDescriptor, of service: String, _ client: any RPCClient) {
        let kind: MethodKind =
            switch (method.clientStreams, method.serverStreams) {
            case (false, false): .unary
            case (true, false): .clientStreaming
            case (false, true): .serverStreaming
            case (true, true): .bidirectional
            }
        self.init(
            rpc: Method(service: service, name: method.name, kind: kind, access: .anyoneOrUser),
            request: method.request, response: method.response,
            maximumRequestSize: method.maximumRequestSize, client: client,
            metrics: .of("\(service)/\(method.name)", prefix: "web"))
    }
}
