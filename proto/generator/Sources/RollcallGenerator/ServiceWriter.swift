import SwiftProtobufPluginLibrary

/// Writes a service: the protocol that a server conforms to, the list of its RPCs, how a router
/// serves it, and its client.
struct ServiceWriter {
    let service: ServiceDescriptor
    let options: GeneratorOptions

    private var visibility: String { options.visibility }

    func write(to writer: inout CodeWriter) {
        writer.document(service)
        writer.block("\(visibility) protocol \(service.name): Sendable") { writer in
            separated(&writer) { method, writer in
                writer.document(method)
                writer.list(
                    "func \(method.swiftName)(", method.serverParameters,
                    ") async throws\(result(of: method) ?? "")")
            }
        }
        writer.line()
        writeMethods(to: &writer)
        writer.line()
        writeRouter(to: &writer)
        writer.line()
        writeClient(to: &writer)
    }

    /// What the handler of an RPC returns; nil when it sends its responses instead.
    private func result(of method: MethodDescriptor) -> String? {
        if method.serverStreaming { return nil }
        let isEncoded = options.encodedResponses.contains(method.fullName)
        return isEncoded ? " -> Encoded<\(method.response)>" : " -> \(method.response)"
    }

    private func writeMethods(to writer: inout CodeWriter) {
        writer.line("/// The RPCs of `\(service.name)`.")
        writer.block("\(visibility) enum \(service.name)Methods") { writer in
            separated(&writer) { method, writer in
                writer.line("\(visibility) static let \(method.swiftName) =")
                writer.indented { writer in
                    writer.list(
                        "Method<\(method.request), \(method.response)>(",
                        [
                            "service: \"\(service.fullName)\"", "name: \"\(method.name)\"",
                            "kind: .\(method.kind)", "access: .\(method.access ?? .admin)",
                        ] + (method.priority.map { ["priority: .\($0)"] } ?? [])
                            + (method.rate.map { [$0.swift] } ?? [])
                            + (method.maxRequestBytes.map { ["maximumRequestSize: \($0)"] } ?? [])
                            + (method.isRepeatable ? ["isRepeatable: true"] : [])
                            + (method.acceptsFreshSession ? ["acceptsFreshSession: true"] : [])
                            + (method.asksForFactor ? ["asksForFactor: true"] : []),
                        ")")
                }
            }
            let limited = service.methods.filter { ($0.rate?.count ?? 0) > 0 }
            guard !limited.isEmpty else { return }
            writer.line()
            writer.line("/// The limits of which the server counts the calls.")
            writer.list(
                "\(visibility) static let limits: [CallLimit] = [",
                limited.map { "\($0.swiftName).limit" }, "].compactMap(\\.self)")
        }
    }

    private func writeRouter(to writer: inout CodeWriter) {
        writer.block("extension Router") { writer in
            writer.line("/// Serves the RPCs of `\(service.name)`.")
            let head = "\(visibility) mutating func add(_ service: some \(service.name))"
            writer.block(head) { writer in
                for method in service.methods {
                    let arguments =
                        method.serverStreaming
                        ? "$0, responses: $1, context: $2" : "$0, context: $1"
                    let route = "\(method.kind)(\(service.name)Methods.\(method.swiftName))"
                    let call = "try await service.\(method.swiftName)(\(arguments))"
                    writer.block(route) { $0.line(call) }
                }
            }
        }
    }

    private func writeClient(to writer: inout CodeWriter) {
        writer.line("/// Calls `\(service.name)`.")
        writer.block("\(visibility) struct \(service.name)Client: Sendable") { writer in
            writer.line("private let client: any RPCClient")
            writer.line()
            writer.block("\(visibility) init(_ client: any RPCClient)") { writer in
                writer.line("self.client = client")
            }
            writer.line()
            separated(&writer) { method, writer in
                writer.document(method)
                writer.list(
                    "\(visibility) func \(method.swiftName)(", method.clientParameters,
                    ") async throws -> \(method.clientResult) {")
                writer.indented { writer in
                    let arguments = method.clientStreaming ? ["options"] : ["request", "options"]
                    let route = "\(service.name)Methods.\(method.swiftName)"
                    writer.list("try await client.\(method.kind)(", [route] + arguments, ")")
                }
                writer.line("}")
            }
        }
    }

    private func separated(
        _ writer: inout CodeWriter, _ write: (MethodDescriptor, inout CodeWriter) -> Void
    ) {
        for (index, method) in service.methods.enumerated() {
            if index > 0 {
                writer.line()
            }
            write(method, &writer)
        }
    }
}
