// swift-format-ignore-file
// Generated from rollcall/v1/account.proto by proto/generate.sh. Do not edit.

import RollcallRPC
import RollcallWire

/// What people do with their own accounts. Important changes ask for the password once more, as a
/// session can be in somebody else's hands, or for what was sent to the account's e-mail address: a
/// code of eight digits to type in, or a link.
///
/// A code is valid for one use and one purpose. At most five attempts are accepted. It becomes
/// invalid when its time is over, when the same caller asks for another, and when the password or
/// the address is changed. A link can be used in place of the code; looking at it does not use it
/// up. Where the deployment has no page for links, the mail shows the `link_token`, to be typed in.
///
/// Re-entering the password in a session has a limit of the session's own, which strangers cannot
/// use up.
///
/// Errors: every RPC can also fail with UNAUTHENTICATED (no valid access token, where one is
/// needed, or SESSION_ENDED when the caller's session was ended), RESOURCE_EXHAUSTED (NO_SPACE),
/// UNAVAILABLE (OVERLOADED, `retry_after_ms` says when to try again) and DEADLINE_EXCEEDED.
public protocol AccountService: Sendable {
    /// The caller's account.
    func getAccount(
        _ request: GetAccountRequest,
        context: CallContext
    ) async throws -> GetAccountResponse

    /// Chooses the language of the mails that the caller gets.
    ///
    /// Errors: INVALID_ARGUMENT (FIELD_MALFORMED).
    func setLocale(
        _ request: SetLocaleRequest,
        context: CallContext
    ) async throws -> SetLocaleResponse

    /// Changes the caller's password and ends all of the caller's sessions but this one.
    ///
    /// Errors: PERMISSION_DENIED (WRONG_CREDENTIALS) when the current password is another;
    /// INVALID_ARGUMENT with one violation for each rule that the new password breaks;
    /// RESOURCE_EXHAUSTED (TOO_MANY_ATTEMPTS, with `retry_after_ms`) when too many wrong ones, or
    /// codes, were given in the caller's session, or too many right ones in the account's.
    func changePassword(
        _ request: ChangePasswordRequest,
        context: CallContext
    ) async throws -> ChangePasswordResponse

    /// Sends a code and a link to the caller's e-mail address, with which to prove that somebody
    /// reads what is sent there. A sign-up does the same by itself. When it is proved already,
    /// nothing is sent.
    ///
    /// Errors: RESOURCE_EXHAUSTED (TOO_MANY_ATTEMPTS, with `retry_after_ms`) when the account has
    /// asked for too many mails of late, or accounts have sent too many to the mailbox.
    func sendVerification(
        _ request: SendVerificationRequest,
        context: CallContext
    ) async throws -> SendVerificationResponse

    /// Proves that somebody reads what is sent to the caller's e-mail address.
    ///
    /// Errors: INVALID_ARGUMENT (CODE_WRONG); NOT_FOUND (CODE_EXPIRED) alike for a code that was
    /// used, has died, was tried too often, or was never sent; RESOURCE_EXHAUSTED
    /// (TOO_MANY_ATTEMPTS, with `retry_after_ms`) when too many wrong codes or passwords were given
    /// in the caller's session.
    func verifyAddress(
        _ request: VerifyAddressRequest,
        context: CallContext
    ) async throws -> VerifyAddressResponse

    /// Sends a code and a link to an e-mail address, with which to choose a new password, if there
    /// is an account with it. The answer is the same if there is none.
    ///
    /// Errors: INVALID_ARGUMENT for what is no e-mail address or no language tag;
    /// RESOURCE_EXHAUSTED (TOO_MANY_ATTEMPTS, with `retry_after_ms`) when too many were asked for
    /// from where the caller is, or on a device that the account knows.
    func requestPasswordReset(
        _ request: RequestPasswordResetRequest,
        context: CallContext
    ) async throws -> RequestPasswordResetResponse

