import RollcallAPI
import RollcallRPC
import Testing

/// Users who are signed in.
struct Crowd {
    let ids: [String]
    let options: [CallOptions]
    let client: RetryingNetworkClient

    init(_ count: Int, in cluster: Cluster) async throws {
        client = cluster.client(.presence)
        let auth = cluster.client(.auth)
        defer { auth.close() }
        let service = AuthServiceClient(auth)
        let people = try await withThrowingTaskGroup(of: (Int, SignUpResponse).self) { group in
            for number in 0..<count {
                group.addTask {
                    let form = Resident.form("user\(number)")
                    return (number, try await eventually { try await service.signUp(form) })
                }
            }
            return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        var (ids, options): ([String], [CallOptions]) = ([], [])
        for number in 0..<count {
            let person = try #require(people[number])
            ids.append(person.session?.userID ?? "")
            var own = CallOptions()
            try own.metadata.add(
                "authorization", text: "Bearer \(person.tokens?.accessToken ?? "")")
            options.append(own)
        }
        (self.ids, self.options) = (ids, options)
    }
}
