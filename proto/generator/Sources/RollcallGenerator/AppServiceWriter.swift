import SwiftProtobufPluginLibrary

/// Writes the client of a service for apps.
struct AppServiceWriter {
    let service: ServiceDescriptor

    func write(to writer: inout CodeWriter) {
        writer.document(service)
        writer.block("public struct \(service.name)Client: Sendable") { writer in
            writer.line("let caller: Caller")
            for method in service.methods where AppContract.has(method) {
                writer.line()
                writer.document(method)
                write(method, to: &writer)
            }
        }
    }

    private func write(_ method: MethodDescriptor, to writer: inout CodeWriter) {
        let standard = method.inputType.fields.isEmpty ? " = .init()" : ""
        let result =
            method.serverStreaming
            ? "-> AsyncThrowingStream<\(method.response), any Error>"
            : "async throws(RollcallError) -> \(method.response)"
        writer.list(
            "public func \(method.swiftName)(", ["_ request: \(method.request)\(standard)"],
            ") \(result) {")
        let arguments =
            ["\"\(service.fullName)/\(method.name)\"", ".\(access(of: method))", "request"]
            + (method.isRepeatable && !method.serverStreaming ? ["isRepeatable: true"] : [])
        let call = method.serverStreaming ? "caller.stream(" : "try await caller.unary("
        writer.indented { $0.list(call, arguments, ")") }
        writer.line("}")
    }

    private func access(of method: MethodDescriptor) -> String {
        switch method.access {
        case .anyone: "anyone"
        case .anyoneOrUser: "anyoneOrUser"
        default: "user"
        }
    }
}