    /// Gives an account another password and ends all of its sessions. Its e-mail address is proved
    /// by this, too. Where an administrator wants the password replaced, the same one is refused
    /// (PASSWORD_UNCHANGED).
    ///
    /// Errors: INVALID_ARGUMENT with one violation for each rule that the new password breaks, or
    /// with CODE_WRONG: also for a code that was used or has died, and where there is no account;
    /// NOT_FOUND with CODE_EXPIRED, when five were tried or the time is over, or with LINK_INVALID;
    /// RESOURCE_EXHAUSTED (TOO_MANY_ATTEMPTS, with `retry_after_ms`) when too many attempts came
    /// from where the caller is.
    func resetPassword(
        _ request: ResetPasswordRequest,
        context: CallContext
    ) async throws -> ResetPasswordResponse

    /// What a link is for, so that a page can say so and ask. Nothing is used up by it.
    ///
    /// Errors: NOT_FOUND (LINK_INVALID); RESOURCE_EXHAUSTED (TOO_MANY_ATTEMPTS, with
    /// `retry_after_ms`).
    func describeLink(
        _ request: DescribeLinkRequest,
        context: CallContext
    ) async throws -> DescribeLinkResponse

    /// Begins to change the caller's e-mail address: sends a code to the new address, and one to
    /// the old address if somebody has proved to read what is sent there. The answer is the same
    /// when the new address is somebody else's, who is told by mail instead.
    ///
    /// Errors: PERMISSION_DENIED (WRONG_CREDENTIALS) when the password is another; INVALID_ARGUMENT
    /// for what is no e-mail address, or the account's own; RESOURCE_EXHAUSTED (TOO_MANY_ATTEMPTS,
    /// with `retry_after_ms`) when too many wrong passwords or codes were given in the caller's
    /// session, or right passwords in the account's, the account has asked for many mails of late,
    /// or many accounts have sent some to the new mailbox.
    func startAddressChange(
        _ request: StartAddressChangeRequest,
        context: CallContext
    ) async throws -> StartAddressChangeResponse

    /// Changes the caller's e-mail address and ends all of the caller's sessions but this one. If
    /// somebody had proved to read what is sent to the old address, it gets a link that undoes the
    /// change. The link is valid for seven days, in which nobody else can have the old address. The
    /// new address gets a mail that says so.
    ///
    /// Errors: INVALID_ARGUMENT with CODE_WRONG for each code that is wrong; NOT_FOUND
    /// (CODE_EXPIRED) when the change is to be begun anew; RESOURCE_EXHAUSTED (TOO_MANY_ATTEMPTS,
    /// with `retry_after_ms`) when too many wrong codes or passwords were given in the caller's
    /// session.
    func confirmAddressChange(
        _ request: ConfirmAddressChangeRequest,
        context: CallContext
    ) async throws -> ConfirmAddressChangeResponse

    /// Does what a link is for. A page calls it when its reader has said yes, never by being
    /// loaded: mail scanners load links.
    ///
    /// Undoing a change of the e-mail address also ends all of the account's sessions and removes
    /// its password; a mail with a code and a link to choose another is sent at once. The address
    /// that the account no longer has is told by mail.
    ///
    /// Errors: NOT_FOUND (LINK_INVALID); FAILED_PRECONDITION (FIELD_MISSING) for a link that needs
    /// a new password, for which there is ResetPassword; RESOURCE_EXHAUSTED (TOO_MANY_ATTEMPTS,
    /// with `retry_after_ms`).
    func followLink(
        _ request: FollowLinkRequest,
        context: CallContext
    ) async throws -> FollowLinkResponse
}

/// The RPCs of `AccountService`.
public enum AccountServiceMethods {
    public static let getAccount =
        Method<GetAccountRequest, GetAccountResponse>(
            service: "rollcall.v1.AccountService",
            name: "GetAccount",
            kind: .unary,
            access: .owner
        )

    public static let setLocale =
        Method<SetLocaleRequest, SetLocaleResponse>(
            service: "rollcall.v1.AccountService",
            name: "SetLocale",
            kind: .unary,
            access: .owner
        )

    public static let changePassword =
        Method<ChangePasswordRequest, ChangePasswordResponse>(
            service: "rollcall.v1.AccountService",
            name: "ChangePassword",
            kind: .unary,
            access: .owner
        )

    public static let sendVerification =
        Method<SendVerificationRequest, SendVerificationResponse>(
            service: "rollcall.v1.AccountService",
            name: "SendVerification",
            kind: .unary,
            access: .owner
        )

    public static let verifyAddress =
        Method<VerifyAddressRequest, VerifyAddressResponse>(
            service: "rollcall.v1.AccountService",
            name: "VerifyAddress",
            kind: .unary,
            access: .owner
        )

