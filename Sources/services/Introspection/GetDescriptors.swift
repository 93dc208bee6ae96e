import MessageJSON
import RollcallRPC

extension ReflectionHandler {
    package func getDescriptors(
        _ request: GetDescriptorsRequest, context: CallContext
    ) async throws -> GetDescriptorsResponse {
        let file = try file(for: request).orThrow(
            RPCError(.notFound, "no file of this server declares that"))
        let files = pool.closure(of: file).map(\.encoded)
        guard files.reduce(0, { $0 + $1.count }) <= Self.maximumAnswer else {
            throw RPCError(.resourceExhausted, "the descriptors are too long for one answer")
        }
        return GetDescriptorsResponse(files: files)
    }

    private func file(for request: GetDescriptorsRequest) throws -> FileDescriptor? {
        switch request.key {
        case .symbol(let symbol): pool.file(declaring: symbol)
        case .file(let name): pool.files[name]
        case nil: throw RPCError(.invalidArgument, "name a symbol or a file")
        }
    }
}
