// swift-format-ignore-file
// Generated from echo.proto by proto/generate.sh. Do not edit.

import RollcallRPC
import RollcallWire

/// One RPC of each kind, and some that go wrong.
package protocol EchoService: Sendable {
    /// Answers with the request.
    func echo(_ request: EchoMessage, context: CallContext) async throws -> EchoMessage

    /// Answers with the sum of the sizes of all messages, in `number`.
    func collect(
        _ requests: RequestStream<EchoMessage>,
        context: CallContext
    ) async throws -> EchoMessage

    /// Answers with `number` messages with the payload of the request, counted from 0.
    func expand(
        _ request: EchoMessage,
        responses: ResponseWriter<EchoMessage>,
        context: CallContext
    ) async throws

    /// Answers each message with itself.
    func chat(
        _ requests: RequestStream<EchoMessage>,
        responses: ResponseWriter<EchoMessage>,
        context: CallContext
    ) async throws

    /// Waits until it is cancelled.
    func sleep(_ request: EchoMessage, context: CallContext) async throws -> EchoMessage

    /// Fails with the status code `number` and the message `text`.
    func fail(_ request: EchoMessage, context: CallContext) async throws -> EchoMessage

    /// Answers with what the handler knows of the call, as text.
    func describe(_ request: EchoMessage, context: CallContext) async throws -> EchoMessage

    /// For signed-in users only.
    func forUsers(_ request: EchoMessage, context: CallContext) async throws -> EchoMessage

    /// For administrators only.
    func forAdmins(_ request: EchoMessage, context: CallContext) async throws -> EchoMessage

    /// For services only.
    func forServices(_ request: EchoMessage, context: CallContext) async throws -> EchoMessage
}

/// The RPCs of `EchoService`.
package enum EchoServiceMethods {
    package static let echo =
        Method<EchoMessage, EchoMessage>(
            service: "rollcall.test.v1.EchoService",
            name: "Echo",
            kind: .unary,
            access: .anyone,
            limit: CallLimit("echo.address", RateLimit(2, per: .seconds(3600), burst: 2)),
            maximumRequestSize: 8388608,
            isRepeatable: true
        )

    package static let collect =
        Method<EchoMessage, EchoMessage>(
            service: "rollcall.test.v1.EchoService",
            name: "Collect",
            kind: .clientStreaming,
            access: .anyone,
            maximumRequestSize: 8388608,
            isRepeatable: true
        )

    package static let expand =
        Method<EchoMessage, EchoMessage>(
            service: "rollcall.test.v1.EchoService",
            name: "Expand",
            kind: .serverStreaming,
            access: .anyone,
            maximumRequestSize: 8388608,
            isRepeatable: true
        )

    package static let chat =
        Method<EchoMessage, EchoMessage>(
            service: "rollcall.test.v1.EchoService",
            name: "Chat",
            kind: .bidirectional,
            access: .anyone,
            maximumRequestSize: 8388608,
            isRepeatable: true
        )

    package static let sleep =
        Method<EchoMessage, EchoMessage>(
            service: "rollcall.test.v1.EchoService",
            name: "Sleep",
            kind: .unary,
            access: .anyone,
            maximumRequestSize: 8388608,
            isRepeatable: true
        )

    package static let fail =
        Method<EchoMessage, EchoMessage>(
            service: "rollcall.test.v1.EchoService",
            name: "Fail",
            kind: .unary,
            access: .anyone
        )

    package static let describe =
        Method<EchoMessage, EchoMessage>(
            service: "rollcall.test.v1.EchoService",
            name: "Describe",
            kind: .unary,
            access: .anyone,
            maximumRequestSize: 8388608,
            isRepeatable: true
        )

    package static let forUsers =
        Method<EchoMessage, EchoMessage>(
            service: "rollcall.test.v1.EchoService",
            name: "ForUsers",
            kind: .unary,
            access: .user,
            limit: CallLimit("echo.account", RateLimit(4, per: .seconds(3600), burst: 2)),
            maximumRequestSize: 8388608,
            isRepeatable: true
        )

    package static let forAdmins =
        Method<EchoMessage, EchoMessage>(
            service: "rollcall.test.v1.EchoService",
            name: "ForAdmins",
            kind: .unary,
            access: .admin,
            isRepeatable: true
        )

    package static let forServices =
        Method<EchoMessage, EchoMessage>(
            service: "rollcall.test.v1.EchoService",
            name: "ForServices",
            kind: .unary,
            access: .service,
            limit: CallLimit("echo.account", RateLimit(2, per: .seconds(3600), burst: 2)),
            isRepeatable: true
        )

    /// The limits of which the server counts the calls.
    package static let limits: [CallLimit] = [
        echo.limit,
        forUsers.limit,
        forServices.limit
    ].compactMap(\.self)
}