    public static let requestPasswordReset =
        Method<RequestPasswordResetRequest, RequestPasswordResetResponse>(
            service: "rollcall.v1.AccountService",
            name: "RequestPasswordReset",
            kind: .unary,
            access: .anyone
        )

    public static let resetPassword =
        Method<ResetPasswordRequest, ResetPasswordResponse>(
            service: "rollcall.v1.AccountService",
            name: "ResetPassword",
            kind: .unary,
            access: .anyone
        )

    public static let describeLink =
        Method<DescribeLinkRequest, DescribeLinkResponse>(
            service: "rollcall.v1.AccountService",
            name: "DescribeLink",
            kind: .unary,
            access: .anyone
        )

    public static let startAddressChange =
        Method<StartAddressChangeRequest, StartAddressChangeResponse>(
            service: "rollcall.v1.AccountService",
            name: "StartAddressChange",
            kind: .unary,
            access: .owner
        )

    public static let confirmAddressChange =
        Method<ConfirmAddressChangeRequest, ConfirmAddressChangeResponse>(
            service: "rollcall.v1.AccountService",
            name: "ConfirmAddressChange",
            kind: .unary,
            access: .owner
        )

    public static let followLink =
        Method<FollowLinkRequest, FollowLinkResponse>(
            service: "rollcall.v1.AccountService",
            name: "FollowLink",
            kind: .unary,
            access: .anyone
        )
}

extension Router {
    /// Serves the RPCs of `AccountService`.
    public mutating func add(_ service: some AccountService) {
        unary(AccountServiceMethods.getAccount) {
            try await service.getAccount($0, context: $1)
        }
        unary(AccountServiceMethods.setLocale) {
            try await service.setLocale($0, context: $1)
        }
        unary(AccountServiceMethods.changePassword) {
            try await service.changePassword($0, context: $1)
        }
        unary(AccountServiceMethods.sendVerification) {
            try await service.sendVerification($0, context: $1)
        }
        unary(AccountServiceMethods.verifyAddress) {
            try await service.verifyAddress($0, context: $1)
        }
        unary(AccountServiceMethods.requestPasswordReset) {
            try await service.requestPasswordReset($0, context: $1)
        }
        unary(AccountServiceMethods.resetPassword) {
            try await service.resetPassword($0, context: $1)
        }
        unary(AccountServiceMethods.describeLink) {
            try await service.describeLink($0, context: $1)
        }
        unary(AccountServiceMethods.startAddressChange) {
            try await service.startAddressChange($0, context: $1)
        }
        unary(AccountServiceMethods.confirmAddressChange) {
            try await service.confirmAddressChange($0, context: $1)
        }
        unary(AccountServiceMethods.followLink) {
            try await service.followLink($0, context: $1)
        }
    }

    /// Serves the RPCs of `AccountService`, each by a function.
    public mutating func addAccountService(
        getAccount: @escaping @Sendable (GetAccountRequest, CallContext) async throws -> GetAccountResponse,
        setLocale: @escaping @Sendable (SetLocaleRequest, CallContext) async throws -> SetLocaleResponse,
        changePassword: @escaping @Sendable (ChangePasswordRequest, CallContext) async throws -> ChangePasswordResponse,
        sendVerification: @escaping @Sendable (SendVerificationRequest, CallContext) async throws -> SendVerificationResponse,
        verifyAddress: @escaping @Sendable (VerifyAddressRequest, CallContext) async throws -> VerifyAddressResponse,
        requestPasswordReset: @escaping @Sendable (RequestPasswordResetRequest, CallContext) async throws -> RequestPasswordResetResponse,
        resetPassword: @escaping @Sendable (ResetPasswordRequest, CallContext) async throws -> ResetPasswordResponse,
        describeLink: @escaping @Sendable (DescribeLinkRequest, CallContext) async throws -> DescribeLinkResponse,
        startAddressChange: @escaping @Sendable (StartAddressChangeRequest, CallContext) async throws -> StartAddressChangeResponse,
        confirmAddressChange: @escaping @Sendable (ConfirmAddressChangeRequest, CallContext) async throws -> ConfirmAddressChangeResponse,
        followLink: @escaping @Sendable (FollowLinkRequest, CallContext) async throws -> FollowLinkResponse
    ) {
        unary(AccountServiceMethods.getAccount, getAccount)
        unary(AccountServiceMethods.setLocale, setLocale)
        unary(AccountServiceMethods.changePassword, changePassword)
        unary(AccountServiceMethods.sendVerification, sendVerification)
        unary(AccountServiceMethods.verifyAddress, verifyAddress)
        unary(AccountServiceMethods.requestPasswordReset, requestPasswordReset)
        unary(AccountServiceMethods.resetPassword, resetPassword)
        unary(AccountServiceMethods.describeLink, describeLink)
        unary(AccountServiceMethods.startAddressChange, startAddressChange)
        unary(AccountServiceMethods.confirmAddressChange, confirmAddressChange)
        unary(AccountServiceMethods.followLink, followLink)
    }
}

