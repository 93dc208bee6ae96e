import RollcallAPI

extension AccountSession {
    /// The session as its owner sees it.
    ///
    /// - Parameters:
    ///   - address: the primary one of the account, if there is one.
    ///   - isCurrent: whether the caller calls in this session.
    func message(
        _ address: Address.Shown?, isCurrent: Bool = true, _ configuration: AuthConfiguration
    ) -> Session {
        Session(
            sessionID: id.description,
            userID: accountID.description,
            email: address?.text ?? "",
            deviceLabel: device.label,
            createdAtMs: createdAt,
            expiresAtMs: expiresAt(configuration),
            platform: device.platform,
            appVersion: device.appVersion,
            addressPrefix: addressPrefix,
            lastUsedAtMs: refreshedAt,
            isCurrent: isCurrent,
            isEmailVerified: address?.isVerified ?? false)
    }
}
