/// The reasons of the contract, by their numbers and names. The services and the library for apps
/// have a type `Reason` each, made from the contract: this is what the two have in common.
package enum ContractReason: Int32, Error, CaseIterable {
    case fieldMissing = 1
    case fieldMalformed, tooMany, pageTokenInvalid, idempotencyKeyMalformed, idempotencyKeyReused
    case revisionMismatch

    case accessTokenInvalid = 10
    case refreshTokenInvalid, refreshTokenReused, sessionEnded, sessionNotFound
    case serviceCredentialInvalid, notAllowed, wrongCredentials, passwordResetRequired
    case reauthenticationRequired, overloaded, noSpace, tooManyAttempts, exportedTooOften
    case renamedTooOften, reportedTooOften

    case emailMissing = 30
    case emailTooLong, emailMalformed, emailTaken, emailNotVerified, addressNotFound
    case addressIsPrimary, lastCredential

    case passwordMissing = 40
    case passwordTooShort, passwordTooLong, passwordSameAsIdentity, passwordCommon
    case passwordUnchanged

    case codeWrong = 50
    case codeExpired, linkInvalid, factorRequired, factorWrong, factorNotFound, factorExists

    case displayNameMissing = 60
    case displayNameTooShort, displayNameTooLong, displayNameBadCharacter
    case displayNameLeadingPeriod, displayNameTrailingPeriod, displayNameDoubledPeriod
    case displayNameTaken, displayNameReserved, holdNotFound, profileNotFound, photoNotFound
    case photoNotJpeg, photoTooLarge, photoDimensionsTooLarge, photoUnsupported, photoDamaged
    case photoNotAsDeclared, photoRefused, photoNotRefused, leaseEnded, tooManyDevices
    case deviceKicked

    case providerNotFound = 90
    case providerUnavailable, attemptExpired, identityTokenInvalid, identityTaken
    case identityNotFound, signInWayOff, hasCredential, passkeyInvalid, passkeyTaken

    case userNotFound = 100
    case lastAdmin, mailNotFound, deliveryNotFound, banNotFound, serviceNotFound
    case serviceNameTaken, reportNotFound, passkeyNotFound
}
