import Foundation
import RollcallAPI
import RollcallWire
import TestSupport
import Testing

@testable import RollcallApp

/// Messages of the library for apps against those of the services, whose codec is protobuf-c.
struct PeerCodecTests {
    @Test func everyMessageForAppsHasAPeer() throws {
        let folder = URL(filePath: #filePath).appending(
            path: "../../../../../Sources/client/app/Sources/RollcallApp/Generated"
        ).standardized
        let files = try FileManager.default.contentsOfDirectory(
            at: folder, includingPropertiesForKeys: nil)
        let names = try files.flatMap { file in
            try String(contentsOf: file, encoding: .utf8).matches(
                of: /public struct (\w+): Message/
            )
            .map { String($0.1) }
        }
        #expect(Set(names) == Set(Self.pairs.map(\.name)))
        #expect(names.count > 80)
    }

    @Test(arguments: pairs) func whatOneWritesTheOtherReads(_ pair: Pair) throws {
        var numbers = TestNumbers(
            seed: UInt64(pair.name.utf8.reduce(7) { $0 &* 31 &+ Int($1) }.magnitude))
        for _ in 0..<200 { try pair.exchange(&numbers) }
    }

    /// They differ only where a field comes twice: protobuf-c does not look at a text that another
    /// one replaces, and loses or refuses parts of a message that comes in two.
    @Test(arguments: pairs) func damagedBytesMeanTheSameToBoth(_ pair: Pair) throws {
        var numbers = TestNumbers(seed: .random(in: 0 ... .max))
        var differences = 0
        for _ in 0..<500 where try !pair.exchangeDamaged(&numbers) { differences += 1 }
        #expect(differences < 25)
    }

    /// A message of the library, and the one of the same name of the services.
    struct Pair: Sendable, CustomTestStringConvertible {
        let name: String
        let exchange: @Sendable (inout TestNumbers) throws -> Void
        /// Returns whether both read the same, or refuse the bytes.
        let exchangeDamaged: @Sendable (inout TestNumbers) throws -> Bool
        var testDescription: String { name }

        init<Own: RollcallApp.Message, Peer: RollcallWire.Message>(_: Own.Type, _: Peer.Type) {
            name = "\(Own.self)"
            exchange = { numbers in
                let own = RandomFields.message(Own.self, &numbers)
                let bytes = own.encoded()
                let peer = try Peer(serialized: bytes)
                // The same fields in the same order.
                #expect(peer.serialized() == bytes)
                #expect(try Own(decoding: peer.serialized()) == own)
            }
            exchangeDamaged = { numbers in
                let bytes = damaged(
                    RandomFields.message(Own.self, &numbers).encoded(), &numbers)
                let own = (try? Own(decoding: bytes))?.encoded()
                let peer = (try? Peer(serialized: bytes))?.serialized()
                return own == peer
            }
        }
    }