extension Router {
    /// Serves the RPCs of `EchoService`.
    package mutating func add(_ service: some EchoService) {
        unary(EchoServiceMethods.echo) {
            try await service.echo($0, context: $1)
        }
        clientStreaming(EchoServiceMethods.collect) {
            try await service.collect($0, context: $1)
        }
        serverStreaming(EchoServiceMethods.expand) {
            try await service.expand($0, responses: $1, context: $2)
        }
        bidirectional(EchoServiceMethods.chat) {
            try await service.chat($0, responses: $1, context: $2)
        }
        unary(EchoServiceMethods.sleep) {
            try await service.sleep($0, context: $1)
        }
        unary(EchoServiceMethods.fail) {
            try await service.fail($0, context: $1)
        }
        unary(EchoServiceMethods.describe) {
            try await service.describe($0, context: $1)
        }
        unary(EchoServiceMethods.forUsers) {
            try await service.forUsers($0, context: $1)
        }
        unary(EchoServiceMethods.forAdmins) {
            try await service.forAdmins($0, context: $1)
        }
        unary(EchoServiceMethods.forServices) {
            try await service.forServices($0, context: $1)
        }
    }
}

/// Calls `EchoService`.
package struct EchoServiceClient: Sendable {
    private let client: any RPCClient

    package init(_ client: any RPCClient) {
        self.client = client
    }

    /// Answers with the request.
    package func echo(
        _ request: EchoMessage,
        options: CallOptions = CallOptions()
    ) async throws -> EchoMessage {
        try await client.unary(EchoServiceMethods.echo, request, options)
    }

    /// Answers with the sum of the sizes of all messages, in `number`.
    package func collect(
        options: CallOptions = CallOptions()
    ) async throws -> ClientStreamingCall<EchoMessage, EchoMessage> {
        try await client.clientStreaming(EchoServiceMethods.collect, options)
    }

    /// Answers with `number` messages with the payload of the request, counted from 0.
    package func expand(
        _ request: EchoMessage,
        options: CallOptions = CallOptions()
    ) async throws -> ResponseStream<EchoMessage> {
        try await client.serverStreaming(EchoServiceMethods.expand, request, options)
    }

    /// Answers each message with itself.
    package func chat(
        options: CallOptions = CallOptions()
    ) async throws -> BidirectionalCall<EchoMessage, EchoMessage> {
        try await client.bidirectional(EchoServiceMethods.chat, options)
    }

    /// Waits until it is cancelled.
    package func sleep(
        _ request: EchoMessage,
        options: CallOptions = CallOptions()
    ) async throws -> EchoMessage {
        try await client.unary(EchoServiceMethods.sleep, request, options)
    }

    /// Fails with the status code `number` and the message `text`.
    package func fail(
        _ request: EchoMessage,
        options: CallOptions = CallOptions()
    ) async throws -> EchoMessage {
        try await client.unary(EchoServiceMethods.fail, request, options)
    }

    /// Answers with what the handler knows of the call, as text.
    package func describe(
        _ request: EchoMessage,
        options: CallOptions = CallOptions()
    ) async throws -> EchoMessage {
        try await client.unary(EchoServiceMethods.describe, request, options)
    }

    /// For signed-in users only.
    package func forUsers(
        _ request: EchoMessage,
        options: CallOptions = CallOptions()
    ) async throws -> EchoMessage {
        try await client.unary(EchoServiceMethods.forUsers, request, options)
    }

    /// For administrators only.
    package func forAdmins(
        _ request: EchoMessage,
        options: CallOptions = CallOptions()
    ) async throws -> EchoMessage {
        try await client.unary(EchoServiceMethods.forAdmins, request, options)
    }

    /// For services only.
    package func forServices(
        _ request: EchoMessage,
        options: CallOptions = CallOptions()
    ) async throws -> EchoMessage {
        try await client.unary(EchoServiceMethods.forServices, request, options)
    }
}
