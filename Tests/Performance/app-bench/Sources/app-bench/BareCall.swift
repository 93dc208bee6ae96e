import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A call by URLSession with the headers that the library sends, as somebody without the library
/// would write it.
struct BareCall {
    private let session = URLSession(configuration: .ephemeral)
    private let request: URLRequest

    init(_ address: URL) {
        var request = URLRequest(
            url: address.appendingPathComponent("rollcall.v1.AuthService/GetSession"))
        request.httpMethod = "POST"
        request.httpBody = Data()
        for (name, value) in [
            "Content-Type": "application/proto", "Connect-Protocol-Version": "1",
            "Connect-Timeout-Ms": "15000", "Authorization": "Bearer \(CannedServer.accessToken)",
        ] { request.setValue(value, forHTTPHeaderField: name) }
        self.request = request
    }

    func make() async throws -> Data {
        let (bytes, response) = try await session.data(for: request)
        guard (response as? HTTPURLResponse)?.statusCode == 200 else {
            throw URLError(.badServerResponse)
        }
        return bytes
    }
}
