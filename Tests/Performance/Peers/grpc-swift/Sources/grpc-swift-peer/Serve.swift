import ArgumentParser
import GRPCCore
import GRPCNIOTransportHTTP2Posix
import NIOPosix

struct Serve: AsyncParsableCommand {
    @Option var flushing = Flushing.coalesced

    func run() async throws {
        var config = HTTP2ServerTransport.Posix.Config.defaults
        if flushing == .immediate { config.connection.flushCoalescing = nil }
        let transport = HTTP2ServerTransport.Posix(
            address: .ipv4(host: "127.0.0.1", port: 0), transportSecurity: .plaintext,
            config: config, eventLoopGroup: MultiThreadedEventLoopGroup(numberOfThreads: 1))
        let server = GRPCServer(transport: transport, services: [BenchHandler()])
        try await withThrowingDiscardingTaskGroup { group in
            group.addTask { try await server.serve() }
            let address = try await transport.listeningAddress
            guard let port = address.ipv4?.port else { return }
            report(["listening": "\"127.0.0.1:\(port)\""])
        }
    }
}

/// Only the unary calls are measured.
struct BenchHandler: Rollcall_Bench_V1_BenchService.SimpleServiceProtocol {
    func echo(
        request: Rollcall_Bench_V1_EchoRequest, context: ServerContext
    ) async throws -> Rollcall_Bench_V1_EchoResponse {
        .with { $0.payload = request.payload }
    }

    func getProfile(
        request: Rollcall_Bench_V1_GetProfileRequest, context: ServerContext
    ) async throws -> Rollcall_Bench_V1_GetProfileResponse {
        .sample
    }

    func download(
        request: Rollcall_Bench_V1_DownloadRequest, response: RPCWriter<Rollcall_Bench_V1_Chunk>,
        context: ServerContext
    ) async throws {
        throw RPCError(code: .unimplemented, message: "not measured")
    }

    func upload(
        request: RPCAsyncSequence<Rollcall_Bench_V1_Chunk, any Error>, context: ServerContext
    ) async throws -> Rollcall_Bench_V1_UploadResponse {
        throw RPCError(code: .unimplemented, message: "not measured")
    }

    func sleep(
        request: Rollcall_Bench_V1_SleepRequest, context: ServerContext
    ) async throws -> Rollcall_Bench_V1_SleepResponse {
        throw RPCError(code: .unimplemented, message: "not measured")
    }

    func burn(
        request: Rollcall_Bench_V1_BurnRequest, context: ServerContext
    ) async throws -> Rollcall_Bench_V1_BurnResponse {
        throw RPCError(code: .unimplemented, message: "not measured")
    }
}

extension Rollcall_Bench_V1_GetProfileResponse {
    /// What every peer answers with.
    static let sample = Self.with {
        $0.profile = .with {
            $0.userID = "0197a3e2-58c4-7b1e-9f5d-2c6a8e417b30"
            $0.displayName = "ann.example"
            $0.photo = .with {
                $0.photoID = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
                $0.size = 184_320
                $0.width = 1_024
                $0.height = 768
            }
            $0.createdAtMs = 1_750_000_000_000
            $0.updatedAtMs = 1_760_000_000_000
        }
    }
}
