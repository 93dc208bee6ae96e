import ArgumentParser
import RollcallRPC

/// One call, made and checked.
typealias Call = @Sendable () async throws -> Void

/// The unary RPCs that a load can make.
enum UnaryMethod: String, ExpressibleByArgument, CaseIterable {
    case echo, profile, burn, sleep
}

/// How a unary call is to be made.
struct CallShape: ParsableArguments {
    @Option(help: "echo, profile, burn or sleep.")
    var method = UnaryMethod.echo

    @Option(help: "Bytes of the payload of an echo.")
    var size = 32

    @Option(help: "Microseconds to burn or to sleep.")
    var work: UInt32 = 200

    @Option(help: "The deadline of each call, in milliseconds; none otherwise.")
    var deadline: Int?

    var options: CallOptions {
        CallOptions(timeout: deadline.map { .milliseconds($0) })
    }

    func call(by client: BenchServiceClient) -> Call {
        let options = options
        switch method {
        case .echo:
            let request = EchoRequest(payload: [UInt8](repeating: 0x61, count: size))
            return {
                let response = try await client.echo(request, options: options)
                try check(response.payload.count == request.payload.count)
            }
        case .profile:
            let request = GetProfileRequest(key: .userID("0197a3e2-58c4-7b1e-9f5d-2c6a8e417b30"))
            return {
                let response = try await client.getProfile(request, options: options)
                try check(response.profile?.photo != nil)
            }
        case .burn:
            let request = BurnRequest(microseconds: work)
            return { _ = try await client.burn(request, options: options) }
        case .sleep:
            let request = SleepRequest(microseconds: work)
            return { _ = try await client.sleep(request, options: options) }
        }
    }
}

/// - Throws: `WrongAnswer` unless the answer was as it should be.
func check(_ isRight: Bool) throws {
    guard isRight else { throw WrongAnswer() }
}

struct WrongAnswer: Error {}
