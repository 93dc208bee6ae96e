// swift-format-ignore-file
// Generated from bench.proto by proto/generate.sh. Do not edit.

import RollcallRPC
import RollcallWire

/// Calls whose handlers do next to nothing, so that what is left is the cost of the call.
internal protocol BenchService: Sendable {
    /// Answers with the payload of the request.
    func echo(_ request: EchoRequest, context: CallContext) async throws -> EchoResponse

    /// Answers with a profile that is always the same.
    func getProfile(
        _ request: GetProfileRequest,
        context: CallContext
    ) async throws -> GetProfileResponse

    /// Sends `count` chunks of `size` bytes.
    func download(
        _ request: DownloadRequest,
        responses: ResponseWriter<Chunk>,
        context: CallContext
    ) async throws

    /// Counts the chunks.
    func upload(
        _ requests: RequestStream<Chunk>,
        context: CallContext
    ) async throws -> UploadResponse

    /// Answers after a while, without work.
    func sleep(_ request: SleepRequest, context: CallContext) async throws -> SleepResponse

    /// Answers after it has kept a processor busy.
    func burn(_ request: BurnRequest, context: CallContext) async throws -> BurnResponse
}

/// The RPCs of `BenchService`.
internal enum BenchServiceMethods {
    internal static let echo =
        Method<EchoRequest, EchoResponse>(
            service: "rollcall.bench.v1.BenchService",
            name: "Echo",
            kind: .unary,
            access: .anyone,
            maximumRequestSize: 8388608,
            isRepeatable: true
        )

    internal static let getProfile =
        Method<GetProfileRequest, GetProfileResponse>(
            service: "rollcall.bench.v1.BenchService",
            name: "GetProfile",
            kind: .unary,
            access: .anyone,
            isRepeatable: true
        )

    internal static let download =
        Method<DownloadRequest, Chunk>(
            service: "rollcall.bench.v1.BenchService",
            name: "Download",
            kind: .serverStreaming,
            access: .anyone,
            isRepeatable: true
        )

    internal static let upload =
        Method<Chunk, UploadResponse>(
            service: "rollcall.bench.v1.BenchService",
            name: "Upload",
            kind: .clientStreaming,
            access: .anyone,
            maximumRequestSize: 8388608,
            isRepeatable: true
        )

    internal static let sleep =
        Method<SleepRequest, SleepResponse>(
            service: "rollcall.bench.v1.BenchService",
            name: "Sleep",
            kind: .unary,
            access: .anyone,
            isRepeatable: true
        )

    internal static let burn =
        Method<BurnRequest, BurnResponse>(
            service: "rollcall.bench.v1.BenchService",
            name: "Burn",
            kind: .unary,
            access: .anyone,
            isRepeatable: true
        )
}

extension Router {
    /// Serves the RPCs of `BenchService`.
    internal mutating func add(_ service: some BenchService) {
        unary(BenchServiceMethods.echo) {
            try await service.echo($0, context: $1)
        }
        unary(BenchServiceMethods.getProfile) {
            try await service.getProfile($0, context: $1)
        }
        serverStreaming(BenchServiceMethods.download) {
            try await service.download($0, responses: $1, context: $2)
        }
        clientStreaming(BenchServiceMethods.upload) {
            try await service.upload($0, context: $1)
        }
        unary(BenchServiceMethods.sleep) {
            try await service.sleep($0, context: $1)
        }
        unary(BenchServiceMethods.burn) {
            try await service.burn($0, context: $1)
        }
    }
}

/// Calls `BenchService`.
internal struct BenchServiceClient: Sendable {
    private let client: any RPCClient

    internal init(_ client: any RPCClient) {
        self.client = client
    }

    /// Answers with the payload of the request.
    internal func echo(
        _ request: EchoRequest,
        options: CallOptions = CallOptions()
    ) async throws -> EchoResponse {
        try await client.unary(BenchServiceMethods.echo, request, options)
    }

    /// Answers with a profile that is always the same.
    internal func getProfile(
        _ request: GetProfileRequest,
        options: CallOptions = CallOptions()
    ) async throws -> GetProfileResponse {
        try await client.unary(BenchServiceMethods.getProfile, request, options)
    }

    /// Sends `count` chunks of `size` bytes.
    internal func download(
        _ request: DownloadRequest,
        options: CallOptions = CallOptions()
    ) async throws -> ResponseStream<Chunk> {
        try await client.serverStreaming(BenchServiceMethods.download, request, options)
    }

    /// Counts the chunks.
    internal func upload(
        options: CallOptions = CallOptions()
    ) async throws -> ClientStreamingCall<Chunk, UploadResponse> {
        try await client.clientStreaming(BenchServiceMethods.upload, options)
    }

    /// Answers after a while, without work.
    internal func sleep(
        _ request: SleepRequest,
        options: CallOptions = CallOptions()
    ) async throws -> SleepResponse {
        try await client.unary(BenchServiceMethods.sleep, request, options)
    }

    /// Answers after it has kept a processor busy.
    internal func burn(
        _ request: BurnRequest,
        options: CallOptions = CallOptions()
    ) async throws -> BurnResponse {
        try await client.unary(BenchServiceMethods.burn, request, options)
    }
}
