import Foundation
import RollcallAPI
import RollcallBasics
import RollcallCrypto
import RollcallRPC
import Testing

/// What whole lives of accounts leave behind in logs, metrics and files.
@Suite struct LeakTests {
    /// Values that must be found nowhere, by what they are.
    private typealias Secrets = [String: Set<String>]

    @Test func noLogNoMetricAndNoTableHasASecret() async throws {
        let metrics = "/tmp/rollcall-metrics-\(UInt32.random(in: 0 ... .max))"
        try FileManager.default.createDirectory(atPath: metrics, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: metrics) }
        let cluster = try Cluster(
            arguments: ["--log-level", "trace"],
            authArguments: ["--confirm-unknown-devices", "--sign-in-codes"]
        ) { service in
            ["--metrics-file", "\(metrics)/\(service.rawValue).prom"]
                + (service == .profile
                    ? ["--photo-http", "unix:\(metrics)/http", "--photo-url", "https://p.example"]
                    : [])
        }
        try await cluster.startAll()
        let photo = try await photo(in: cluster)
        let secrets = try await live(in: cluster)
        for service in Cluster.Service.allCases { #expect(cluster[service].stop() == 0) }

        var places = ["a log": cluster.logs]
        for service in Cluster.Service.allCases {
            places["the metrics of \(service)"] = try String(
                contentsOfFile: "\(metrics)/\(service.rawValue).prom", encoding: .utf8)
        }
        #expect(places["the metrics of auth"]?.contains("auth_sign_ins_total") == true)
        #expect(cluster.logs.contains("SignIn"), "nothing was logged")
        for (name, values) in secrets {
            for value in values {
                for (place, text) in places {
                    let isThere = has(text, value)
                    #expect(!isThere, "\(place) has \(name): \(value)")
                }
            }
        }
        for (name, bytes) in try tables(of: cluster) {
            expectNone(of: secrets, in: bytes, name)
            try expectNoSecret(of: photo, in: bytes, name)
        }
    }

    /// Whether a text has a value; of digits, by itself, as longer numbers may have any eight of
    /// them.
    private func has(_ text: String, _ value: String) -> Bool {
        guard value.allSatisfy(\.isNumber) else { return text.contains(value) }
        return text.ranges(of: value).contains { range in
            let before = text[..<range.lowerBound].last
            let after = text[range.upperBound...].first
            return ![before, after].contains { $0.map { $0.isHexDigit || $0 == "." } ?? false }
        }
    }

    /// Calls everything that has to do with a secret, well and badly.
    private func live(in cluster: Cluster) async throws -> Secrets {
        var recorders: [SensitiveRecorder] = []
        func resident(_ name: String) async throws -> Resident {
            try await Resident(name, at: cluster.endpoint(.auth), cluster.spool) {
                let recorder = SensitiveRecorder($0)
                recorders.append(recorder)
                return recorder
            }
        }
        let marked = try await resident("marked_one")
        try await signIns(of: marked)
        try await mails(to: marked)
        let other = try await resident("marked_two")
        try await administration(by: other)
        try await end(of: other, in: cluster)

        var secrets: Secrets = recorders.reduce(into: [:]) { secrets, recorder in
            secrets.merge(recorder.values) { $0.union($1) }
        }
        for resident in [marked, other] {
            for address in [resident.email, resident.newEmail] {
                for mail in try cluster.spool.mails(to: address) {
                    if !mail.code.isEmpty {
                        secrets["a mailed code", default: []].insert(mail.code)
                    }
                    if !mail.linkToken.isEmpty {
                        secrets["a mailed link", default: []].insert(mail.linkToken)
                    }
                }
            }
            resident.leave()
        }
        // So that the test does not pass because nothing was kept.
        for name in [
            "SignUpRequest.password", "SignInResponse.tokens.accessToken",
            "SignInResponse.deviceToken", "RefreshResponse.tokens.refreshToken",
            "ResetPasswordResponse.deviceToken", "RequestPasswordResetResponse.flow",
            "FollowLinkRequest.linkToken", "StartAddressChangeRequest.newEmail",
            "AddServiceResponse.credential", "GetServiceTokenResponse.token",
            "DeleteAccountResponse.receipt", "SignInResponse.pending.token",
            "ContinueSignInRequest.token", "ContinueSignInRequest.mailedCode",
            "ContinueSignInResponse.tokens.accessToken", "ContinueSignInResponse.deviceToken",
            "SendSignInCodeResponse.flow", "SignInWithCodeRequest.code",
            "SignInWithCodeResponse.tokens.accessToken", "UpgradeAccountRequest.password",
        ] {
            #expect(secrets.keys.contains("rollcall.v1.\(name)"), "\(name): \(secrets.keys)")
        }
        #expect((secrets["a mailed code"] ?? []).count >= 6)
        #expect((secrets["a mailed link"] ?? []).count >= 5)
        return secrets
    }

