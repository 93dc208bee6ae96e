import Introspection
import MessageJSON
import RollcallRPC
import TestServers
import Testing

struct GetDescriptorsTests {
    @Test(arguments: [
        GetDescriptorsRequest.Key.symbol("rollcall.rpc.v1.HealthService"),
        .symbol("rollcall.rpc.v1.HealthService/Check"),
        .symbol("rollcall.rpc.v1.HealthCheckRequest"), .symbol("rollcall.rpc.v1.ServingStatus"),
        .file("rollcall/rpc/v1/health.proto"),
    ])
    func aFileComesWithAllThatItImportsByWhateverItDeclares(
        _ key: GetDescriptorsRequest.Key
    ) async throws {
        try await withServer(over: .tcp) { server in
            let answer = try await server.reflection.getDescriptors(.init(key: key))
            #expect(try FileDescriptor(answer.files[0]).name == "rollcall/rpc/v1/health.proto")
            let pool = try DescriptorPool(answer.files)
            #expect(
                pool.files.keys.sorted() == [
                    "google/protobuf/descriptor.proto", "rollcall/rpc/v1/health.proto",
                    "rollcall/rpc/v1/options.proto",
                ])
        }
    }

    @Test(
        arguments: [
            (.symbol("no.Such"), .notFound),
            (.symbol("rollcall.v1.AuthService/Nothing"), .notFound),
            (.file(""), .notFound), (.file("../../etc/passwd"), .notFound), (nil, .invalidArgument),
        ] as [(GetDescriptorsRequest.Key?, StatusCode)])
    func whatIsNotDeclaredIsNotFound(
        _ key: GetDescriptorsRequest.Key?, _ code: StatusCode
    ) async throws {
        try await withServer { server in
            let error = try await failure {
                _ = try await server.reflection.getDescriptors(.init(key: key))
            }
            #expect(error.code == code)
        }
    }

    /// Row 22 of the known attacks: no request makes an answer longer than the contract.
    @Test func noAnswerIsLongerThanTheContractAndEachFileIsInItOnce() async throws {
        try await withServer { server in
            let whole = Contract.pool.files.values.reduce(0) { $0 + $1.encoded.count }
            for name in Contract.pool.files.keys {
                let files = try await server.reflection.getDescriptors(.init(key: .file(name)))
                    .files
                #expect(Set(files).count == files.count)
                #expect(files.reduce(0) { $0 + $1.count } <= whole)
            }
            #expect(whole < 128 * 1024)
        }
    }

    @Test func filesThatAreTooLongForAnAnswerAreRefusedAndNotSent() async throws {
        // A file named `a` with an unknown field of 3 MiB.
        let file: [UInt8] = [0x0A, 1, 0x61, 0xA2, 0x06, 0x80, 0x80, 0xC0, 0x01]
        let pool = try DescriptorPool([file + [UInt8](repeating: 0, count: 3 * 1024 * 1024)])
        try await withServer(router: { router, _ in
            router.add(ReflectionHandler(services: [], pool: pool))
        }) { server in
            let error = try await failure {
                _ = try await server.reflection.getDescriptors(.init(key: .file("a")))
            }
            #expect(error.code == .resourceExhausted)
        }
    }
}
