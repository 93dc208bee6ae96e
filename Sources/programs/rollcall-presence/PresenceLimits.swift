import Daemon
import RollcallAPI

enum PresenceLimits: LimitNames {
    static let all = Set(PresenceServiceMethods.limits.map(\.name)).sorted()
}
