import Foundation

/// All that the screens of an app need of Rollcall. `Rollcall` does it with the services; in tests
/// and previews, a fake does.
///
/// Every call throws a `RollcallError` and nothing else. Those about the own account need a user
/// who is signed in; without one they throw `unauthenticated`.
public protocol AccountService: AnyObject, Sendable {
    // MARK: State

    /// Whether a user is signed in, as far as this is known.
    var state: AuthState { get }
    /// The state now, and then every change once and in order, for each who asks.
    var states: AsyncStream<AuthState> { get }
    /// Reads the store again while the state is `restoring`.
    func restore() async throws(RollcallError)

    // MARK: Signing up and in

    /// Makes an account, and signs it in.
    @discardableResult func signUp(
        email: String, password: String, displayName: String, locale: String
    ) async throws(RollcallError) -> User
    /// Makes an account without an address and a password, and signs it in.
    @discardableResult func signUpAnonymously(
        displayName: String, locale: String
    ) async throws(RollcallError) -> User
    /// Gives such an account an address and a password.
    @discardableResult
    func upgrade(email: String, password: String) async throws(RollcallError) -> User
    /// The ways to sign in that the deployment offers, besides a password.
    func signInOptions() async throws(RollcallError) -> SignInOptions
    /// - Parameter name: an e-mail address or a display name.
    func signIn(_ name: String, password: String) async throws(RollcallError) -> SignInResult
    /// Goes on with a sign-in that waits for another proof, one of `pending.steps`.
    func continueSignIn(
        _ pending: PendingSignIn, by step: ContinueSignInRequest.Step
    ) async throws(RollcallError) -> SignInResult
    /// Mails a code for signing in without a password.
    ///
    /// - Returns: the flow, which `MailedCode` names beside the code.
    func sendSignInCode(email: String, locale: String) async throws(RollcallError) -> String
    func signIn(with code: MailedCode) async throws(RollcallError) -> SignInResult
    /// Signs out at once, also without a network.
    func signOut() async throws(RollcallError)
    /// - Returns: the flow, which `MailedCode` names beside the code.
    func requestPasswordReset(email: String, locale: String) async throws(RollcallError) -> String
    func resetPassword(
        _ proof: ResetPasswordRequest.Proof, to password: String
    ) async throws(RollcallError)

    // MARK: Passkeys

    /// Begins to make a passkey. The answer is good for five minutes.
    ///
    /// - Parameter proof: nil in a fresh session. REAUTHENTICATION_REQUIRED asks for one.
    func startPasskeyRegistration(
        _ proof: Reauthentication?
    ) async throws(RollcallError) -> PasskeyRegistration
    /// Gives the account the passkey that the device has made.
    ///
    /// - Parameter label: what the list shows, such as the name of the device.
    @discardableResult func finishPasskeyRegistration(
        _ registration: PasskeyRegistration, clientDataJSON: Data, attestationObject: Data,
        label: String
    ) async throws(RollcallError) -> Passkey
    /// The passkeys of the account, the oldest first.
    func passkeys() async throws(RollcallError) -> [Passkey]
    /// - Parameter proof: nil in a fresh session. REAUTHENTICATION_REQUIRED asks for one.
    func removePasskey(_ id: String, proof: Reauthentication?) async throws(RollcallError)
    /// Begins a sign-in with a passkey. The answer is good for five minutes.
    ///
    /// - Parameter pending: a sign-in that waits for a passkey; nil for one without a password.
    func startPasskeySignIn(
        _ pending: PendingSignIn?
    ) async throws(RollcallError) -> PasskeyChallenge
    /// Opens a session.
    ///
    /// - Parameter assertion: the device's answer, with the `attempt` of the challenge.
    @discardableResult
    func signIn(with assertion: PasskeyAssertion) async throws(RollcallError) -> User

    // MARK: The account

