import RollcallAPI
import RollcallRPC

/// What all pages share.
struct PageSite: Sendable {
    let auth: AuthServiceClient
    let accounts: AccountServiceClient
    let accountData: AccountDataServiceClient
    let profiles: ProfileServiceClient
    let presence: PresenceServiceClient
    /// Nil where `rollcall-photo` cannot be used.
    let photos: PhotoDoor?
    let keeper: SessionKeeper
    let cookies: Cookies
    let languages: Languages
    let files: PageFiles
    /// Other origins, to which a sign-in may lead back.
    let origins: Set<String>

    init(
        _ services: WebServices.Clients, photos: PhotoDoor?, seal: SessionSeal, cookies: Cookies,
        languages: Languages, files: PageFiles, origins: some Sequence<String>
    ) {
        auth = AuthServiceClient(services.auth)
        accounts = AccountServiceClient(services.auth)
        accountData = AccountDataServiceClient(services.auth)
        profiles = ProfileServiceClient(services.profile)
        presence = PresenceServiceClient(services.presence)
        keeper = SessionKeeper(auth: auth, seal: seal)
        (self.photos, self.cookies, self.languages, self.files) = (
            photos, cookies, languages, files
        )
        self.origins = Set(origins)
    }
}
