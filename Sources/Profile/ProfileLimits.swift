import RollcallRPC

/// How often callers may ask for names and profiles, so that nobody gathers those that there are. Services
/// ask on behalf of others, whom they count themselves: they are not limited. Uploads are counted where they are
/// admitted, in `UploadPhoto`.
package struct ProfileLimits: ServerInterceptor {
    private let configuration: ProfileConfiguration

    package init(_ configuration: ProfileConfiguration = ProfileConfiguration()) {
        self.configuration = configuration
    }

    package func intercept(_ rpc: ServedRPC) -> Interception? {
        switch rpc.path {
        case "rollcall.v1.ProfileService/CheckDisplayName":
            // Who is signed in has no budget beside that of the address.
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
            // Each of them has those who follow the changes read the user's list anew.
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
