import RollcallAPI

/// Calls Profile and Presence now and then with Auth's service token, so that the process learns
/// that they refuse it before a sign-up fails, and that they accept it again. The clients that are
/// called take note of the outcome.
struct TokenProbe: Sendable {
    let peers: PeerServices
    let interval: Duration

    /// Until it is cancelled.
    func run() async {
        while (try? await Task.sleep(for: interval)) != nil {
            _ = try? await peers.names.list(ListProfilesRequest(pageSize: 1))
            _ = try? await peers.records.list(ListPresencesRequest(pageSize: 1))
        }
    }
}
