import RollcallRPC

/// Limits how often callers may request names and profiles, so that they cannot be harvested. Services
/// are not limited, as they call on behalf of callers whom they limit themselves. Uploads are limited in
/// `UploadPhoto`.
package struct ProfileLimits: ServerInterceptor {
    private let configuration: ProfileConfiguration

    package init(_ configuration: ProfileConfiguration = ProfileConfiguration()) {
        self.configuration = configuration
    }

    package func intercept(_ rpc: ServedRPC) -> Interception? {
        switch rpc.path {
        case "rollcall.v1.ProfileService/CheckDisplayName":
            // Signed-in users have no limit in addition to the address's.
            limiting(configuration.nameChecks, .peer, rpc) { caller in
                if case .service = caller { false } else { true }
            }
        case "rollcall.v1.ProfileService/GetProfile":
            limiting(configuration.strangersReads, .peer, rpc) { $0 == .anonymous }
        case "rollcall.v1.ProfileService/SearchProfiles":
            limiting(configuration.searches, .caller, rpc) { _ in true }
        case "rollcall.v1.ProfileService/BatchGetProfiles":
            limiting(configuration.batches, .caller, rpc) { _ in true }
        case "rollcall.v1.ProfileService/WatchProfiles":
            limiting(configuration.watchOpenings, .caller, rpc) { _ in true }
        case "rollcall.v1.ProfileService/BlockUser", "rollcall.v1.ProfileService/UnblockUser":
            // Each change makes all followers read the user's list again.
            limiting(configuration.blocks, .caller, rpc) { _ in true }
        default: nil
        }
    }

    private func limiting(
        _ limit: RateLimit, _ scope: RateLimitInterceptor.Scope, _ rpc: ServedRPC,
        _ isLimited: @escaping @Sendable (Caller) -> Bool
    ) -> Interception? {
        let interceptor = RateLimitInterceptor(
            limit, for: scope, refusal: RPCError.tooManyAttempts)
        let limited = interceptor.intercept(rpc)
        return Interception(onBegin: { call in
            if isLimited(call.context.caller) { try limited?.onBegin?(call) }
        })
    }
}
