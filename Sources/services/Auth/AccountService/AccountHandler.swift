import RollcallAPI
import RollcallRPC

/// Answers the calls of `AccountService`: says which handler answers which call. The answer to a call is
/// in the file named for it.
struct AccountHandler: Sendable {
    let settings: AccountSettingsHandler
    let passwords: PasswordChangeHandler
    let addresses: AddressHandler
    let resetRequests: PasswordResetRequestHandler
    let resets: PasswordResetHandler
    let links: LinkHandler

    func add(to router: inout Router) {
        router.addAccountService(
            getAccount: settings.getAccount,
            setLocale: settings.setLocale,
            changePassword: passwords.changePassword,
            sendVerification: addresses.sendVerification,
            verifyAddress: addresses.verifyAddress,
            requestPasswordReset: resetRequests.requestPasswordReset,
            resetPassword: resets.resetPassword,
            describeLink: links.describeLink,
            startAddressChange: addresses.startAddressChange,
            confirmAddressChange: addresses.confirmAddressChange,
            followLink: links.followLink)
    }
}
