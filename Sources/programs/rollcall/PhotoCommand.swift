import ArgumentParser
import RollcallAPI

struct Photo: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Profile photos.",
        subcommands: [PhotoSet.command, PhotoGet.command, PhotoDelete.command])
}

struct PhotoDelete: UserAction {
    static let name = "delete"
    static let abstract = "Remove your profile photo."
    static let discussion = #"JSON: {"deleted":true}, whether or not there was one."#

    func run(_ command: Command) async throws {
        _ = try await command.rollcall.profile.deletePhoto(DeletePhotoRequest())
        try command.output.say(["deleted": true], text: "You have no photo any more.")
    }
}
