import ArgumentParser
import NIOCore
import RollcallAPI
import RollcallRPC

struct PhotoFlood: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "photo-flood",
        abstract: "Begins uploads at a steady rate, whether or not earlier ones have ended.",
        discussion: "Counts refusals for overload that name a pause as \"refused\".")

    @OptionGroup var options: PhotoLoadOptions

    @Option(help: "Uploads that begin in a second.")
    var rate: Double

    @Option(help: "How many uploads.")
    var times = 10_000

    /// The server has too much to do, and has told the caller when to try again.
    private struct Refused: Error, CustomStringConvertible {
        let description = "refused"
    }

    func run() async throws {
        let users = try await options.makeUsers()
        let seconds = Double(times) / rate
        let loop = OpenLoop(
            rate: rate, duration: .nanoseconds(Int64(seconds * 1e9)), eventLoop: users.eventLoop,
            executor: nil
        ) { number in
            let call: Call = {
                do {
                    try await users.upload(as: number)
                } catch let error as RPCError where error.isRefusalWithPause {
                    throw Refused()
                }
            }
            return (call, counts: true)
        }
        let start = NIODeadline.now()
        let tally = try await loop.run()
        let took = Double((NIODeadline.now() - start).nanoseconds) / 1e9
        try report(tally.fields(over: seconds), ["offered_per_second": rate, "seconds": took])
    }
}

extension RPCError {
    fileprivate var isRefusalWithPause: Bool {
        code == .unavailable && isOverload && (detail(ErrorInfo.self)?.retryAfterMs ?? 0) > 0
    }
}
