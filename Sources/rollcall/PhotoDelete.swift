import ArgumentParser
import RollcallAPI

struct PhotoDelete: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Remove your profile photo.",
        discussion: #"JSON: {"deleted":true}, whether or not there was one."#)

    @OptionGroup var common: CommonOptions

    func run() async throws {
        try await common.run { command in
            _ = try await command.rollcall.profile.deletePhoto(DeletePhotoRequest())
            try command.output.say(
                .object(["deleted": .bool(true)]), text: "You have no photo any more.")
        }
    }
}
