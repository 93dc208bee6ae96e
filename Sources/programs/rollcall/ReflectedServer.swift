import MessageJSON
import RollcallAPI
import RollcallClient
import RollcallCrypto
import RollcallRPC
import RollcallRPCPolicies

/// A server that says itself what it can be asked.
struct ReflectedServer: Sendable {
    /// Makes calls without a token.
    let client: any RPCClient
    /// Makes calls with the token of the session, if the server is to have it.
    let authorized: any RPCClient

    private let connection: NetworkClient
    private var reflection: ReflectionServiceClient { ReflectionServiceClient(client) }

    /// - Parameter session: whose token is sent along; nil for a server that must not see it.
    init(_ endpoint: Endpoint, tls: ClientTLS?, session: RollcallSession?) {
        connection = NetworkClient(endpoint, tls: tls, logger: .silent)
        let client = connection.retrying()
        self.client = client
        authorized = session?.authorizing(client) ?? client
    }

    func close() {
        connection.close()
    }

    private static let options = CallOptions(timeout: .seconds(15))

    func services() async throws -> [String] {
        try await reflection.listServices(.init(), options: Self.options).services
    }

    /// The file that declares something, and what it imports; nil when the server has none.
    func descriptors(of symbol: String) async throws -> DescriptorPool? {
        do {
            let request = GetDescriptorsRequest(key: .symbol(symbol))
            return try DescriptorPool(
                try await reflection.getDescriptors(request, options: Self.options).files)
        } catch let error as RPCError where error.code == .notFound {
            return nil
        }
    }

    /// The details of an error as JSON, each with its type. One of a type that the server does not
    /// describe is shown in base64.
    func json(of details: [ErrorDetail], isRedacted: Bool) async -> [JSON] {
        var all: [JSON] = []
        for detail in details {
            let pool = try? await descriptors(of: detail.type)
            let text = try? pool?.json(of: detail.value, as: detail.type, isRedacted: isRedacted)
            let bytes = JSON.string(Base64.standard.encode(detail.value))
            // Our JSON has no fractions: a text that has some is shown as it is.
            let value = text.map { (try? JSON(Array($0.utf8))) ?? .string($0) } ?? bytes
            all.append(["type": detail.type, "value": value])
        }
        return all
    }
}

extension [ReflectedServer] {
    /// The first answer that is not nil. A server that cannot be asked counts only if no other one
    /// answers.
    func firstAnswer<Answer>(_ ask: (ReflectedServer) async throws -> Answer?) async throws
        -> Answer?
    {
        var failure: (any Error)?
        for server in self {
            do {
                if let answer = try await ask(server) { return answer }
            } catch let error as RPCError {
                failure = failure ?? error
            }
        }
        if let failure { throw failure }
        return nil
    }

    func first(thatServes service: String) async throws -> ReflectedServer? {
        try await firstAnswer { try await $0.services().contains(service) ? $0 : nil }
    }
}

extension Failure {
    static func unknown(_ symbol: String) -> Failure {
        Failure(
            .notFound,
            "None of the servers that were asked describes \"\(symbol)\". "
                + "List the services: rollcall rpc list")
    }

    /// What a server said, in its own words.
    init(plain error: RPCError) {
        self.init(
            status: CommandStatus(error.code, error.reasons), code: "\(error.code)",
            reasons: error.reasons.map(\.name), message: error.message)
    }

    func line(_ details: [JSON]) -> String {
        JSON.object(["error": members.with(["details": details])]).line()
    }
}
