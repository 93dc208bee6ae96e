// swift-format-ignore-file
// Generated from rollcall/v1/account.proto by proto/generate.sh. Do not edit.

import RollcallRPC
import RollcallWire

/// What users do with their own accounts. Important changes ask for the password again, as a
/// session can be in the wrong hands, or for a proof from a mail to the account's e-mail address: a
/// code of eight digits to type in, or a link.
///
/// A code is valid for one use and one purpose. At most five attempts are accepted. It becomes
/// invalid when its time is over, when the same caller asks for another, and when the password or
/// the address is changed. A link can be used instead of the code. Reading the link's purpose does
/// not use it up. If the deployment has no page for links, the mail shows the `link_token`, to be
/// typed in.
///
/// Re-entering the password in a session has the session's own limit, which strangers cannot use
/// up.
///
/// Errors: every RPC can also fail with UNAUTHENTICATED (no valid access token, where one is
/// required, or SESSION_ENDED when the caller's session has ended), RESOURCE_EXHAUSTED (NO_SPACE;
/// beyond the RPC's `rate` TOO_MANY_ATTEMPTS, with `retry_after_ms`), UNAVAILABLE (OVERLOADED, with
/// `retry_after_ms`) and DEADLINE_EXCEEDED.
public protocol AccountService: Sendable {
    /// Returns the caller's account.
    func getAccount(
        _ request: GetAccountRequest,
        context: CallContext
    ) async throws -> GetAccountResponse

    /// Sets the language of the mails to the caller.
    ///
    /// Errors: INVALID_ARGUMENT (FIELD_MALFORMED).
    func setLocale(
        _ request: SetLocaleRequest,
        context: CallContext
    ) async throws -> SetLocaleResponse

    /// Changes the caller's password and ends all of the caller's sessions except this one.
    ///
    /// Errors: PERMISSION_DENIED (WRONG_CREDENTIALS) when the current password is wrong;
    /// INVALID_ARGUMENT with one violation for each rule that the new password breaks;
    /// RESOURCE_EXHAUSTED (TOO_MANY_ATTEMPTS, with `retry_after_ms`) for too many wrong passwords
    /// or codes in the caller's session, or too many correct ones for the account.
    func changePassword(
        _ request: ChangePasswordRequest,
        context: CallContext
    ) async throws -> ChangePasswordResponse

    /// Sends a code and a link to the caller's e-mail address, which prove that the owner reads
    /// mail there. A sign-up sends the same mail. Nothing is sent when the address is already
    /// verified.
    ///
    /// Errors: RESOURCE_EXHAUSTED (TOO_MANY_ATTEMPTS, with `retry_after_ms`) when the account has
    /// requested too many mails recently, or accounts have sent too many to the mailbox.
    func sendVerification(
        _ request: SendVerificationRequest,
        context: CallContext
    ) async throws -> SendVerificationResponse

    /// Verifies the caller's e-mail address by the code of a mail.
    ///
    /// Errors: INVALID_ARGUMENT (CODE_WRONG); NOT_FOUND (CODE_EXPIRED) for a code that was used,
    /// has become invalid, was tried too often, or was never sent: the answer is the same;
    /// RESOURCE_EXHAUSTED (TOO_MANY_ATTEMPTS, with `retry_after_ms`) for too many wrong codes or
    /// passwords in the caller's session.
    func verifyAddress(
        _ request: VerifyAddressRequest,
        context: CallContext
    ) async throws -> VerifyAddressResponse

    /// Sends a code and a link for choosing a new password to an e-mail address, if an account has
    /// it. The answer is the same if no account has it.
    ///
    /// Errors: INVALID_ARGUMENT for an invalid e-mail address or language tag; RESOURCE_EXHAUSTED
    /// (TOO_MANY_ATTEMPTS, with `retry_after_ms`) for too many requests from the caller's address
    /// or on a known device.
    func requestPasswordReset(
        _ request: RequestPasswordResetRequest,
        context: CallContext
    ) async throws -> RequestPasswordResetResponse

    /// Gives an account another password and ends all of its sessions. This also verifies its
    /// e-mail address. If an administrator requires the password to be replaced, the same password
    /// is refused (PASSWORD_UNCHANGED).
    ///
    /// Errors: INVALID_ARGUMENT with one violation for each rule that the new password breaks, or
    /// with CODE_WRONG, also for a code that was used or has become invalid, and if the account
    /// does not exist; NOT_FOUND with CODE_EXPIRED after five attempts or when the time is over, or
    /// with LINK_INVALID; RESOURCE_EXHAUSTED (TOO_MANY_ATTEMPTS, with `retry_after_ms`) for too
    /// many attempts from the caller's address.
    func resetPassword(
        _ request: ResetPasswordRequest,
        context: CallContext
    ) async throws -> ResetPasswordResponse