    private func signIns(of marked: Resident) async throws {
        let auth = marked.auth
        for request in [
            SignInRequest(email: marked.email, password: "a wrong horse"),
            SignInRequest(email: "nobody.\(marked.email)", password: "a wrong horse"),
            SignInRequest(password: "a wrong horse", displayName: marked.name),
        ] {
            await #expect(throws: RPCError.self) { try await auth.signIn(request) }
        }
        let known = try await auth.signIn(marked.credentials)
        _ = try await auth.signIn(
            SignInRequest(
                email: marked.email, password: marked.password, deviceToken: known.deviceToken))
        let refresh = RefreshRequest(refreshToken: known.tokens?.refreshToken ?? "")
        let newer = try await auth.refresh(refresh)
        _ = try await auth.refresh(
            RefreshRequest(refreshToken: newer.tokens?.refreshToken ?? ""))
        // By now it is that of a thief.
        _ = try? await auth.refresh(refresh)
        _ = try? await auth.getServiceToken(
            GetServiceTokenRequest(credential: "rcs1_marked-and-no-credential"))
        _ = try? await auth.signUp(
            SignUpRequest(
                email: marked.email, password: "correct horse of marked",
                displayName: marked.name, idempotencyKey: "another-idempotency-key"))
    }

    private func mails(to marked: Resident) async throws {
        let account = marked.account
        _ = try await marked.verifies("40962718")
        try await marked.verify()
        _ = try? await account.changePassword(
            ChangePasswordRequest(
                proof: .password("a wrong horse"), newPassword: "a second horse"),
            options: marked.options())
        try await marked.startAddressChange()
        let codes = try await marked.addressCodes()
        _ = try? await account.confirmAddressChange(
            ConfirmAddressChangeRequest(oldCode: codes.oldCode, newCode: "40962718"),
            options: marked.options())
        #expect(try await marked.confirms(codes))

        let undo = try await marked.mail(.addressChanged).linkToken
        _ = try await account.describeLink(DescribeLinkRequest(linkToken: undo))
        let undone = try await account.followLink(FollowLinkRequest(linkToken: undo))
        #expect(try await marked.follows(undo) == false)
        let code = try await marked.mail(.passwordReset).code
        _ = try await marked.resets(undone.flow, "40962718", to: "a third horse")
        #expect(try await marked.resets(undone.flow, code, to: "a third horse"))
        #expect(try await marked.resets(undone.flow, code, to: "a fourth horse") == false)

        _ = try await account.requestPasswordReset(
            RequestPasswordResetRequest(email: marked.email))
        let link = try await marked.mail(.passwordReset, 2).linkToken
        _ = try await account.resetPassword(
            ResetPasswordRequest(proof: .linkToken(link), newPassword: "a fifth horse"))
        try await confirmation(of: marked, password: "a fifth horse")
        try await otherWays(of: marked)
    }

