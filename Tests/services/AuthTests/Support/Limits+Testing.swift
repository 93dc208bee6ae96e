@testable import Auth

extension Limits {
    /// Takes permits that no attempt holds.
    func take(_ permits: [Permit]) async -> Duration? {
        var permits = permits
        return await take(&permits)
    }
}