    /// Returns the purpose of a link, so that a page can show it and ask the user. Nothing is used
    /// up.
    ///
    /// Errors: NOT_FOUND (LINK_INVALID); RESOURCE_EXHAUSTED (TOO_MANY_ATTEMPTS, with
    /// `retry_after_ms`).
    func describeLink(
        _ request: DescribeLinkRequest,
        context: CallContext
    ) async throws -> DescribeLinkResponse

    /// Begins to change the caller's e-mail address. Sends a code to the new address, and another
    /// one to the old address if that is verified. The answer is the same when another account has
    /// the new address. The owner of that account is then told by mail instead.
    ///
    /// Errors: PERMISSION_DENIED (WRONG_CREDENTIALS) when the password is wrong; INVALID_ARGUMENT
    /// for an invalid e-mail address, or the account's own; RESOURCE_EXHAUSTED (TOO_MANY_ATTEMPTS,
    /// with `retry_after_ms`) for too many wrong passwords or codes in the caller's session, for
    /// too many correct passwords for the account, when the account has requested too many mails
    /// recently, or when accounts have sent too many to the new mailbox.
    func startAddressChange(
        _ request: StartAddressChangeRequest,
        context: CallContext
    ) async throws -> StartAddressChangeResponse

    /// Changes the caller's e-mail address and ends all of the caller's sessions except this one.
    /// If the old address was verified, it gets a link that undoes the change. The link is valid
    /// for seven days, in which no other account can have the old address. The new address gets a
    /// mail that says so.
    ///
    /// Errors: INVALID_ARGUMENT with CODE_WRONG for each wrong code; NOT_FOUND (CODE_EXPIRED) when
    /// the change has to be started again; RESOURCE_EXHAUSTED (TOO_MANY_ATTEMPTS, with
    /// `retry_after_ms`) for too many wrong codes or passwords in the caller's session.
    func confirmAddressChange(
        _ request: ConfirmAddressChangeRequest,
        context: CallContext
    ) async throws -> ConfirmAddressChangeResponse

    /// Carries out what a link is for. A page calls it after its reader has confirmed, never when
    /// it is loaded: mail scanners load links.
    ///
    /// Undoing a change of the e-mail address also ends all of the account's sessions and removes
    /// its password. A mail with a code and a link for choosing another password is sent at once.
    /// The address that the account no longer has is told by mail.
    ///
    /// Errors: NOT_FOUND (LINK_INVALID); FAILED_PRECONDITION (FIELD_MISSING) for a link that needs
    /// a new password: use ResetPassword; RESOURCE_EXHAUSTED (TOO_MANY_ATTEMPTS, with
    /// `retry_after_ms`).
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
            access: .owner,
            isRepeatable: true
        )

    public static let setLocale =
        Method<SetLocaleRequest, SetLocaleResponse>(
            service: "rollcall.v1.AccountService",
            name: "SetLocale",
            kind: .unary,
            access: .owner,
            limit: CallLimit("locale.account", RateLimit(60, per: .seconds(60), burst: 60)),
            isRepeatable: true
        )

    public static let changePassword =
        Method<ChangePasswordRequest, ChangePasswordResponse>(
            service: "rollcall.v1.AccountService",
            name: "ChangePassword",
            kind: .unary,
            access: .owner,
            limit: CallLimit("confirm.account"),
            maximumRequestSize: 8192
        )

    public static let sendVerification =
        Method<SendVerificationRequest, SendVerificationResponse>(
            service: "rollcall.v1.AccountService",
            name: "SendVerification",
            kind: .unary,
            access: .owner,
            limit: CallLimit("mail.account")
        )

    public static let verifyAddress =
        Method<VerifyAddressRequest, VerifyAddressResponse>(
            service: "rollcall.v1.AccountService",
            name: "VerifyAddress",
            kind: .unary,
            access: .owner,
            limit: CallLimit("session")
        )

    public static let requestPasswordReset =
        Method<RequestPasswordResetRequest, RequestPasswordResetResponse>(
            service: "rollcall.v1.AccountService",
            name: "RequestPasswordReset",
            kind: .unary,
            access: .anyone,
            limit: CallLimit("mail.address")
        )

    public static let resetPassword =
        Method<ResetPasswordRequest, ResetPasswordResponse>(
            service: "rollcall.v1.AccountService",
            name: "ResetPassword",
            kind: .unary,
            access: .anyone,
            limit: CallLimit("address")
        )

    public static let describeLink =
        Method<DescribeLinkRequest, DescribeLinkResponse>(
            service: "rollcall.v1.AccountService",
            name: "DescribeLink",
            kind: .unary,
            access: .anyone,
            isRepeatable: true
        )

    public static let startAddressChange =
        Method<StartAddressChangeRequest, StartAddressChangeResponse>(
            service: "rollcall.v1.AccountService",
            name: "StartAddressChange",
            kind: .unary,
            access: .owner,
            limit: CallLimit("confirm.account")
        )

    public static let confirmAddressChange =
        Method<ConfirmAddressChangeRequest, ConfirmAddressChangeResponse>(
            service: "rollcall.v1.AccountService",
            name: "ConfirmAddressChange",
            kind: .unary,
            access: .owner,
            limit: CallLimit("session")
        )

    public static let followLink =
        Method<FollowLinkRequest, FollowLinkResponse>(
            service: "rollcall.v1.AccountService",
            name: "FollowLink",
            kind: .unary,
            access: .anyone,
            limit: CallLimit("address")
        )

    /// The limits of which the server counts the calls.
    public static let limits: [CallLimit] = [setLocale.limit].compactMap(\.self)
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
}