    /// How easily a password is guessed, and the rules of a sign-up that it breaks. Also without a
    /// session.
    func checkPassword(
        _ password: String, email: String, displayName: String
    ) async throws(RollcallError) -> PasswordStrength
    func accountInfo() async throws(RollcallError) -> AccountInfo
    /// Changes the password, and ends all other sessions. It always needs a proof.
    func changePassword(
        _ proof: Reauthentication, to password: String
    ) async throws(RollcallError)
    /// Mails a code, for `Reauthentication.mailedCode`.
    ///
    /// - Returns: when the code expires; nil if nothing was sent, as no address is verified.
    @discardableResult func sendReauthentication() async throws(RollcallError) -> Date?
    /// Mails a code to the primary address, for `verifyAddress`.
    ///
    /// - Returns: when the code expires; nil if nothing was sent, as the address is verified.
    @discardableResult func sendVerification() async throws(RollcallError) -> Date?
    /// - Parameter email: the address that `addAddress` has mailed to; empty for the primary one.
    @discardableResult
    func verifyAddress(code: String, email: String) async throws(RollcallError) -> AccountInfo
    /// Mails a code to an address. `verifyAddress` with the code adds it.
    ///
    /// - Returns: when the code expires.
    @discardableResult func addAddress(
        _ email: String, proof: Reauthentication?
    ) async throws(RollcallError) -> Date?
    /// - Parameter proof: nil in a fresh session. REAUTHENTICATION_REQUIRED asks for one.
    @discardableResult func makeAddressPrimary(
        _ email: String, proof: Reauthentication?
    ) async throws(RollcallError) -> AccountInfo
    /// - Parameter proof: nil in a fresh session. REAUTHENTICATION_REQUIRED asks for one.
    @discardableResult func removeAddress(
        _ email: String, proof: Reauthentication?
    ) async throws(RollcallError) -> AccountInfo
    /// The user's sessions; `isCurrent` is this one.
    func sessions() async throws(RollcallError) -> [Session]
    func endSession(_ id: String) async throws(RollcallError)
    func endOtherSessions() async throws(RollcallError)
    /// All data of the account: a POSIX archive (ustar) with JSON, and the photo.
    ///
    /// - Parameter proof: nil in a fresh session. REAUTHENTICATION_REQUIRED asks for one.
    func exportAccount(_ proof: Reauthentication?) async throws(RollcallError) -> Data
    /// Deletes the account, and signs out. It always needs a proof.
    ///
    /// - Returns: the receipt, by which the progress can be read.
    @discardableResult func deleteAccount(
        _ proof: Reauthentication
    ) async throws(RollcallError) -> DeletionReceipt

    // MARK: The second factor

    /// Whether the account has a second factor, and how many recovery codes are left.
    func factors() async throws(RollcallError) -> GetFactorsResponse
    /// Makes a key for an authenticator app. It always needs a proof.
    func startTotp(_ proof: Reauthentication) async throws(RollcallError) -> StartTotpResponse
    /// Gives the account the factor, by a code of the app.
    ///
    /// - Returns: the recovery codes, which are shown once.
    func confirmTotp(code: String) async throws(RollcallError) -> [String]
    /// - Parameter proof: with a `factorCode`.
    func removeTotp(_ proof: Reauthentication) async throws(RollcallError)
    /// Replaces the recovery codes.
    ///
    /// - Parameter proof: with a `factorCode`.
    func makeRecoveryCodes(_ proof: Reauthentication) async throws(RollcallError) -> [String]

    // MARK: Profiles

    /// Whether the user could have a display name now. Also without a session.
    func checkDisplayName(_ name: String) async throws(RollcallError) -> DisplayNameVerdict
    /// - Returns: the user as `state` has it then.
    @discardableResult
    func updateProfile(_ change: ProfileChange) async throws(RollcallError) -> User
    /// A user by id; without a connection from the cache.
    ///
    /// - Throws: PROFILE_NOT_FOUND for a user who does not exist, or is hidden by a block.
    func user(_ id: String) async throws(RollcallError) -> User
    /// Users by id, in the order of the ids; those who do not exist are left out. Without a
    /// connection, those in the cache.
    func users(_ ids: [String]) async throws(RollcallError) -> [User]
    /// The first 100 users whose name begins with 3 to 30 characters, by name.
    func searchUsers(prefix: String) async throws(RollcallError) -> [User]
    func block(_ id: String) async throws(RollcallError)
    func unblock(_ id: String) async throws(RollcallError)
    /// With their ids and names alone.
    func blockedUsers() async throws(RollcallError) -> [User]
    /// - Parameter note: for the administrators; at most 500 characters, may be empty.
    func report(_ id: String, reason: ReportReason, note: String) async throws(RollcallError)

