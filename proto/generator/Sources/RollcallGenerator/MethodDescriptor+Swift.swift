import SwiftProtobufPluginLibrary

/// How an RPC looks in Swift.
extension MethodDescriptor {
    var swiftName: String { SwiftNames.method(name) }
    var request: String { SwiftNames.qualified(inputType) }
    var response: String { SwiftNames.qualified(outputType) }

    /// The case of `MethodKind`, which is also the name of the router's and the client's function.
    var kind: String {
        switch (clientStreaming, serverStreaming) {
        case (false, false): "unary"
        case (true, false): "clientStreaming"
        case (false, true): "serverStreaming"
        case (true, true): "bidirectional"
        }
    }

    var serverParameters: [String] {
        let requests =
            clientStreaming ? "_ requests: RequestStream<\(request)>" : "_ request: \(request)"
        let responses = serverStreaming ? ["responses: ResponseWriter<\(response)>"] : []
        return [requests] + responses + ["context: CallContext"]
    }

    var clientParameters: [String] {
        let requests = clientStreaming ? [] : ["_ request: \(request)"]
        return requests + ["options: CallOptions = CallOptions()"]
    }

    var clientResult: String {
        switch (clientStreaming, serverStreaming) {
        case (false, false): response
        case (true, false): "ClientStreamingCall<\(request), \(response)>"
        case (false, true): "ResponseStream<\(response)>"
        case (true, true): "BidirectionalCall<\(request), \(response)>"
        }
    }
}
