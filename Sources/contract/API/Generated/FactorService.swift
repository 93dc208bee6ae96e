// swift-format-ignore-file
// Generated from rollcall/v1/factor.proto by proto/generate.sh. Do not edit.

import RollcallRPC
import RollcallWire

/// The second factor of an account: codes of an authenticator app (TOTP, RFC 6238: SHA-1, six
/// digits, 30 seconds), and ten recovery codes for the day on which the app is lost.
///
/// An account with a factor needs one of these codes after every sign-in with a password, an
/// identity or a mailed code (`PendingSignIn`), and with every important change: the RPCs that say
/// `asks_for_factor` in the contract.
///
/// Errors: every RPC can also fail with UNAUTHENTICATED (no valid access token, or SESSION_ENDED),
/// RESOURCE_EXHAUSTED (NO_SPACE; beyond the RPC's `rate` TOO_MANY_ATTEMPTS, with `retry_after_ms`),
/// UNAVAILABLE (OVERLOADED, with `retry_after_ms`) and DEADLINE_EXCEEDED.
public protocol FactorService: Sendable {
    /// Returns which factors the caller's account has.
    func getFactors(
        _ request: GetFactorsRequest,
        context: CallContext
    ) async throws -> GetFactorsResponse

    /// Makes a secret for an authenticator app. The account has no factor before ConfirmTotp.
    /// Another call ends the secret of the one before.
    ///
    /// Errors: those of `Reauthentication`; FAILED_PRECONDITION (FACTOR_EXISTS) for an account that
    /// has the factor.
    func startTotp(
        _ request: StartTotpRequest,
        context: CallContext
    ) async throws -> StartTotpResponse

    /// Gives the account the factor, by a code of the app. The owner is sent a mail.
    ///
    /// Errors: INVALID_ARGUMENT (FACTOR_WRONG); NOT_FOUND (CODE_EXPIRED) for a secret that was
    /// confirmed, is older than 15 minutes, or was never made; RESOURCE_EXHAUSTED
    /// (TOO_MANY_ATTEMPTS, with `retry_after_ms`) for too many wrong codes in the session.
    func confirmTotp(
        _ request: ConfirmTotpRequest,
        context: CallContext
    ) async throws -> ConfirmTotpResponse

    /// Takes the factor and its recovery codes from the account. The owner is sent a mail.
    ///
    /// Errors: those of `Reauthentication`; NOT_FOUND (FACTOR_NOT_FOUND).
    func removeTotp(
        _ request: RemoveTotpRequest,
        context: CallContext
    ) async throws -> RemoveTotpResponse

    /// Makes ten new recovery codes. The earlier ones are no longer valid.
    ///
    /// Errors: those of `Reauthentication`; NOT_FOUND (FACTOR_NOT_FOUND).
    func makeRecoveryCodes(
        _ request: MakeRecoveryCodesRequest,
        context: CallContext
    ) async throws -> MakeRecoveryCodesResponse
}

/// The RPCs of `FactorService`.
public enum FactorServiceMethods {
    public static let getFactors =
        Method<GetFactorsRequest, GetFactorsResponse>(
            service: "rollcall.v1.FactorService",
            name: "GetFactors",
            kind: .unary,
            access: .owner,
            isRepeatable: true
        )

    public static let startTotp =
        Method<StartTotpRequest, StartTotpResponse>(
            service: "rollcall.v1.FactorService",
            name: "StartTotp",
            kind: .unary,
            access: .owner,
            limit: CallLimit("confirm.account")
        )

    public static let confirmTotp =
        Method<ConfirmTotpRequest, ConfirmTotpResponse>(
            service: "rollcall.v1.FactorService",
            name: "ConfirmTotp",
            kind: .unary,
            access: .owner,
            limit: CallLimit("session")
        )

    public static let removeTotp =
        Method<RemoveTotpRequest, RemoveTotpResponse>(
            service: "rollcall.v1.FactorService",
            name: "RemoveTotp",
            kind: .unary,
            access: .owner,
            limit: CallLimit("confirm.account"),
            asksForFactor: true
        )

    public static let makeRecoveryCodes =
        Method<MakeRecoveryCodesRequest, MakeRecoveryCodesResponse>(
            service: "rollcall.v1.FactorService",
            name: "MakeRecoveryCodes",
            kind: .unary,
            access: .owner,
            limit: CallLimit("confirm.account"),
            asksForFactor: true
        )
}

extension Router {
    /// Serves the RPCs of `FactorService`.
    public mutating func add(_ service: some FactorService) {
        unary(FactorServiceMethods.getFactors) {
            try await service.getFactors($0, context: $1)
        }
        unary(FactorServiceMethods.startTotp) {
            try await service.startTotp($0, context: $1)
        }
        unary(FactorServiceMethods.confirmTotp) {
            try await service.confirmTotp($0, context: $1)
        }
        unary(FactorServiceMethods.removeTotp) {
            try await service.removeTotp($0, context: $1)
        }
        unary(FactorServiceMethods.makeRecoveryCodes) {
            try await service.makeRecoveryCodes($0, context: $1)
        }
    }
}

/// Calls `FactorService`.
public struct FactorServiceClient: Sendable {
    private let client: any RPCClient

    public init(_ client: any RPCClient) {
        self.client = client
    }

    /// Returns which factors the caller's account has.
    public func getFactors(
        _ request: GetFactorsRequest,
        options: CallOptions = CallOptions()
    ) async throws -> GetFactorsResponse {
        try await client.unary(FactorServiceMethods.getFactors, request, options)
    }

    /// Makes a secret for an authenticator app. The account has no factor before ConfirmTotp.
    /// Another call ends the secret of the one before.
    ///
    /// Errors: those of `Reauthentication`; FAILED_PRECONDITION (FACTOR_EXISTS) for an account that
    /// has the factor.
    public func startTotp(
        _ request: StartTotpRequest,
        options: CallOptions = CallOptions()
    ) async throws -> StartTotpResponse {
        try await client.unary(FactorServiceMethods.startTotp, request, options)
    }

    /// Gives the account the factor, by a code of the app. The owner is sent a mail.
    ///
    /// Errors: INVALID_ARGUMENT (FACTOR_WRONG); NOT_FOUND (CODE_EXPIRED) for a secret that was
    /// confirmed, is older than 15 minutes, or was never made; RESOURCE_EXHAUSTED
    /// (TOO_MANY_ATTEMPTS, with `retry_after_ms`) for too many wrong codes in the session.
    public func confirmTotp(
        _ request: ConfirmTotpRequest,
        options: CallOptions = CallOptions()
    ) async throws -> ConfirmTotpResponse {
        try await client.unary(FactorServiceMethods.confirmTotp, request, options)
    }

    /// Takes the factor and its recovery codes from the account. The owner is sent a mail.
    ///
    /// Errors: those of `Reauthentication`; NOT_FOUND (FACTOR_NOT_FOUND).
    public func removeTotp(
        _ request: RemoveTotpRequest,
        options: CallOptions = CallOptions()
    ) async throws -> RemoveTotpResponse {
        try await client.unary(FactorServiceMethods.removeTotp, request, options)
    }

    /// Makes ten new recovery codes. The earlier ones are no longer valid.
    ///
    /// Errors: those of `Reauthentication`; NOT_FOUND (FACTOR_NOT_FOUND).
    public func makeRecoveryCodes(
        _ request: MakeRecoveryCodesRequest,
        options: CallOptions = CallOptions()
    ) async throws -> MakeRecoveryCodesResponse {
        try await client.unary(FactorServiceMethods.makeRecoveryCodes, request, options)
    }
}
