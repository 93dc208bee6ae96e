import MessageJSON
import RollcallRPC
import RollcallWire

/// A call of an RPC that this program learned of as it ran: JSON in, JSON out.
struct DynamicCall: Sendable {
    let path: String
    let method: MethodDescriptor
    let pool: DescriptorPool
    let client: any RPCClient
    let options: CallOptions
    let isRedacted: Bool
    /// Takes a line of the answer.
    var print: @Sendable (String) throws -> Void = { try Output(isJSON: true).write(line: $0) }

    /// - Throws: `RPCError` as the server said; `Failure` when a request is not what the RPC takes.
    func run(_ requests: RequestTexts) async throws {
        switch (method.clientStreams, method.serverStreams) {
        case (false, false):
            let request = try message(await requests.only())
            try show(await client.unary(rpc(.unary), request, options))
        case (false, true):
            let request = try message(await requests.only())
            let responses = try await client.serverStreaming(
                rpc(.serverStreaming), request, options)
            for try await response in responses { try show(response) }
        case (true, false):
            let call = try await client.clientStreaming(rpc(.clientStreaming), options)
            try await send(requests) { try await call.send($0) }
            try show(await call.finish())
        case (true, true):
            try await converse(requests, client.bidirectional(rpc(.bidirectional), options))
        }
    }

    /// Sends and prints at the same time, until the server ends the call.
    private func converse(
        _ requests: RequestTexts, _ call: BidirectionalCall<RawMessage, RawMessage>
    ) async throws {
        try await withThrowingTaskGroup { group in
            group.addTask {
                try await send(requests) { try await call.send($0) }
                call.finishSending()
                return false
            }
            group.addTask {
                for try await response in call.responses { try show(response) }
                return true
            }
            while let isOver = try await group.next(), !isOver {}
            group.cancelAll()
        }
    }

    /// Sends until there is no more, or until the call has ended: then its end says why.
    private func send(
        _ requests: RequestTexts, _ send: (RawMessage) async throws -> Void
    ) async throws {
        var texts = requests.all()
        while let text = try await texts.next() {
            let message = try message(text)
            do { try await send(message) } catch is RPCError { return }
        }
    }

    private func message(_ text: [UInt8]) throws -> RawMessage {
        do {
            return RawMessage(try pool.message(json: text, as: method.request))
        } catch {
            throw Failure(.invalid, "\(error)")
        }
    }

    private func show(_ response: RawMessage) throws {
        try print(pool.json(of: response.bytes, as: method.response, isRedacted: isRedacted))
    }

    private func rpc(_ kind: MethodKind) -> Method<RawMessage, RawMessage> {
        method.rpc(of: String(path.prefix { $0 != "/" }), kind)
    }
}