/// Calls `AccountService`.
public struct AccountServiceClient: Sendable {
    private let client: any RPCClient

    public init(_ client: any RPCClient) {
        self.client = client
    }

    /// The caller's account.
    public func getAccount(
        _ request: GetAccountRequest,
        options: CallOptions = CallOptions()
    ) async throws -> GetAccountResponse {
        try await client.unary(AccountServiceMethods.getAccount, request, options)
    }

    /// Chooses the language of the mails that the caller gets.
    ///
    /// Errors: INVALID_ARGUMENT (FIELD_MALFORMED).
    public func setLocale(
        _ request: SetLocaleRequest,
        options: CallOptions = CallOptions()
    ) async throws -> SetLocaleResponse {
        try await client.unary(AccountServiceMethods.setLocale, request, options)
    }

    /// Changes the caller's password and ends all of the caller's sessions but this one.
    ///
    /// Errors: PERMISSION_DENIED (WRONG_CREDENTIALS) when the current password is another;
    /// INVALID_ARGUMENT with one violation for each rule that the new password breaks;
    /// RESOURCE_EXHAUSTED (TOO_MANY_ATTEMPTS, with `retry_after_ms`) when too many wrong ones, or
    /// codes, were given in the caller's session, or too many right ones in the account's.
    public func changePassword(
        _ request: ChangePasswordRequest,
        options: CallOptions = CallOptions()
    ) async throws -> ChangePasswordResponse {
        try await client.unary(AccountServiceMethods.changePassword, request, options)
    }

    /// Sends a code and a link to the caller's e-mail address, with which to prove that somebody
    /// reads what is sent there. A sign-up does the same by itself. When it is proved already,
    /// nothing is sent.
    ///
    /// Errors: RESOURCE_EXHAUSTED (TOO_MANY_ATTEMPTS, with `retry_after_ms`) when the account has
    /// asked for too many mails of late, or accounts have sent too many to the mailbox.
    public func sendVerification(
        _ request: SendVerificationRequest,
        options: CallOptions = CallOptions()
    ) async throws -> SendVerificationResponse {
        try await client.unary(AccountServiceMethods.sendVerification, request, options)
    }

    /// Proves that somebody reads what is sent to the caller's e-mail address.
    ///
    /// Errors: INVALID_ARGUMENT (CODE_WRONG); NOT_FOUND (CODE_EXPIRED) alike for a code that was
    /// used, has died, was tried too often, or was never sent; RESOURCE_EXHAUSTED
    /// (TOO_MANY_ATTEMPTS, with `retry_after_ms`) when too many wrong codes or passwords were given
    /// in the caller's session.
    public func verifyAddress(
        _ request: VerifyAddressRequest,
        options: CallOptions = CallOptions()
    ) async throws -> VerifyAddressResponse {
        try await client.unary(AccountServiceMethods.verifyAddress, request, options)
    }

    /// Sends a code and a link to an e-mail address, with which to choose a new password, if there
    /// is an account with it. The answer is the same if there is none.
    ///
    /// Errors: INVALID_ARGUMENT for what is no e-mail address or no language tag;
    /// RESOURCE_EXHAUSTED (TOO_MANY_ATTEMPTS, with `retry_after_ms`) when too many were asked for
    /// from where the caller is, or on a device that the account knows.
    public func requestPasswordReset(
        _ request: RequestPasswordResetRequest,
        options: CallOptions = CallOptions()
    ) async throws -> RequestPasswordResetResponse {
        try await client.unary(AccountServiceMethods.requestPasswordReset, request, options)
    }