    private static let pairs: [Pair] = [
        Pair(RollcallApp.AccountInfo.self, RollcallAPI.AccountInfo.self),
        Pair(RollcallApp.AddAddressRequest.self, RollcallAPI.AddAddressRequest.self),
        Pair(RollcallApp.AddAddressResponse.self, RollcallAPI.AddAddressResponse.self),
        Pair(RollcallApp.Address.self, RollcallAPI.Address.self),
        Pair(RollcallApp.AuditEntry.self, RollcallAPI.AuditEntry.self),
        Pair(RollcallApp.BatchGetProfilesRequest.self, RollcallAPI.BatchGetProfilesRequest.self),
        Pair(RollcallApp.BatchGetProfilesResponse.self, RollcallAPI.BatchGetProfilesResponse.self),
        Pair(RollcallApp.BlockUserRequest.self, RollcallAPI.BlockUserRequest.self),
        Pair(RollcallApp.BlockUserResponse.self, RollcallAPI.BlockUserResponse.self),
        Pair(RollcallApp.ChangePasswordRequest.self, RollcallAPI.ChangePasswordRequest.self),
        Pair(RollcallApp.ChangePasswordResponse.self, RollcallAPI.ChangePasswordResponse.self),
        Pair(RollcallApp.CheckDisplayNameRequest.self, RollcallAPI.CheckDisplayNameRequest.self),
        Pair(RollcallApp.CheckDisplayNameResponse.self, RollcallAPI.CheckDisplayNameResponse.self),
        Pair(RollcallApp.CheckPasswordRequest.self, RollcallAPI.CheckPasswordRequest.self),
        Pair(RollcallApp.CheckPasswordResponse.self, RollcallAPI.CheckPasswordResponse.self),
        Pair(
            RollcallApp.ConfirmAddressChangeRequest.self,
            RollcallAPI.ConfirmAddressChangeRequest.self),
        Pair(
            RollcallApp.ConfirmAddressChangeResponse.self,
            RollcallAPI.ConfirmAddressChangeResponse.self),
        Pair(RollcallApp.ConfirmTotpRequest.self, RollcallAPI.ConfirmTotpRequest.self),
        Pair(RollcallApp.ConfirmTotpResponse.self, RollcallAPI.ConfirmTotpResponse.self),
        Pair(RollcallApp.ContinueSignInRequest.self, RollcallAPI.ContinueSignInRequest.self),
        Pair(RollcallApp.ContinueSignInResponse.self, RollcallAPI.ContinueSignInResponse.self),
        Pair(RollcallApp.DeleteAccountRequest.self, RollcallAPI.DeleteAccountRequest.self),
        Pair(RollcallApp.DeleteAccountResponse.self, RollcallAPI.DeleteAccountResponse.self),
        Pair(RollcallApp.DeletePhotoRequest.self, RollcallAPI.DeletePhotoRequest.self),
        Pair(RollcallApp.DeletePhotoResponse.self, RollcallAPI.DeletePhotoResponse.self),
        Pair(RollcallApp.DescribeLinkRequest.self, RollcallAPI.DescribeLinkRequest.self),
        Pair(RollcallApp.DescribeLinkResponse.self, RollcallAPI.DescribeLinkResponse.self),
        Pair(RollcallApp.Device.self, RollcallAPI.Device.self),
        Pair(RollcallApp.DownloadPhotoRequest.self, RollcallAPI.DownloadPhotoRequest.self),
        Pair(RollcallApp.DownloadPhotoResponse.self, RollcallAPI.DownloadPhotoResponse.self),
        Pair(RollcallApp.ErrorInfo.self, RollcallAPI.ErrorInfo.self),
        Pair(RollcallApp.ExportAccountRequest.self, RollcallAPI.ExportAccountRequest.self),
        Pair(RollcallApp.ExportAccountResponse.self, RollcallAPI.ExportAccountResponse.self),
        Pair(RollcallApp.FieldVisibility.self, RollcallAPI.FieldVisibility.self),
        Pair(
            RollcallApp.FinishPasskeyRegistrationRequest.self,
            RollcallAPI.FinishPasskeyRegistrationRequest.self),
        Pair(
            RollcallApp.FinishPasskeyRegistrationResponse.self,
            RollcallAPI.FinishPasskeyRegistrationResponse.self),
        Pair(RollcallApp.FollowLinkRequest.self, RollcallAPI.FollowLinkRequest.self),
        Pair(RollcallApp.FollowLinkResponse.self, RollcallAPI.FollowLinkResponse.self),
        Pair(RollcallApp.GetAccountRequest.self, RollcallAPI.GetAccountRequest.self),
        Pair(RollcallApp.GetAccountResponse.self, RollcallAPI.GetAccountResponse.self),
        Pair(
            RollcallApp.GetDeletionReceiptRequest.self, RollcallAPI.GetDeletionReceiptRequest.self),
        Pair(
            RollcallApp.GetDeletionReceiptResponse.self, RollcallAPI.GetDeletionReceiptResponse.self
        ),
        Pair(RollcallApp.GetFactorsRequest.self, RollcallAPI.GetFactorsRequest.self),
        Pair(RollcallApp.GetFactorsResponse.self, RollcallAPI.GetFactorsResponse.self),
        Pair(RollcallApp.GetPresenceRequest.self, RollcallAPI.GetPresenceRequest.self),
        Pair(RollcallApp.GetPresenceResponse.self, RollcallAPI.GetPresenceResponse.self),
        Pair(
            RollcallApp.GetPresenceSettingsRequest.self, RollcallAPI.GetPresenceSettingsRequest.self
        ),
        Pair(
            RollcallApp.GetPresenceSettingsResponse.self,
            RollcallAPI.GetPresenceSettingsResponse.self),
        Pair(RollcallApp.GetProfileRequest.self, RollcallAPI.GetProfileRequest.self),
        Pair(RollcallApp.GetProfileResponse.self, RollcallAPI.GetProfileResponse.self),
        Pair(RollcallApp.GetSessionRequest.self, RollcallAPI.GetSessionRequest.self),
        Pair(RollcallApp.GetSessionResponse.self, RollcallAPI.GetSessionResponse.self),
        Pair(RollcallApp.GetSignInOptionsRequest.self, RollcallAPI.GetSignInOptionsRequest.self),
        Pair(RollcallApp.GetSignInOptionsResponse.self, RollcallAPI.GetSignInOptionsResponse.self),
        Pair(RollcallApp.GoOfflineRequest.self, RollcallAPI.GoOfflineRequest.self),
        Pair(RollcallApp.GoOfflineResponse.self, RollcallAPI.GoOfflineResponse.self),
        Pair(RollcallApp.GoOnlineRequest.self, RollcallAPI.GoOnlineRequest.self),
        Pair(RollcallApp.GoOnlineResponse.self, RollcallAPI.GoOnlineResponse.self),
        Pair(RollcallApp.HeartbeatRequest.self, RollcallAPI.HeartbeatRequest.self),
        Pair(RollcallApp.HeartbeatResponse.self, RollcallAPI.HeartbeatResponse.self),
        Pair(RollcallApp.Identity.self, RollcallAPI.Identity.self),
        Pair(RollcallApp.IdentityProof.self, RollcallAPI.IdentityProof.self),
        Pair(RollcallApp.IdentityProvider.self, RollcallAPI.IdentityProvider.self),
        Pair(RollcallApp.KickDeviceRequest.self, RollcallAPI.KickDeviceRequest.self),
        Pair(RollcallApp.KickDeviceResponse.self, RollcallAPI.KickDeviceResponse.self),
        Pair(RollcallApp.LinkIdentityRequest.self, RollcallAPI.LinkIdentityRequest.self),
        Pair(RollcallApp.LinkIdentityResponse.self, RollcallAPI.LinkIdentityResponse.self),
        Pair(RollcallApp.ListActivityRequest.self, RollcallAPI.ListActivityRequest.self),
        Pair(RollcallApp.ListActivityResponse.self, RollcallAPI.ListActivityResponse.self),
        Pair(RollcallApp.ListBlockedUsersRequest.self, RollcallAPI.ListBlockedUsersRequest.self),
        Pair(RollcallApp.ListBlockedUsersResponse.self, RollcallAPI.ListBlockedUsersResponse.self),
        Pair(RollcallApp.ListDevicesRequest.self, RollcallAPI.ListDevicesRequest.self),
        Pair(RollcallApp.ListDevicesResponse.self, RollcallAPI.ListDevicesResponse.self),
        Pair(RollcallApp.ListIdentitiesRequest.self, RollcallAPI.ListIdentitiesRequest.self),
        Pair(RollcallApp.ListIdentitiesResponse.self, RollcallAPI.ListIdentitiesResponse.self),
        Pair(RollcallApp.ListPasskeysRequest.self, RollcallAPI.ListPasskeysRequest.self),
        Pair(RollcallApp.ListPasskeysResponse.self, RollcallAPI.ListPasskeysResponse.self),
        Pair(RollcallApp.ListSessionsRequest.self, RollcallAPI.ListSessionsRequest.self),
        Pair(RollcallApp.ListSessionsResponse.self, RollcallAPI.ListSessionsResponse.self),
        Pair(RollcallApp.MailedCode.self, RollcallAPI.MailedCode.self),
        Pair(
            RollcallApp.MakeAddressPrimaryRequest.self, RollcallAPI.MakeAddressPrimaryRequest.self),
        Pair(
            RollcallApp.MakeAddressPrimaryResponse.self, RollcallAPI.MakeAddressPrimaryResponse.self
        ),
        Pair(RollcallApp.MakeRecoveryCodesRequest.self, RollcallAPI.MakeRecoveryCodesRequest.self),
        Pair(
            RollcallApp.MakeRecoveryCodesResponse.self, RollcallAPI.MakeRecoveryCodesResponse.self),
        Pair(RollcallApp.NamedUser.self, RollcallAPI.NamedUser.self),
        Pair(RollcallApp.Passkey.self, RollcallAPI.Passkey.self),
        Pair(RollcallApp.PasskeyAssertion.self, RollcallAPI.PasskeyAssertion.self),
        Pair(RollcallApp.PendingAddress.self, RollcallAPI.PendingAddress.self),
        Pair(RollcallApp.PendingSignIn.self, RollcallAPI.PendingSignIn.self),
        Pair(RollcallApp.Photo.self, RollcallAPI.Photo.self),
        Pair(RollcallApp.PhotoSize.self, RollcallAPI.PhotoSize.self),
        Pair(RollcallApp.Presence.self, RollcallAPI.Presence.self),
        Pair(RollcallApp.PresenceCursor.self, RollcallAPI.PresenceCursor.self),
        Pair(RollcallApp.PresenceList.self, RollcallAPI.PresenceList.self),
        Pair(RollcallApp.Profile.self, RollcallAPI.Profile.self),
        Pair(RollcallApp.ProfileWatchCursor.self, RollcallAPI.ProfileWatchCursor.self),
        Pair(RollcallApp.Reauthentication.self, RollcallAPI.Reauthentication.self),
        Pair(RollcallApp.RefreshRequest.self, RollcallAPI.RefreshRequest.self),
        Pair(RollcallApp.RefreshResponse.self, RollcallAPI.RefreshResponse.self),
        Pair(RollcallApp.RemoveAddressRequest.self, RollcallAPI.RemoveAddressRequest.self),
        Pair(RollcallApp.RemoveAddressResponse.self, RollcallAPI.RemoveAddressResponse.self),
        Pair(RollcallApp.RemovePasskeyRequest.self, RollcallAPI.RemovePasskeyRequest.self),
        Pair(RollcallApp.RemovePasskeyResponse.self, RollcallAPI.RemovePasskeyResponse.self),
        Pair(RollcallApp.RemoveTotpRequest.self, RollcallAPI.RemoveTotpRequest.self),
        Pair(RollcallApp.RemoveTotpResponse.self, RollcallAPI.RemoveTotpResponse.self),
        Pair(RollcallApp.ReportProfileRequest.self, RollcallAPI.ReportProfileRequest.self),
        Pair(RollcallApp.ReportProfileResponse.self, RollcallAPI.ReportProfileResponse.self),
        Pair(
            RollcallApp.RequestPasswordResetRequest.self,
            RollcallAPI.RequestPasswordResetRequest.self),
        Pair(
            RollcallApp.RequestPasswordResetResponse.self,
            RollcallAPI.RequestPasswordResetResponse.self),
        Pair(RollcallApp.ResetPasswordRequest.self, RollcallAPI.ResetPasswordRequest.self),
        Pair(RollcallApp.ResetPasswordResponse.self, RollcallAPI.ResetPasswordResponse.self),
        Pair(RollcallApp.RevokeAllSessionsRequest.self, RollcallAPI.RevokeAllSessionsRequest.self),
        Pair(
            RollcallApp.RevokeAllSessionsResponse.self, RollcallAPI.RevokeAllSessionsResponse.self),
        Pair(
            RollcallApp.RevokeOtherSessionsRequest.self, RollcallAPI.RevokeOtherSessionsRequest.self
        ),
        Pair(
            RollcallApp.RevokeOtherSessionsResponse.self,
            RollcallAPI.RevokeOtherSessionsResponse.self),
        Pair(RollcallApp.RevokeSessionRequest.self, RollcallAPI.RevokeSessionRequest.self),
        Pair(RollcallApp.RevokeSessionResponse.self, RollcallAPI.RevokeSessionResponse.self),
        Pair(RollcallApp.SearchProfilesRequest.self, RollcallAPI.SearchProfilesRequest.self),
        Pair(RollcallApp.SearchProfilesResponse.self, RollcallAPI.SearchProfilesResponse.self),
        Pair(
            RollcallApp.SendReauthenticationRequest.self,
            RollcallAPI.SendReauthenticationRequest.self),
        Pair(
            RollcallApp.SendReauthenticationResponse.self,
            RollcallAPI.SendReauthenticationResponse.self),
        Pair(RollcallApp.SendSignInCodeRequest.self, RollcallAPI.SendSignInCodeRequest.self),
        Pair(RollcallApp.SendSignInCodeResponse.self, RollcallAPI.SendSignInCodeResponse.self),
        Pair(RollcallApp.SendVerificationRequest.self, RollcallAPI.SendVerificationRequest.self),
        Pair(RollcallApp.SendVerificationResponse.self, RollcallAPI.SendVerificationResponse.self),
        Pair(RollcallApp.Session.self, RollcallAPI.Session.self),
        Pair(RollcallApp.SessionEnd.self, RollcallAPI.SessionEnd.self),
        Pair(RollcallApp.SetLocaleRequest.self, RollcallAPI.SetLocaleRequest.self),
        Pair(RollcallApp.SetLocaleResponse.self, RollcallAPI.SetLocaleResponse.self),
        Pair(RollcallApp.SignInRequest.self, RollcallAPI.SignInRequest.self),
        Pair(RollcallApp.SignInResponse.self, RollcallAPI.SignInResponse.self),
        Pair(RollcallApp.SignInWithCodeRequest.self, RollcallAPI.SignInWithCodeRequest.self),
        Pair(RollcallApp.SignInWithCodeResponse.self, RollcallAPI.SignInWithCodeResponse.self),
        Pair(
            RollcallApp.SignInWithIdentityRequest.self, RollcallAPI.SignInWithIdentityRequest.self),
        Pair(
            RollcallApp.SignInWithIdentityResponse.self, RollcallAPI.SignInWithIdentityResponse.self
        ),
        Pair(RollcallApp.SignInWithPasskeyRequest.self, RollcallAPI.SignInWithPasskeyRequest.self),
        Pair(
            RollcallApp.SignInWithPasskeyResponse.self, RollcallAPI.SignInWithPasskeyResponse.self),
        Pair(RollcallApp.SignOutRequest.self, RollcallAPI.SignOutRequest.self),
        Pair(RollcallApp.SignOutResponse.self, RollcallAPI.SignOutResponse.self),
        Pair(RollcallApp.SignUpAnonymouslyRequest.self, RollcallAPI.SignUpAnonymouslyRequest.self),
        Pair(
            RollcallApp.SignUpAnonymouslyResponse.self, RollcallAPI.SignUpAnonymouslyResponse.self),
        Pair(RollcallApp.SignUpRequest.self, RollcallAPI.SignUpRequest.self),
        Pair(RollcallApp.SignUpResponse.self, RollcallAPI.SignUpResponse.self),
        Pair(
            RollcallApp.StartAddressChangeRequest.self, RollcallAPI.StartAddressChangeRequest.self),
        Pair(
            RollcallApp.StartAddressChangeResponse.self, RollcallAPI.StartAddressChangeResponse.self
        ),
        Pair(RollcallApp.StartIdentityRequest.self, RollcallAPI.StartIdentityRequest.self),
        Pair(RollcallApp.StartIdentityResponse.self, RollcallAPI.StartIdentityResponse.self),
        Pair(
            RollcallApp.StartPasskeyRegistrationRequest.self,
            RollcallAPI.StartPasskeyRegistrationRequest.self),
        Pair(
            RollcallApp.StartPasskeyRegistrationResponse.self,
            RollcallAPI.StartPasskeyRegistrationResponse.self),
        Pair(
            RollcallApp.StartPasskeySignInRequest.self, RollcallAPI.StartPasskeySignInRequest.self),
        Pair(
            RollcallApp.StartPasskeySignInResponse.self, RollcallAPI.StartPasskeySignInResponse.self
        ),
        Pair(RollcallApp.StartTotpRequest.self, RollcallAPI.StartTotpRequest.self),
        Pair(RollcallApp.StartTotpResponse.self, RollcallAPI.StartTotpResponse.self),
        Pair(RollcallApp.Status.self, RollcallAPI.Status.self),
        Pair(RollcallApp.Tokens.self, RollcallAPI.Tokens.self),
        Pair(RollcallApp.UnblockUserRequest.self, RollcallAPI.UnblockUserRequest.self),
        Pair(RollcallApp.UnblockUserResponse.self, RollcallAPI.UnblockUserResponse.self),
        Pair(RollcallApp.UnlinkIdentityRequest.self, RollcallAPI.UnlinkIdentityRequest.self),
        Pair(RollcallApp.UnlinkIdentityResponse.self, RollcallAPI.UnlinkIdentityResponse.self),
        Pair(
            RollcallApp.UpdatePresenceSettingsRequest.self,
            RollcallAPI.UpdatePresenceSettingsRequest.self),
        Pair(
            RollcallApp.UpdatePresenceSettingsResponse.self,
            RollcallAPI.UpdatePresenceSettingsResponse.self),
        Pair(RollcallApp.UpdateProfileRequest.self, RollcallAPI.UpdateProfileRequest.self),
        Pair(RollcallApp.UpdateProfileResponse.self, RollcallAPI.UpdateProfileResponse.self),
        Pair(RollcallApp.UpgradeAccountRequest.self, RollcallAPI.UpgradeAccountRequest.self),
        Pair(RollcallApp.UpgradeAccountResponse.self, RollcallAPI.UpgradeAccountResponse.self),
        Pair(RollcallApp.UserKey.self, RollcallAPI.UserKey.self),
        Pair(RollcallApp.VerifyAddressRequest.self, RollcallAPI.VerifyAddressRequest.self),
        Pair(RollcallApp.VerifyAddressResponse.self, RollcallAPI.VerifyAddressResponse.self),
        Pair(RollcallApp.Violation.self, RollcallAPI.Violation.self),
        Pair(RollcallApp.WatchPresenceRequest.self, RollcallAPI.WatchPresenceRequest.self),
        Pair(RollcallApp.WatchPresenceResponse.self, RollcallAPI.WatchPresenceResponse.self),
        Pair(RollcallApp.WatchProfilesRequest.self, RollcallAPI.WatchProfilesRequest.self),
        Pair(RollcallApp.WatchProfilesResponse.self, RollcallAPI.WatchProfilesResponse.self),
        Pair(RollcallApp.WatchSessionRequest.self, RollcallAPI.WatchSessionRequest.self),
        Pair(RollcallApp.WatchSessionResponse.self, RollcallAPI.WatchSessionResponse.self),
    ]
}
