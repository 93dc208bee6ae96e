import ArgumentParser
import NIOPosix
import RollcallAPI
import RollcallRPC
import Synchronization

/// What a load on accounts needs to know.
struct AccountLoadOptions: ParsableArguments {
    @OptionGroup var load: LoadOptions

    @Option(help: "Where Auth answers, if that is not the target: access tokens are fetched there.")
    var auth: Endpoint?

    @Option(help: "What is called.")
    var method: AccountMethod

    @Option(help: "The file of the sessions.")
    var sessions: String

    @Option(help: "The file of all users' ids, for what is asked of any user.")
    var users: String?

    @Option(help: "The first of them that takes part, from 0.")
    var first = 0

    @Option(help: "How many of them take part at most.")
    var most = 100_000

    @Option(help: "The deadline of each call, in milliseconds; none otherwise.")
    var deadline: Int?

    /// The next call on every call of what is returned: the next session, by the next connection.
    ///
    /// - Throws: what the file or Auth says.
    func makeCalls(by clients: Clients) async throws -> Call {
        let sessions = try SeededSession.read(from: sessions, first: first, most: most)
        if method.needsAccessToken {
            let auth = auth?.client(clients.eventLoop) ?? clients.all[0]
            try await fetchAccessTokens(of: sessions, by: auth)
        }
        let users = try users.map(SeededUsers.init(path:))
        let options = CallOptions(timeout: deadline.map { .milliseconds($0) })
        let turn = Turn()
        let call: Call = { [method] in
            let number = turn.next()
            let call = AccountCall(
                session: sessions[number % sessions.count], users: users,
                client: clients.all[number % clients.all.count], options: options)
            try await call.make(method)
        }
        // A daemon that has just begun may have to learn something first.
        try await patient(call)()
        return call
    }

    private func fetchAccessTokens(
        of sessions: [SeededSession], by client: LoadClient
    ) async throws {
        let turn = Turn()
        let refresh: Call = {
            let session = sessions[turn.next() % sessions.count]
            try await session.refresh(by: AuthServiceClient(client), options: CallOptions())
        }
        let loop = ClosedLoop(calls: Array(repeating: patient(refresh), count: 8), executor: nil)
        _ = try await loop.run(until: .calls(sessions.count))
    }
}

/// Whose turn it is: numbers from zero.
private final class Turn: Sendable {
    private let taken = Atomic(0)

    func next() -> Int { taken.wrappingAdd(1, ordering: .relaxed).oldValue }
}
