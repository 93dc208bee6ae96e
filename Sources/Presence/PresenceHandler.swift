import RollcallAPI

/// Answers the RPCs of `PresenceService`: one a file, named for it.
package struct PresenceHandler: PresenceService {
    let hub: PresenceHub
}
