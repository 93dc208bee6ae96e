import Observation
import RollcallApp

/// The screen on which users change their own profile.
@available(iOS 17, macOS 14, *)
@MainActor @Observable
public final class ProfileModel: FormModel<ProfileForm> {
    /// Whether the display name is free.
    public private(set) var nameVerdict = DisplayNameCheck.Verdict.empty
    private let nameCheck: DisplayNameCheck

    /// - Parameter profile: as it is now.
    public init(
        _ account: any AccountService, _ profile: Profile, sentences: Sentences = Sentences(),
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        nameCheck = DisplayNameCheck(account, clock: clock)
        super.init(ProfileForm(profile), account, sentences)
        Task { [weak self, verdicts = nameCheck.verdicts] in
            for await verdict in verdicts { self?.nameVerdict = verdict }
        }
    }

    override func edited(from old: ProfileForm) {
        super.edited(from: old)
        nameCheck.check(form.displayName, own: form.profile.displayName)
    }

    /// Saves what was edited.
    public func submit() async {
        guard form.attempt() else { return }
        await run { () async throws(RollcallError) in
            let sent = form
            do throws(RollcallError) {
                let profile = try await account.updateProfile(sent.change).profile
                form.rebase(from: sent, on: profile)
            } catch {
                if error.reasons.contains(.revisionMismatch) { catchUp() }
                throw error
            }
        }
    }

    /// Goes on with the profile as it is now. What the user has edited stays.
    private func catchUp() {
        guard let now = account.state.user?.profile, now.userID == form.profile.userID,
            now.revision > form.profile.revision
        else { return }
        form.rebase(from: ProfileForm(form.profile), on: now)
    }
}
