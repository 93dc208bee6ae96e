import ConnectHTTP
import HTTPTypes
import MessageJSON
import NIOCore
import RollcallRPC
import Synchronization

/// Says which services answer. They are asked once in a second, however many want to know; while
/// one is away, ten times in a second.
final class Readiness: Sendable {
    private let services: WebServices.Clients
    private let last = Mutex<(end: ContinuousClock.Instant, answer: Task<Answer, Never>)?>(nil)

    init(_ services: WebServices.Clients) {
        self.services = services
    }

    func answer() async -> Answer {
        let answer = last.withLock { last in
            if let last, .now < last.end { return last.answer }
            let answer = Task { await self.ask() }
            last = (.now + .seconds(1), answer)
            return answer
        }
        return await answer.value
    }

    private func ask() async -> Answer {
        let answer = await states()
        let pause = Duration.milliseconds(100)
        if answer.status != .ok { last.withLock { $0?.end = .now + pause } }
        return answer
    }

    private func states() async -> Answer {
        let states = await withTaskGroup { group in
            for (name, client) in services.all {
                group.addTask { (name, await Self.isServing(client)) }
            }
            return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        let page = JSON.object(states.mapValues { .string($0 ? "serving" : "away") })
        let isReady = states.values.allSatisfy(\.self)
        return Answer(
            isReady ? .ok : .serviceUnavailable, [.contentType: "application/json"],
            ByteBuffer(string: page.line()))
    }

    private static func isServing(_ client: any RPCClient) async -> Bool {
        let health = HealthServiceClient(client)
        let answer = try? await health.check(
            HealthCheckRequest(), options: CallOptions(timeout: .seconds(1)))
        return answer?.status == .serving
    }
}
