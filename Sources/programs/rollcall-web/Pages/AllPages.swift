extension Pages {
    static let all: [any Page.Type] = [
        HomePage.self, SignInPage.self, LanguagePage.self, PeoplePage.self,
        SignUpPage.self, ForgotPasswordPage.self, ResetPasswordPage.self, VerifyAddressPage.self,
        UndoAddressPage.self, SignInCodePage.self, IdentitiesPage.self, SignOutPage.self,
        ChangePasswordPlace.self,
        AccountPage.self, AccountPhotoPage.self, AddressesPage.self, PasswordPage.self,
        FactorPage.self, SessionsPage.self, PasskeysPage.self, ActivityPage.self,
        BlockedPage.self, ExportPage.self, DeletePage.self, ReceiptPage.self,
    ]
}
