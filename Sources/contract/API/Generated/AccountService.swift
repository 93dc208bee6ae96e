// swift-format-ignore-file
// Generated from rollcall/v1/account.proto by proto/generate.sh. Do not edit.

import RollcallRPC
import RollcallWire

/// What users do with their own accounts. Important changes ask for a fresh proof
/// (`Reauthentication`), as a session can be in the wrong hands, or for a proof from a mail to an
/// e-mail address of the account: a code of eight digits to type in, or a link.
///
/// An account can have several e-mail addresses, or none, and a password or none. Each verified
/// address can be used for signing in and for resetting the password. One address is the primary:
/// mails go to it, and mails about changes of addresses to all that are verified. Only the address
/// of the sign-up can be unverified, and it is then the only one.
///
/// A code is valid for one use and one purpose. At most five attempts are accepted. It becomes
/// invalid when its time is over, when the same caller asks for another, and when the password or
/// the primary address is changed. A link can be used instead of the code. Reading the link's
/// purpose does not use it up. If the deployment has no page for links, the mail shows the
/// `link_token`, to be typed in.
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

    /// Changes the caller's password and ends all of the caller's sessions except this one. An
    /// account without a password gets its first one.
    ///
    /// Errors: those of `Reauthentication`; INVALID_ARGUMENT with one violation for each rule that
    /// the new password breaks.
    func changePassword(
        _ request: ChangePasswordRequest,
        context: CallContext
    ) async throws -> ChangePasswordResponse

    /// Sends a code and a link to the caller's primary e-mail address, which prove that the owner
    /// reads mail there. A sign-up sends the same mail. Nothing is sent when the address is already
    /// verified, and to an account without an address.
    ///
    /// Errors: RESOURCE_EXHAUSTED (TOO_MANY_ATTEMPTS, with `retry_after_ms`) when the account has
    /// requested too many mails recently, or accounts have sent too many to the mailbox.
    func sendVerification(
        _ request: SendVerificationRequest,
        context: CallContext
    ) async throws -> SendVerificationResponse

    /// Verifies an e-mail address of the caller by the code of a mail: the primary one, or the one
    /// that AddAddress has mailed to, which the account has from then on.
    ///
    /// Errors: INVALID_ARGUMENT (CODE_WRONG); NOT_FOUND (CODE_EXPIRED) for a code that was used,
    /// has become invalid, was tried too often, or was never sent, and when another account has
    /// verified the address meanwhile: the answer is the same; RESOURCE_EXHAUSTED
    /// (TOO_MANY_ATTEMPTS, with `retry_after_ms`) for too many wrong codes or passwords in the
    /// caller's session.
    func verifyAddress(
        _ request: VerifyAddressRequest,
        context: CallContext
    ) async throws -> VerifyAddressResponse

    /// Sends a code to the caller's primary e-mail address, for `Reauthentication.mailed_code`.
    /// Nothing is sent when the account has no verified address. The code is good in every session
    /// of the account, once. Another call ends the code of the one before.
    ///
    /// Errors: RESOURCE_EXHAUSTED (TOO_MANY_ATTEMPTS, with `retry_after_ms`) when the account has
    /// requested too many mails recently.
    func sendReauthentication(
        _ request: SendReauthenticationRequest,
        context: CallContext
    ) async throws -> SendReauthenticationResponse

    /// Begins to add an e-mail address to the caller's account: sends a code to it. VerifyAddress
    /// with the code and the address adds it. Until then the account does not have it. The answer
    /// is the same when another account has the address. The owner of that account then gets a mail
    /// that says so. Another call ends the code of the one before, also for another address.
    ///
    /// Errors: those of `Reauthentication`; INVALID_ARGUMENT for an invalid e-mail address, or
    /// (FIELD_MALFORMED) one that the account has; RESOURCE_EXHAUSTED (TOO_MANY) for an account
    /// with 10 addresses, and (TOO_MANY_ATTEMPTS, with `retry_after_ms`) when the account has
    /// requested too many mails recently, or accounts have sent too many to the mailbox.
    func addAddress(
        _ request: AddAddressRequest,
        context: CallContext
    ) async throws -> AddAddressResponse

    /// Makes a verified e-mail address of the caller the primary one, and ends all of the caller's
    /// sessions except this one. The former primary address stays with the account, and gets a link
    /// that undoes it, as after a change of the address (`ConfirmAddressChange`). The other
    /// addresses get a mail that says so. The address that is primary already is no error, and
    /// nothing happens.
    ///
    /// Errors: those of `Reauthentication`; NOT_FOUND (ADDRESS_NOT_FOUND) when the account does not
    /// have the address; RESOURCE_EXHAUSTED (TOO_MANY_ATTEMPTS, with `retry_after_ms`) when the
    /// account has requested too many mails recently.
    func makeAddressPrimary(
        _ request: MakeAddressPrimaryRequest,
        context: CallContext
    ) async throws -> MakeAddressPrimaryResponse

    /// Takes an e-mail address from the caller's account. All addresses that the account had get a
    /// mail that says so. Only a primary one that is verified gets a link that undoes it, as after
    /// a change of the address (`ConfirmAddressChange`): by such a link, an address that a thief
    /// had added would take the account from its owner.
    ///
    /// Errors: those of `Reauthentication`; NOT_FOUND (ADDRESS_NOT_FOUND) when the account does not
    /// have the address; FAILED_PRECONDITION with ADDRESS_IS_PRIMARY when it is the primary one and
    /// there are others, or with LAST_CREDENTIAL when nobody could sign in to the account without
    /// it; UNAVAILABLE when this depends on the display name and Profile does not answer.
    func removeAddress(
        _ request: RemoveAddressRequest,
        context: CallContext
    ) async throws -> RemoveAddressResponse

    /// Says how hard a password is to guess, before a form is sent. It is not stored or logged.
    func checkPassword(
        _ request: CheckPasswordRequest,
        context: CallContext
    ) async throws -> CheckPasswordResponse

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

    /// Gives an account another password, or its first one, and ends all of its sessions. This also
    /// verifies the e-mail address that the mail went to. If an administrator requires the password
    /// to be replaced, the same password is refused (PASSWORD_UNCHANGED).
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

    /// Begins to change the caller's primary e-mail address for another one. Sends a code to the
    /// new address, and another one to the old address if that is verified. The answer is the same
    /// when another account has the new address. The owner of that account then gets a mail that
    /// says so.
    ///
    /// Errors: those of `Reauthentication`; INVALID_ARGUMENT for an invalid e-mail address, or
    /// (FIELD_MALFORMED) one that the account has; RESOURCE_EXHAUSTED (TOO_MANY_ATTEMPTS, with
    /// `retry_after_ms`) when the account has requested too many mails recently, or accounts have
    /// sent too many to the new mailbox.
    func startAddressChange(
        _ request: StartAddressChangeRequest,
        context: CallContext
    ) async throws -> StartAddressChangeResponse

    /// Changes the caller's primary e-mail address and ends all of the caller's sessions except
    /// this one. If the old address was verified, it gets a link that undoes the change. The link
    /// is valid for seven days, in which no other account can have the old address. Nothing undoes
    /// the return to such an address. The new address and the others get a mail that says so.
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
    /// Undoing a change of the primary address, or its removal, makes that address the account's
    /// only one. It also ends all of the account's sessions and removes its password. A mail with a
    /// code and a link for choosing another password is sent at once. The addresses that the
    /// account no longer has are told by mail.
    ///
    /// Errors: NOT_FOUND (LINK_INVALID), also for verifying the address of an account that has an
    /// identity, a passkey or a second factor: for that, enter the code of the mail in a session;
    /// FAILED_PRECONDITION (FIELD_MISSING) for a link that needs a new password: use ResetPassword;
    /// RESOURCE_EXHAUSTED (TOO_MANY_ATTEMPTS, with `retry_after_ms`).
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
            maximumRequestSize: 8192,
            asksForFactor: true
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

    public static let sendReauthentication =
        Method<SendReauthenticationRequest, SendReauthenticationResponse>(
            service: "rollcall.v1.AccountService",
            name: "SendReauthentication",
            kind: .unary,
            access: .owner,
            limit: CallLimit("mail.account")
        )

    public static let addAddress =
        Method<AddAddressRequest, AddAddressResponse>(
            service: "rollcall.v1.AccountService",
            name: "AddAddress",
            kind: .unary,
            access: .owner,
            limit: CallLimit("confirm.account"),
            asksForFactor: true
        )

    public static let makeAddressPrimary =
        Method<MakeAddressPrimaryRequest, MakeAddressPrimaryResponse>(
            service: "rollcall.v1.AccountService",
            name: "MakeAddressPrimary",
            kind: .unary,
            access: .owner,
            limit: CallLimit("confirm.account"),
            acceptsFreshSession: true,
            asksForFactor: true
        )

    public static let removeAddress =
        Method<RemoveAddressRequest, RemoveAddressResponse>(
            service: "rollcall.v1.AccountService",
            name: "RemoveAddress",
            kind: .unary,
            access: .owner,
            limit: CallLimit("confirm.account"),
            acceptsFreshSession: true,
            asksForFactor: true
        )

    public static let checkPassword =
        Method<CheckPasswordRequest, CheckPasswordResponse>(
            service: "rollcall.v1.AccountService",
            name: "CheckPassword",
            kind: .unary,
            access: .anyone,
            limit: CallLimit("password-check.address", RateLimit(120, per: .seconds(60), burst: 120)),
            maximumRequestSize: 8192,
            isRepeatable: true
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
            limit: CallLimit("confirm.account"),
            asksForFactor: true
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
    public static let limits: [CallLimit] = [
        setLocale.limit,
        checkPassword.limit
    ].compactMap(\.self)
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
        unary(AccountServiceMethods.sendReauthentication) {
            try await service.sendReauthentication($0, context: $1)
        }
        unary(AccountServiceMethods.addAddress) {
            try await service.addAddress($0, context: $1)
        }
        unary(AccountServiceMethods.makeAddressPrimary) {
            try await service.makeAddressPrimary($0, context: $1)
        }
        unary(AccountServiceMethods.removeAddress) {
            try await service.removeAddress($0, context: $1)
        }
        unary(AccountServiceMethods.checkPassword) {
            try await service.checkPassword($0, context: $1)
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

    /// Changes the caller's password and ends all of the caller's sessions except this one. An
    /// account without a password gets its first one.
    ///
    /// Errors: those of `Reauthentication`; INVALID_ARGUMENT with one violation for each rule that
    /// the new password breaks.
    public func changePassword(
        _ request: ChangePasswordRequest,
        options: CallOptions = CallOptions()
    ) async throws -> ChangePasswordResponse {
        try await client.unary(AccountServiceMethods.changePassword, request, options)
    }

    /// Sends a code and a link to the caller's primary e-mail address, which prove that the owner
    /// reads mail there. A sign-up sends the same mail. Nothing is sent when the address is already
    /// verified, and to an account without an address.
    ///
    /// Errors: RESOURCE_EXHAUSTED (TOO_MANY_ATTEMPTS, with `retry_after_ms`) when the account has
    /// requested too many mails recently, or accounts have sent too many to the mailbox.
    public func sendVerification(
        _ request: SendVerificationRequest,
        options: CallOptions = CallOptions()
    ) async throws -> SendVerificationResponse {
        try await client.unary(AccountServiceMethods.sendVerification, request, options)
    }

    /// Verifies an e-mail address of the caller by the code of a mail: the primary one, or the one
    /// that AddAddress has mailed to, which the account has from then on.
    ///
    /// Errors: INVALID_ARGUMENT (CODE_WRONG); NOT_FOUND (CODE_EXPIRED) for a code that was used,
    /// has become invalid, was tried too often, or was never sent, and when another account has
    /// verified the address meanwhile: the answer is the same; RESOURCE_EXHAUSTED
    /// (TOO_MANY_ATTEMPTS, with `retry_after_ms`) for too many wrong codes or passwords in the
    /// caller's session.
    public func verifyAddress(
        _ request: VerifyAddressRequest,
        options: CallOptions = CallOptions()
    ) async throws -> VerifyAddressResponse {
        try await client.unary(AccountServiceMethods.verifyAddress, request, options)
    }

    /// Sends a code to the caller's primary e-mail address, for `Reauthentication.mailed_code`.
    /// Nothing is sent when the account has no verified address. The code is good in every session
    /// of the account, once. Another call ends the code of the one before.
    ///
    /// Errors: RESOURCE_EXHAUSTED (TOO_MANY_ATTEMPTS, with `retry_after_ms`) when the account has
    /// requested too many mails recently.
    public func sendReauthentication(
        _ request: SendReauthenticationRequest,
        options: CallOptions = CallOptions()
    ) async throws -> SendReauthenticationResponse {
        try await client.unary(AccountServiceMethods.sendReauthentication, request, options)
    }

    /// Begins to add an e-mail address to the caller's account: sends a code to it. VerifyAddress
    /// with the code and the address adds it. Until then the account does not have it. The answer
    /// is the same when another account has the address. The owner of that account then gets a mail
    /// that says so. Another call ends the code of the one before, also for another address.
    ///
    /// Errors: those of `Reauthentication`; INVALID_ARGUMENT for an invalid e-mail address, or
    /// (FIELD_MALFORMED) one that the account has; RESOURCE_EXHAUSTED (TOO_MANY) for an account
    /// with 10 addresses, and (TOO_MANY_ATTEMPTS, with `retry_after_ms`) when the account has
    /// requested too many mails recently, or accounts have sent too many to the mailbox.
    public func addAddress(
        _ request: AddAddressRequest,
        options: CallOptions = CallOptions()
    ) async throws -> AddAddressResponse {
        try await client.unary(AccountServiceMethods.addAddress, request, options)
    }

    /// Makes a verified e-mail address of the caller the primary one, and ends all of the caller's
    /// sessions except this one. The former primary address stays with the account, and gets a link
    /// that undoes it, as after a change of the address (`ConfirmAddressChange`). The other
    /// addresses get a mail that says so. The address that is primary already is no error, and
    /// nothing happens.
    ///
    /// Errors: those of `Reauthentication`; NOT_FOUND (ADDRESS_NOT_FOUND) when the account does not
    /// have the address; RESOURCE_EXHAUSTED (TOO_MANY_ATTEMPTS, with `retry_after_ms`) when the
    /// account has requested too many mails recently.
    public func makeAddressPrimary(
        _ request: MakeAddressPrimaryRequest,
        options: CallOptions = CallOptions()
    ) async throws -> MakeAddressPrimaryResponse {
        try await client.unary(AccountServiceMethods.makeAddressPrimary, request, options)
    }

    /// Takes an e-mail address from the caller's account. All addresses that the account had get a
    /// mail that says so. Only a primary one that is verified gets a link that undoes it, as after
    /// a change of the address (`ConfirmAddressChange`): by such a link, an address that a thief
    /// had added would take the account from its owner.
    ///
    /// Errors: those of `Reauthentication`; NOT_FOUND (ADDRESS_NOT_FOUND) when the account does not
    /// have the address; FAILED_PRECONDITION with ADDRESS_IS_PRIMARY when it is the primary one and
    /// there are others, or with LAST_CREDENTIAL when nobody could sign in to the account without
    /// it; UNAVAILABLE when this depends on the display name and Profile does not answer.
    public func removeAddress(
        _ request: RemoveAddressRequest,
        options: CallOptions = CallOptions()
    ) async throws -> RemoveAddressResponse {
        try await client.unary(AccountServiceMethods.removeAddress, request, options)
    }

    /// Says how hard a password is to guess, before a form is sent. It is not stored or logged.
    public func checkPassword(
        _ request: CheckPasswordRequest,
        options: CallOptions = CallOptions()
    ) async throws -> CheckPasswordResponse {
        try await client.unary(AccountServiceMethods.checkPassword, request, options)
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

    /// Gives an account another password, or its first one, and ends all of its sessions. This also
    /// verifies the e-mail address that the mail went to. If an administrator requires the password
    /// to be replaced, the same password is refused (PASSWORD_UNCHANGED).
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

    /// Begins to change the caller's primary e-mail address for another one. Sends a code to the
    /// new address, and another one to the old address if that is verified. The answer is the same
    /// when another account has the new address. The owner of that account then gets a mail that
    /// says so.
    ///
    /// Errors: those of `Reauthentication`; INVALID_ARGUMENT for an invalid e-mail address, or
    /// (FIELD_MALFORMED) one that the account has; RESOURCE_EXHAUSTED (TOO_MANY_ATTEMPTS, with
    /// `retry_after_ms`) when the account has requested too many mails recently, or accounts have
    /// sent too many to the new mailbox.
    public func startAddressChange(
        _ request: StartAddressChangeRequest,
        options: CallOptions = CallOptions()
    ) async throws -> StartAddressChangeResponse {
        try await client.unary(AccountServiceMethods.startAddressChange, request, options)
    }

    /// Changes the caller's primary e-mail address and ends all of the caller's sessions except
    /// this one. If the old address was verified, it gets a link that undoes the change. The link
    /// is valid for seven days, in which no other account can have the old address. Nothing undoes
    /// the return to such an address. The new address and the others get a mail that says so.
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
    /// Undoing a change of the primary address, or its removal, makes that address the account's
    /// only one. It also ends all of the account's sessions and removes its password. A mail with a
    /// code and a link for choosing another password is sent at once. The addresses that the
    /// account no longer has are told by mail.
    ///
    /// Errors: NOT_FOUND (LINK_INVALID), also for verifying the address of an account that has an
    /// identity, a passkey or a second factor: for that, enter the code of the mail in a session;
    /// FAILED_PRECONDITION (FIELD_MISSING) for a link that needs a new password: use ResetPassword;
    /// RESOURCE_EXHAUSTED (TOO_MANY_ATTEMPTS, with `retry_after_ms`).
    public func followLink(
        _ request: FollowLinkRequest,
        options: CallOptions = CallOptions()
    ) async throws -> FollowLinkResponse {
        try await client.unary(AccountServiceMethods.followLink, request, options)
    }
}