    /// Gives an account another password and ends all of its sessions. Its e-mail address is proved
    /// by this, too. Where an administrator wants the password replaced, the same one is refused
    /// (PASSWORD_UNCHANGED).
    ///
    /// Errors: INVALID_ARGUMENT with one violation for each rule that the new password breaks, or
    /// with CODE_WRONG: also for a code that was used or has died, and where there is no account;
    /// NOT_FOUND with CODE_EXPIRED, when five were tried or the time is over, or with LINK_INVALID;
    /// RESOURCE_EXHAUSTED (TOO_MANY_ATTEMPTS, with `retry_after_ms`) when too many attempts came
    /// from where the caller is.
    public func resetPassword(
        _ request: ResetPasswordRequest,
        options: CallOptions = CallOptions()
    ) async throws -> ResetPasswordResponse {
        try await client.unary(AccountServiceMethods.resetPassword, request, options)
    }

    /// What a link is for, so that a page can say so and ask. Nothing is used up by it.
    ///
    /// Errors: NOT_FOUND (LINK_INVALID); RESOURCE_EXHAUSTED (TOO_MANY_ATTEMPTS, with
    /// `retry_after_ms`).
    public func describeLink(
        _ request: DescribeLinkRequest,
        options: CallOptions = CallOptions()
    ) async throws -> DescribeLinkResponse {
        try await client.unary(AccountServiceMethods.describeLink, request, options)
    }

    /// Begins to change the caller's e-mail address: sends a code to the new address, and one to
    /// the old address if somebody has proved to read what is sent there. The answer is the same
    /// when the new address is somebody else's, who is told by mail instead.
    ///
    /// Errors: PERMISSION_DENIED (WRONG_CREDENTIALS) when the password is another; INVALID_ARGUMENT
    /// for what is no e-mail address, or the account's own; RESOURCE_EXHAUSTED (TOO_MANY_ATTEMPTS,
    /// with `retry_after_ms`) when too many wrong passwords or codes were given in the caller's
    /// session, or right passwords in the account's, the account has asked for many mails of late,
    /// or many accounts have sent some to the new mailbox.
    public func startAddressChange(
        _ request: StartAddressChangeRequest,
        options: CallOptions = CallOptions()
    ) async throws -> StartAddressChangeResponse {
        try await client.unary(AccountServiceMethods.startAddressChange, request, options)
    }

    /// Changes the caller's e-mail address and ends all of the caller's sessions but this one. If
    /// somebody had proved to read what is sent to the old address, it gets a link that undoes the
    /// change. The link is valid for seven days, in which nobody else can have the old address. The
    /// new address gets a mail that says so.
    ///
    /// Errors: INVALID_ARGUMENT with CODE_WRONG for each code that is wrong; NOT_FOUND
    /// (CODE_EXPIRED) when the change is to be begun anew; RESOURCE_EXHAUSTED (TOO_MANY_ATTEMPTS,
    /// with `retry_after_ms`) when too many wrong codes or passwords were given in the caller's
    /// session.
    public func confirmAddressChange(
        _ request: ConfirmAddressChangeRequest,
        options: CallOptions = CallOptions()
    ) async throws -> ConfirmAddressChangeResponse {
        try await client.unary(AccountServiceMethods.confirmAddressChange, request, options)
    }

    /// Does what a link is for. A page calls it when its reader has said yes, never by being
    /// loaded: mail scanners load links.
    ///
    /// Undoing a change of the e-mail address also ends all of the account's sessions and removes
    /// its password; a mail with a code and a link to choose another is sent at once. The address
    /// that the account no longer has is told by mail.
    ///
    /// Errors: NOT_FOUND (LINK_INVALID); FAILED_PRECONDITION (FIELD_MISSING) for a link that needs
    /// a new password, for which there is ResetPassword; RESOURCE_EXHAUSTED (TOO_MANY_ATTEMPTS,
    /// with `retry_after_ms`).
    public func followLink(
        _ request: FollowLinkRequest,
        options: CallOptions = CallOptions()
    ) async throws -> FollowLinkResponse {
        try await client.unary(AccountServiceMethods.followLink, request, options)
    }
}
