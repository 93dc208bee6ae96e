import Foundation
import RollcallAPI
import RollcallRPC
import Testing

/// What a whole life of an account leaves behind in logs, metrics and files.
@Suite struct LeakTests {
    /// Secrets and addresses by what they are.
    private final class Secrets {
        private(set) var all: [(name: String, value: String)] = []

        @discardableResult
        func keep(_ name: String, _ value: String?) -> String {
            all.append((name, value ?? ""))
            return value ?? ""
        }

        func keep(_ tokens: Tokens?) {
            keep("access token", tokens?.accessToken)
            keep("refresh token", tokens?.refreshToken)
        }
    }

    @Test func noLogNoMetricAndNoTableHasASecret() async throws {
        let metrics = "/tmp/rollcall-metrics-\(UInt32.random(in: 0 ... .max)).prom"
        defer { try? FileManager.default.removeItem(atPath: metrics) }
        let cluster = try Cluster(
            arguments: ["--log-level", "trace"], authArguments: ["--metrics-file", metrics])
        try await cluster.startAll()
        let secrets = Secrets()
        try await live(in: cluster, secrets)
        for service in Cluster.Service.allCases { #expect(cluster[service].stop() == 0) }

        #expect(secrets.all.allSatisfy { $0.value.utf8.count >= 8 }, "\(secrets.all)")
        let counted = try String(contentsOfFile: metrics, encoding: .utf8)
        #expect(counted.contains("auth_sign_ins_total"), "\(counted)")
        #expect(cluster.logs.contains("SignIn"), "nothing was logged")
        for (name, value) in secrets.all {
            #expect(!cluster.logs.contains(value), "a log has the \(name)")
            #expect(!counted.contains(value), "the metrics have the \(name)")
        }
        try expectNone(of: secrets, inTheFilesOf: cluster)
    }

    /// Calls everything that has to do with a secret, well and badly.
    private func live(in cluster: Cluster, _ secrets: Secrets) async throws {
        let (auth, account, data) = (
            AuthServiceClient(cluster.client(.auth)), AccountServiceClient(cluster.client(.auth)),
            AccountDataServiceClient(cluster.client(.auth))
        )
        let email = secrets.keep("address", "marked.address@example.org")
        let (password, newPassword) = (
            secrets.keep("password", "marked horse one"),
            secrets.keep("new password", "marked horse two")
        )
        let signedUp = try await auth.signUp(
            SignUpRequest(
                email: email, password: password, displayName: "marked",
                idempotencyKey: "idempotency-key-of-marked"))
        secrets.keep(signedUp.tokens)
        secrets.keep("device token", signedUp.deviceToken)
        let wrong = secrets.keep("wrong password", "marked horse nil")
        _ = try? await auth.signIn(SignInRequest(email: email, password: wrong))
        _ = try? await auth.signIn(SignInRequest(email: "nobody.\(email)", password: wrong))
        let refreshed = try await auth.refresh(
            RefreshRequest(refreshToken: signedUp.tokens?.refreshToken ?? ""))
        secrets.keep(refreshed.tokens)
        let credential = secrets.keep("credential", "rcs1_marked-and-no-credential")
        _ = try? await auth.getServiceToken(GetServiceTokenRequest(credential: credential))

        let options = try bearer(refreshed.tokens)
        let verification = secrets.keep("code", try await code(for: email, in: cluster, mails: 1))
        _ = try? await account.verifyAddress(
            VerifyAddressRequest(code: "00000000"), options: options)
        _ = try await account.verifyAddress(
            VerifyAddressRequest(code: verification), options: options)
        _ = try await account.changePassword(
            ChangePasswordRequest(currentPassword: password, newPassword: newPassword),
            options: options)
        let reset = try await account.requestPasswordReset(
            RequestPasswordResetRequest(email: email))
        secrets.keep("flow", reset.flow)
        secrets.keep("reset code", try await code(for: email, in: cluster, mails: 3))
        let deleted = try await data.deleteAccount(
            DeleteAccountRequest(password: newPassword), options: options)
        secrets.keep("receipt", deleted.receipt)
        _ = try await data.getDeletionReceipt(
            GetDeletionReceiptRequest(receipt: deleted.receipt))
    }

    /// Addresses stand in tables by need; what proves who somebody is stands in none.
    private func expectNone(of secrets: Secrets, inTheFilesOf cluster: Cluster) throws {
        for service in Cluster.Service.allCases {
            let directory = cluster.directory.appending(path: service.rawValue)
            let names = try FileManager.default.contentsOfDirectory(atPath: directory.path)
            for name in names where name.contains(".sqlite") {
                let bytes = try Data(contentsOf: directory.appending(path: name))
                for (kind, value) in secrets.all where kind != "address" {
                    #expect(bytes.range(of: Data(value.utf8)) == nil, "\(name) has the \(kind)")
                }
            }
        }
    }

    private func bearer(_ tokens: Tokens?) throws -> CallOptions {
        var options = CallOptions(timeout: .seconds(10))
        try options.metadata.add("authorization", text: "Bearer \(tokens?.accessToken ?? "")")
        return options
    }

    /// The code of the newest mail to an address, once there are as many as that.
    private func code(
        for address: String, in cluster: Cluster, mails count: Int
    ) async throws -> String {
        let mail = try await cluster.newestMail(for: address, count)
        return String(try #require(mail.firstMatch(of: /\b[0-9]{8}\b/)).output)
    }
}
