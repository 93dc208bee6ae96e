import ConnectHTTP

/// Leads to what a reader is here for.
enum HomePage: Page {
    static let path = "/"

    static func show(_ visit: inout Visit) async throws -> Answer {
        visit.goTo(visit.session == nil ? SignInPage.path : "/people")
    }
}
