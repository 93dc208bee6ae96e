import RollcallRPC

/// Answers at once, so that what is measured is the call.
struct BenchHandler: BenchService {
    func echo(_ request: EchoRequest, context: CallContext) async throws -> EchoResponse {
        EchoResponse(payload: request.payload)
    }

    func getProfile(
        _ request: GetProfileRequest, context: CallContext
    ) async throws -> GetProfileResponse {
        .sample
    }

    func download(
        _ request: DownloadRequest, responses: ResponseWriter<Chunk>, context: CallContext
    ) async throws {
        let chunk = Chunk(payload: [UInt8](repeating: 0x61, count: Int(request.size)))
        for _ in 0..<request.count { try await responses.send(chunk) }
    }

    func upload(
        _ requests: RequestStream<Chunk>, context: CallContext
    ) async throws -> UploadResponse {
        var count: UInt64 = 0
        for try await _ in requests { count += 1 }
        return UploadResponse(count: count)
    }

    func sleep(_ request: SleepRequest, context: CallContext) async throws -> SleepResponse {
        try await Task.sleep(for: .microseconds(Int64(request.microseconds)))
        return SleepResponse()
    }

    func burn(_ request: BurnRequest, context: CallContext) async throws -> BurnResponse {
        let end = ProcessorTime.ofThread() + .microseconds(Int64(request.microseconds))
        while ProcessorTime.ofThread() < end {}
        return BurnResponse()
    }
}

extension GetProfileResponse {
    /// A profile such as the service answers with; every peer answers with the same.
    static let sample = GetProfileResponse(
        profile: Profile(
            userID: "0197a3e2-58c4-7b1e-9f5d-2c6a8e417b30",
            displayName: "ann.example",
            photo: Photo(
                photoID: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
                size: 184_320, width: 1_024, height: 768),
            createdAtMs: 1_750_000_000_000,
            updatedAtMs: 1_760_000_000_000))
}
