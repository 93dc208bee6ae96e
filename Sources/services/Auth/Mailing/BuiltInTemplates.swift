import Mail

private typealias File = PackageResources

extension TemplateCatalog {
    /// The templates of the program, which those of a directory replace one by one.
    ///
    /// - Throws: `TemplateError`, about the first that is not as it must be.
    package init(directory: String?, defaultLocale: String) throws(TemplateError) {
        var sources = MailKind.allCases.flatMap { kind in
            zip(["en", "de"], kind.builtIn).map { locale, text in
                Source(
                    locale: locale, name: "\(kind.rawValue).txt",
                    text: String(decoding: text, as: UTF8.self))
            }
        }
        if let directory { sources += try TemplateDirectory.read(directory) }
        let kinds = MailKind.allCases.map { ($0.rawValue, $0.variables) }
        try self.init(
            sources, kinds: Dictionary(uniqueKeysWithValues: kinds), defaultLocale: defaultLocale)
    }
}

extension MailKind {
    /// Plain text, in English and in German, from the files in `Templates`.
    fileprivate var builtIn: [[UInt8]] {
        switch self {
        case .verifyAddress: [File.verifyAddress_en_txt, File.verifyAddress_de_txt]
        case .resetPassword: [File.resetPassword_en_txt, File.resetPassword_de_txt]
        case .changeAddressOld: [File.changeAddressOld_en_txt, File.changeAddressOld_de_txt]
        case .changeAddressNew: [File.changeAddressNew_en_txt, File.changeAddressNew_de_txt]
        case .reauthenticate: [File.reauthenticate_en_txt, File.reauthenticate_de_txt]
        case .addressTaken: [File.addressTaken_en_txt, File.addressTaken_de_txt]
        case .signIn: [File.signIn_en_txt, File.signIn_de_txt]
        case .signInCode: [File.signInCode_en_txt, File.signInCode_de_txt]
        case .newDevice: [File.newDevice_en_txt, File.newDevice_de_txt]
        case .identityLinked: [File.identityLinked_en_txt, File.identityLinked_de_txt]
        case .identityUnlinked: [File.identityUnlinked_en_txt, File.identityUnlinked_de_txt]
        case .passwordChanged: [File.passwordChanged_en_txt, File.passwordChanged_de_txt]
        case .addressChanged: [File.addressChanged_en_txt, File.addressChanged_de_txt]
        case .addressArrived: [File.addressArrived_en_txt, File.addressArrived_de_txt]
        case .addressAdded: [File.addressAdded_en_txt, File.addressAdded_de_txt]
        case .addressRemoved: [File.addressRemoved_en_txt, File.addressRemoved_de_txt]
        case .addressUndone: [File.addressUndone_en_txt, File.addressUndone_de_txt]
        case .totpAdded: [File.totpAdded_en_txt, File.totpAdded_de_txt]
        case .totpRemoved: [File.totpRemoved_en_txt, File.totpRemoved_de_txt]
        case .recoveryCodesMade: [File.recoveryCodesMade_en_txt, File.recoveryCodesMade_de_txt]
        case .recoveryCodeUsed: [File.recoveryCodeUsed_en_txt, File.recoveryCodeUsed_de_txt]
        case .sessionStolen: [File.sessionStolen_en_txt, File.sessionStolen_de_txt]
        case .accountDeleted: [File.accountDeleted_en_txt, File.accountDeleted_de_txt]
        case .passkeyAdded: [File.passkeyAdded_en_txt, File.passkeyAdded_de_txt]
        case .passkeyRemoved: [File.passkeyRemoved_en_txt, File.passkeyRemoved_de_txt]
        case .passkeyCopied: [File.passkeyCopied_en_txt, File.passkeyCopied_de_txt]
        case .profileTakenDown: [File.profileTakenDown_en_txt, File.profileTakenDown_de_txt]
        case .test: [File.test_en_txt, File.test_de_txt]
        }
    }

    /// Those that its templates may and must use.
    var variables: (allowed: Set<String>, required: Set<String>) {
        (Set(allowed.map(\.rawValue)), Set(required.map(\.rawValue)))
    }
}
