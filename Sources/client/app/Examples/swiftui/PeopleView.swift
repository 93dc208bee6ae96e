import RollcallApp
import SwiftUI

/// Searches for people, and shows who is here, as they come and go.
struct PeopleView: View {
    private let account: any AccountService
    /// The people of the list; a search changes them.
    @State private var people: People?
    @State private var users: [User] = []
    @State private var isStale = false
    @State private var prefix = ""
    @State private var message: String?

    init(_ account: any AccountService) { self.account = account }

    var body: some View {
        NavigationStack {
            List {
                if isStale {
                    Text("Not connected. This may be out of date.").font(.footnote)
                }
                Problems(message)
                ForEach(users) { user in
                    HStack {
                        Avatar(account: account, user: user, side: 44)
                        VStack(alignment: .leading) {
                            Text(user.displayName)
                            PresenceText(user: user)
                        }
                    }
                }
            }
            .navigationTitle("People")
            .searchable(text: $prefix, prompt: "The name begins with")
            .onSubmit(of: .search) { Task { await search() } }
        }
        .task {
            let people = account.people([])
            self.people = people
            // The list at once, and again whenever somebody comes or goes.
            for await users in people { (self.users, isStale) = (users, people.isStale) }
        }
    }

    private func search() async {
        message = nil
        do {
            people?.ids = try await account.searchUsers(prefix: prefix).map(\.id)
        } catch {
            message = error.localizedDescription
        }
    }
}

private struct PresenceText: View {
    let user: User

    var body: some View {
        Group {
            if user.isOnline {
                Text(user.statusText ?? "online").foregroundStyle(.green)
            } else if let lastSeen = user.lastSeen {
                Text("last seen \(lastSeen, style: .relative) ago").foregroundStyle(.secondary)
            } else {
                Text("offline").foregroundStyle(.secondary)
            }
        }
        .font(.footnote)
    }
}
