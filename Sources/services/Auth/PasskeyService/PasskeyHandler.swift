import RollcallAPI

/// Answers the calls of `PasskeyService`, each in a file named for it.
package struct PasskeyHandler: PasskeyService {
    let store: AuthStore
    let callers: SignedInCallers
    let limits: Limits
    let names: DisplayNames
    let passkeys: Passkeys
    let notices: Notices
    /// Opens sessions.
    let signIns: AuthHandler
    /// How the deployment is called.
    let deploymentName: String
    /// Milliseconds since 1970.
    let clock: @Sendable () -> Int64
}