    private func otherWays(of marked: Resident) async throws {
        let flow = try await marked.auth.sendSignInCode(
            SendSignInCodeRequest(email: marked.email)
        ).flow
        for code in ["40962718", try await marked.mail(.signInCode).code] {
            _ = try? await marked.auth.signInWithCode(
                SignInWithCodeRequest(flow: flow, code: code))
        }
        let anonymous = try await marked.auth.signUpAnonymously(
            SignUpAnonymouslyRequest(idempotencyKey: "marked-idempotency-key"))
        for email in [marked.email, "new.\(marked.email)"] {
            _ = try? await marked.auth.upgradeAccount(
                UpgradeAccountRequest(email: email, password: "a seventh horse"),
                options: Resident.options(try #require(anonymous.tokens)))
        }
    }

    /// Signs in on a device that the account does not know.
    private func confirmation(of marked: Resident, password: String) async throws {
        let pending = try await marked.auth.signIn(
            SignInRequest(email: marked.email, password: password)
        ).pending
        let token = try #require(pending?.token)
        let code = try await marked.mail(.signIn).code
        for code in ["40962718", code] {
            _ = try? await marked.auth.continueSignIn(
                ContinueSignInRequest(token: token, step: .mailedCode(code)))
        }
    }

    private func administration(by marked: Resident) async throws {
        let admin = marked.admin
        let added = try await admin.addService(AddServiceRequest(name: "marked-service"))
        _ = try await marked.auth.getServiceToken(
            GetServiceTokenRequest(credential: added.credential))
        _ = try await admin.getUser(GetUserRequest(user: .email(marked.email)))
        _ = try? await admin.getUser(GetUserRequest(user: .email("nobody@example.org")))
        _ = try await admin.clearBan(ClearBanRequest(key: .login(marked.email)))
        _ = try await admin.listUsers(ListUsersRequest())
        _ = try await admin.sendTestMail(SendTestMailRequest(email: marked.email))
        _ = try await marked.mail(.test)
        _ = try await admin.listMail(ListMailRequest(state: .sent))
        _ = try await admin.forcePasswordReset(ForcePasswordResetRequest(user: .id(marked.id)))
        _ = try? await marked.auth.signIn(marked.credentials)
        _ = try await admin.enableUser(EnableUserRequest(user: .id(marked.id)))
    }

    /// While Profile is away, and when it is back.
    private func end(of marked: Resident, in cluster: Cluster) async throws {
        cluster[.profile].kill()
        _ = try? await marked.auth.signUp(Resident.form("marked_three"))
        _ = try? await marked.auth.signIn(
            SignInRequest(password: marked.password, displayName: marked.name))
        try await cluster.start(.profile)
        _ = try await marked.account.requestPasswordReset(
            RequestPasswordResetRequest(email: marked.email))
        let code = try await marked.mail(.passwordReset)
        let known = try await marked.account.resetPassword(
            ResetPasswordRequest(proof: .linkToken(code.linkToken), newPassword: "a sixth horse"))
        let signedIn = try await marked.auth.signIn(
            SignInRequest(
                email: marked.email, password: "a sixth horse", deviceToken: known.deviceToken))
        var options = CallOptions(timeout: .seconds(10))
        try options.metadata.add(
            "authorization", text: "Bearer \(signedIn.tokens?.accessToken ?? "")")
        let parts = try await marked.data.exportAccount(
            ExportAccountRequest(proof: .password("a sixth horse")), options: options)
        while try await parts.next() != nil {}
        let deleted = try await marked.data.deleteAccount(
            DeleteAccountRequest(proof: .password("a sixth horse")), options: options)
        _ = try await marked.data.getDeletionReceipt(
            GetDeletionReceiptRequest(receipt: deleted.receipt))
    }

    /// A photo that only its owner sees, with its URL.
    private func photo(in cluster: Cluster) async throws -> (Photo, user: UUIDv7) {
        let owner = try await Resident("marked_photo", at: cluster.endpoint(.auth), cluster.spool)
        let client = cluster.client(.profile)
        defer {
            owner.leave()
            client.close()
        }
        let profiles = ProfileServiceClient(client)
        _ = try await profiles.updateProfile(
            .changing(visibilities: [FieldVisibility(field: .photo, visibility: .onlyMe)]
            ), options: owner.options())
        let photo = try await profiles.upload(ExamplePhoto.original(), options: owner.options())
        return (photo, try #require(UUIDv7(owner.id)))
    }

    /// The files of all tables, without what seals them.
    private func tables(of cluster: Cluster) throws -> [(name: String, bytes: Data)] {
        try Cluster.Service.allCases.flatMap { service in
            let directory = cluster.directory.appending(path: service.rawValue)
            return try FileManager.default.contentsOfDirectory(atPath: directory.path)
                .filter { $0.contains(".sqlite") }
                .map { ($0, try Data(contentsOf: directory.appending(path: $0))) }
        }
    }

    /// Addresses stand in tables by need; what proves who somebody is stands in none, nor do the
    /// random bytes behind a token's prefix.
    private func expectNone(of secrets: Secrets, in bytes: Data, _ name: String) {
        for (kind, values) in secrets {
            for value in values where !value.contains("@") {
                #expect(bytes.range(of: Data(value.utf8)) == nil, "\(name) has \(kind)")
                let random = value.split(separator: "_", maxSplits: 1).last.map(String.init)
                guard let random, let decoded = Base64.url.decode(random), decoded.count >= 12
                else { continue }
                #expect(bytes.range(of: Data(decoded)) == nil, "\(name) has the bytes of \(kind)")
            }
        }
    }

    /// Nothing in the tables makes the URL of a photo, with the user and the digest that they do
    /// have.
    private func expectNoSecret(
        of photo: (message: Photo, user: UUIDv7), in bytes: Data, _ name: String
    ) throws {
        let message = [0] + photo.user.bytes + Array(photo.message.photoID.utf8)
        let (bytes, url) = (Array(bytes), photo.message.url)
        try #require(url.hasPrefix("https://p.example/"))
        for start in 0...(max(32, bytes.count) - 32) {
            let window = bytes[start..<min(start + 32, bytes.count)]
            // Random bytes are hardly ever alike.
            guard Set(window).count >= 20 else { continue }
            let code = try HMACSHA256.code(for: message, key: Array(window))
            let isKey = url.contains("/\(Base64.url.encode(code.prefix(16)))")
            #expect(!isKey, "\(name) has the secret of the links to photos, at \(start)")
        }
    }
}