/// Calls `AccountService`.
public struct AccountServiceClient: Sendable {
    private let client: any RPCClient

    public init(_ client: any RPCClient) {
        self.client = client
    }

    /// Returns the caller's account.
    public func getAccount(
        _ request: GetAccountRequest,
        options: CallOptions = CallOptions()
    ) async throws -> GetAccountResponse {
        try await client.unary(AccountServiceMethods.getAccount, request, options)
    }

    /// Sets the language of the mails to the caller.
    ///
    /// Errors: INVALID_ARGUMENT (FIELD_MALFORMED).
    public func setLocale(
        _ request: SetLocaleRequest,
        options: CallOptions = CallOptions()
    ) async throws -> SetLocaleResponse {
        try await client.unary(AccountServiceMethods.setLocale, request, options)
    }

    /// Changes the caller's password and ends all of the caller's sessions except this one.
    ///
    /// Errors: PERMISSION_DENIED (WRONG_CREDENTIALS) when the current password is wrong;
    /// INVALID_ARGUMENT with one violation for each rule that the new password breaks;
    /// RESOURCE_EXHAUSTED (TOO_MANY_ATTEMPTS, with `retry_after_ms`) for too many wrong passwords
    /// or codes in the caller's session, or too many correct ones for the account.
    public func changePassword(
        _ request: ChangePasswordRequest,
        options: CallOptions = CallOptions()
    ) async throws -> ChangePasswordResponse {
        try await client.unary(AccountServiceMethods.changePassword, request, options)
    }

    /// Sends a code and a link to the caller's e-mail address, which prove that the owner reads
    /// mail there. A sign-up sends the same mail. Nothing is sent when the address is already
    /// verified.
    ///
    /// Errors: RESOURCE_EXHAUSTED (TOO_MANY_ATTEMPTS, with `retry_after_ms`) when the account has
    /// requested too many mails recently, or accounts have sent too many to the mailbox.
    public func sendVerification(
        _ request: SendVerificationRequest,
        options: CallOptions = CallOptions()
    ) async throws -> SendVerificationResponse {
        try await client.unary(AccountServiceMethods.sendVerification, request, options)
    }

    /// Verifies the caller's e-mail address by the code of a mail.
    ///
    /// Errors: INVALID_ARGUMENT (CODE_WRONG); NOT_FOUND (CODE_EXPIRED) for a code that was used,
    /// has become invalid, was tried too often, or was never sent: the answer is the same;
    /// RESOURCE_EXHAUSTED (TOO_MANY_ATTEMPTS, with `retry_after_ms`) for too many wrong codes or
    /// passwords in the caller's session.
    public func verifyAddress(
        _ request: VerifyAddressRequest,
        options: CallOptions = CallOptions()
    ) async throws -> VerifyAddressResponse {
        try await client.unary(AccountServiceMethods.verifyAddress, request, options)
    }

