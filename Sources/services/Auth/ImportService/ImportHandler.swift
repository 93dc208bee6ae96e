import AccessTokens
import RollcallAPI
import RollcallCrypto
import RollcallRPC

/// Answers the calls of `ImportService`, each in a file named for it. Who may call is written
/// beside each RPC in the contract.
struct ImportHandler: ImportService {
    let store: AuthStore
    let peers: PeerServices
    let hashes: ImportedHashes
    let signUpsUnderWay: AuthQueue<SignUpRecord>
    let authenticator: CurrentCallers
    let pages: PageTokens
    let ids: UUIDv7Generator
    let log: AdminLog
    /// Milliseconds since 1970.
    let clock: @Sendable () -> Int64
}
