import ArgumentParser
import NIOCore
import RollcallRPC

struct ClosedAccountLoad: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "closed", abstract: "Calls, always a number of them in flight.")

    @OptionGroup var options: AccountLoadOptions

    @Option(help: "Calls in flight, over all connections.")
    var inFlight = 1

    @Option(help: "Calls that are made before those that are measured.")
    var warmUp = 100

    @Option(help: "Make so many calls, instead of as many as the time allows.")
    var calls: Int?

    @Flag(
        name: .customLong("patient"),
        help: "Make a call that is refused as too many again, instead of giving up.")
    var isPatient = false

    func run() async throws {
        let clients = try options.load.makeClients()
        let once = try await options.makeCalls(by: clients)
        let call = isPatient ? patient(once) : once
        let loop = ClosedLoop(
            calls: Array(repeating: call, count: inFlight), executor: clients.executor)
        _ = try await loop.run(until: .calls(warmUp))

        let start = NIODeadline.now()
        let end = start + options.load.duration
        let rate = AnswerRate(until: calls == nil ? end : .distantFuture)
        let counted = ClosedLoop(calls: loop.calls.map(rate.counting), executor: clients.executor)
        let latencies = try await counted.run(until: calls.map { .calls($0) } ?? .instant(end))
        try report(
            latencies.fields(
                over: (NIODeadline.now() - start).seconds, warmUp: warmUp,
                perSecond: rate.perSecond))
    }
}
