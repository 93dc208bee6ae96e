import RollcallAPI
import RollcallRPC

/// Answers the calls of `AuthAdminService`: says which handler answers which call. The answer to a call is
/// in the file named for it. Who may call is written beside each RPC in the contract.
struct AuthAdminHandler: Sendable {
    let users: UserHandler
    let deliveries: DeliveryHandler
    let bans: BanHandler
    let services: ServiceCredentialHandler
    let mails: MailHandler
    let keys: SigningKeyHandler
    let consistency: ConsistencyHandler

    func add(to router: inout Router) {
        router.addAuthAdminService(
            getUser: users.getUser,
            listUsers: users.listUsers,
            listUserSessions: users.listUserSessions,
            disableUser: users.disableUser,
            deleteUser: users.deleteUser,
            enableUser: users.enableUser,
            forcePasswordReset: users.forcePasswordReset,
            revokeUserSessions: users.revokeUserSessions,
            setUserRole: users.setUserRole,
            listDeliveries: deliveries.listDeliveries,
            retryDelivery: deliveries.retryDelivery,
            listBans: bans.listBans,
            clearBan: bans.clearBan,
            addService: services.addService,
            listServiceCredentials: services.listServiceCredentials,
            removeService: services.removeService,
            listMail: mails.listMail,
            retryMail: mails.retryMail,
            dropMail: mails.dropMail,
            listSpool: mails.listSpool,
            sendTestMail: mails.sendTestMail,
            listSigningKeys: keys.listSigningKeys,
            rotateSigningKey: keys.rotateSigningKey,
            checkConsistency: consistency.checkConsistency,
            beginEpoch: consistency.beginEpoch)
    }
}
