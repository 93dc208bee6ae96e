extension Pages {
    static let all: [any Page.Type] = [
        HomePage.self, SignInPage.self, LanguagePage.self, PeoplePage.self,
    ]
}
