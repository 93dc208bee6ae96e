import ConnectHTTP
import HTTPServing
import HTTPTypes
import NIOCore
import RollcallAPI
import RollcallRPC

/// All data of the account as a download, which passes through as Auth sends it.
enum ExportPage: ProvenPage {
    static let key = "export"
    /// How long Auth may send nothing. The archive as a whole may take longer.
    private static let silence = Duration.seconds(15)

    static func act(
        _ visit: inout Visit, _ proof: Reauthentication, _ options: CallOptions
    ) async throws -> Answer {
        var options = options
        options.timeout = nil
        let archive = try await visit.site.accountData.exportAccount(
            .init(proof: proof), options: options)
        // The first part comes once the proof was checked.
        let first = try await archive.next(within: silence)
        var answer = Answer(.ok, [.contentType: "application/x-tar"])
        answer.fields[.contentDisposition] = "attachment; filename=\"account.tar\""
        answer.parts = { writer in
            var part = first
            while let chunk = part?.chunk {
                try await writer.write(ByteBuffer(bytes: chunk))
                part = try await archive.next(within: silence)
            }
        }
        return answer
    }
}
