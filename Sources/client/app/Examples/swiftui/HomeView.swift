import RollcallApp
import RollcallAppModels
import SwiftUI

/// The screens of a user who is signed in.
struct HomeView: View {
    let account: any AccountService
    let auth: AuthModel
    let user: User

    init(_ account: any AccountService, auth: AuthModel, user: User) {
        (self.account, self.auth, self.user) = (account, auth, user)
    }

    var body: some View {
        TabView {
            PeopleView(account)
                .tabItem { Label("People", systemImage: "person.2") }
            ProfileView(account, auth: auth, user: user)
                .tabItem { Label("Profile", systemImage: "person.crop.circle") }
        }
        // Online while the app is in the foreground. It ends with this screen.
        .task { try? await account.beHere() }
    }
}

/// A user's photo in a circle; the placeholder is the first letter of the name.
struct Avatar: View {
    let account: any AccountService
    let user: User
    let side: CGFloat
    @State private var image: UIImage?

    var body: some View {
        ZStack {
            if let image {
                Image(uiImage: image).resizable().scaledToFill()
            } else {
                Circle().fill(.quaternary)
                Text(user.displayName.prefix(1).uppercased())
            }
        }
        .frame(width: side, height: side)
        .clipShape(Circle())
        .accessibilityHidden(true)
        // Another photo is another task; the cache answers the second time.
        .task(id: user.photo?.photoID) {
            let data = try? await account.photo(of: user, size: Int(side * 3))
            image = data.flatMap { $0 }.flatMap { UIImage(data: $0) }
        }
    }
}