    // MARK: Photos

    /// Sends another photo: JPEG, PNG, WebP or HEIC, up to 20 MB. It can be cancelled.
    ///
    /// - Parameter progress: gets numbers from 0 to 1 that never fall; 1 when the photo is set.
    func setPhoto(
        _ data: Data, progress: @escaping @Sendable (Double) -> Void
    ) async throws(RollcallError)
    func deletePhoto() async throws(RollcallError)
    /// The photo of a user as JPEG, from the cache if it is there.
    ///
    /// - Parameter size: the pixels a side of a square, up to 512; 0 for the photo as it is. The
    ///   square may be larger.
    /// - Returns: nil for a user without a photo.
    func photo(of user: User, size: Int) async throws(RollcallError) -> Data?

    // MARK: Presence

    /// Shows the user as online while the app is in the foreground, until the task is cancelled.
    ///
    /// - Throws: `RollcallError` when it is refused; no network is no reason.
    func beHere() async throws(RollcallError)
    /// Follows users. Any number of these lists can be open at a time.
    ///
    /// - Parameter ids: at most 1,000.
    func people(_ ids: [String]) -> People
}

/// The receipt of a deletion, and its time.
public typealias DeletionReceipt = DeleteAccountResponse

/// What a device needs to make a passkey.
public typealias PasskeyRegistration = StartPasskeyRegistrationResponse
/// What a device needs to sign in with a passkey.
public typealias PasskeyChallenge = StartPasskeySignInResponse
/// How easily a password is guessed.
public typealias PasswordStrength = CheckPasswordResponse

extension Reauthentication {
    /// - Parameter factorCode: of the app, or a recovery code, if the account has a second factor.
    public static func password(_ password: String, factorCode: String = "") -> Self {
        Self(proof: .password(password), factorCode: factorCode)
    }

    /// - Parameter code: of `sendReauthentication`.
    public static func mailedCode(_ code: String, factorCode: String = "") -> Self {
        Self(proof: .mailedCode(code), factorCode: factorCode)
    }
}

/// Shorter forms.
extension AccountService {
    @discardableResult public func signUp(
        email: String, password: String, displayName: String = ""
    ) async throws(RollcallError) -> User {
        try await signUp(email: email, password: password, displayName: displayName, locale: "")
    }

    @discardableResult
    public func signUpAnonymously(displayName: String = "") async throws(RollcallError) -> User {
        try await signUpAnonymously(displayName: displayName, locale: "")
    }

    public func sendSignInCode(email: String) async throws(RollcallError) -> String {
        try await sendSignInCode(email: email, locale: "")
    }

    public func startPasskeySignIn() async throws(RollcallError) -> PasskeyChallenge {
        try await startPasskeySignIn(nil)
    }

    public func checkPassword(_ password: String) async throws(RollcallError) -> PasswordStrength {
        try await checkPassword(password, email: "", displayName: "")
    }

    public func requestPasswordReset(email: String) async throws(RollcallError) -> String {
        try await requestPasswordReset(email: email, locale: "")
    }

    public func changePassword(from old: String, to new: String) async throws(RollcallError) {
        try await changePassword(.password(old), to: new)
    }

    @discardableResult
    public func verifyAddress(code: String) async throws(RollcallError) -> AccountInfo {
        try await verifyAddress(code: code, email: "")
    }

    public func exportAccount() async throws(RollcallError) -> Data {
        try await exportAccount(nil)
    }

    public func setPhoto(_ data: Data) async throws(RollcallError) {
        try await setPhoto(data) { _ in }
    }
}