    /// Sends a code and a link for choosing a new password to an e-mail address, if an account has
    /// it. The answer is the same if no account has it.
    ///
    /// Errors: INVALID_ARGUMENT for an invalid e-mail address or language tag; RESOURCE_EXHAUSTED
    /// (TOO_MANY_ATTEMPTS, with `retry_after_ms`) for too many requests from the caller's address
    /// or on a known device.
    public func requestPasswordReset(
        _ request: RequestPasswordResetRequest,
        options: CallOptions = CallOptions()
    ) async throws -> RequestPasswordResetResponse {
        try await client.unary(AccountServiceMethods.requestPasswordReset, request, options)
    }

    /// Gives an account another password and ends all of its sessions. This also verifies its
    /// e-mail address. If an administrator requires the password to be replaced, the same password
    /// is refused (PASSWORD_UNCHANGED).
    ///
    /// Errors: INVALID_ARGUMENT with one violation for each rule that the new password breaks, or
    /// with CODE_WRONG, also for a code that was used or has become invalid, and if the account
    /// does not exist; NOT_FOUND with CODE_EXPIRED after five attempts or when the time is over, or
    /// with LINK_INVALID; RESOURCE_EXHAUSTED (TOO_MANY_ATTEMPTS, with `retry_after_ms`) for too
    /// many attempts from the caller's address.
    public func resetPassword(
        _ request: ResetPasswordRequest,
        options: CallOptions = CallOptions()
    ) async throws -> ResetPasswordResponse {
        try await client.unary(AccountServiceMethods.resetPassword, request, options)
    }

    /// Returns the purpose of a link, so that a page can show it and ask the user. Nothing is used
    /// up.
    ///
    /// Errors: NOT_FOUND (LINK_INVALID); RESOURCE_EXHAUSTED (TOO_MANY_ATTEMPTS, with
    /// `retry_after_ms`).
    public func describeLink(
        _ request: DescribeLinkRequest,
        options: CallOptions = CallOptions()
    ) async throws -> DescribeLinkResponse {
        try await client.unary(AccountServiceMethods.describeLink, request, options)
    }

    /// Begins to change the caller's e-mail address. Sends a code to the new address, and another
    /// one to the old address if that is verified. The answer is the same when another account has
    /// the new address. The owner of that account is then told by mail instead.
    ///
    /// Errors: PERMISSION_DENIED (WRONG_CREDENTIALS) when the password is wrong; INVALID_ARGUMENT
    /// for an invalid e-mail address, or the account's own; RESOURCE_EXHAUSTED (TOO_MANY_ATTEMPTS,
    /// with `retry_after_ms`) for too many wrong passwords or codes in the caller's session, for
    /// too many correct passwords for the account, when the account has requested too many mails
    /// recently, or when accounts have sent too many to the new mailbox.
    public func startAddressChange(
        _ request: StartAddressChangeRequest,
        options: CallOptions = CallOptions()
    ) async throws -> StartAddressChangeResponse {
        try await client.unary(AccountServiceMethods.startAddressChange, request, options)
    }

    /// Changes the caller's e-mail address and ends all of the caller's sessions except this one.
    /// If the old address was verified, it gets a link that undoes the change. The link is valid
    /// for seven days, in which no other account can have the old address. The new address gets a
    /// mail that says so.
    ///
    /// Errors: INVALID_ARGUMENT with CODE_WRONG for each wrong code; NOT_FOUND (CODE_EXPIRED) when
    /// the change has to be started again; RESOURCE_EXHAUSTED (TOO_MANY_ATTEMPTS, with
    /// `retry_after_ms`) for too many wrong codes or passwords in the caller's session.
    public func confirmAddressChange(
        _ request: ConfirmAddressChangeRequest,
        options: CallOptions = CallOptions()
    ) async throws -> ConfirmAddressChangeResponse {
        try await client.unary(AccountServiceMethods.confirmAddressChange, request, options)
    }

    /// Carries out what a link is for. A page calls it after its reader has confirmed, never when
    /// it is loaded: mail scanners load links.
    ///
    /// Undoing a change of the e-mail address also ends all of the account's sessions and removes
    /// its password. A mail with a code and a link for choosing another password is sent at once.
    /// The address that the account no longer has is told by mail.
    ///
    /// Errors: NOT_FOUND (LINK_INVALID); FAILED_PRECONDITION (FIELD_MISSING) for a link that needs
    /// a new password: use ResetPassword; RESOURCE_EXHAUSTED (TOO_MANY_ATTEMPTS, with
    /// `retry_after_ms`).
    public func followLink(
        _ request: FollowLinkRequest,
        options: CallOptions = CallOptions()
    ) async throws -> FollowLinkResponse {
        try await client.unary(AccountServiceMethods.followLink, request, options)
    }
}
