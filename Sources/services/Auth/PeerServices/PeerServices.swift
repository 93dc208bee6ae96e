import Logging
import RollcallAPI
import RollcallRPC

/// The other services, as Auth speaks to them: at once, and through an outbox for what must not be
/// lost.
struct PeerServices: Sendable {
    let names: DisplayNames
    let records: PresenceRecords
    /// Profile's; sign-ups wait for it.
    let profileOutbox: Outbox
    let presenceOutbox: Outbox

    var outboxes: [Outbox] { [profileOutbox, presenceOutbox] }

    init(
        profile: any RPCClient, presence: any RPCClient, credential: ServiceCredential,
        store: AuthStore, configuration: AuthConfiguration,
        clock: @escaping @Sendable () -> Int64, logger: Logger
    ) {
        names = DisplayNames(
            profile: ProfilePeerServiceClient(profile), names: ProfileServiceClient(profile),
            credential: credential, timeout: configuration.profileTimeout)
        records = PresenceRecords(
            presence: PresencePeerServiceClient(presence), credential: credential,
            timeout: configuration.presenceTimeout)
        func outbox(to destination: any OutboxDestination) -> Outbox {
            let service = type(of: destination)
            return Outbox(
                queue: AuthQueue(
                    service.name.lowercased(), of: service.work, in: store.database,
                    backoff: configuration.outboxBackoff, clock: clock, logger: logger),
                store: store, destination: destination, logger: logger)
        }
        profileOutbox = outbox(to: names)
        presenceOutbox = outbox(to: records)
    }
}
