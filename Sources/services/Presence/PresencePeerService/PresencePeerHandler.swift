import AccessTokens
import RollcallAPI

/// Answers the RPCs of `PresencePeerService`: one a file, named for it.
package struct PresencePeerHandler: PresencePeerService {
    let hub: PresenceHub
    let leases: any LeaseAuthority
    let store: PresenceStore
    let pages: PageTokens
}
