import RollcallAPI
import RollcallRPC
import Testing

extension Mutation {
    static let operation = [
        addService, removeService, sendTestMail, retryMail, dropMail,
        rotateSigningKey, beginEpoch,
    ]

    private static let addService = Mutation("AuthAdminService/AddService") { resident in
        let request = AddServiceRequest(name: resident.serviceName)
        return Attempt {
            try await resident.admin.addService(request).credential
        } check: { credential in
            if let credential {
                let isTaken = try await resident.isService(credential)
                #expect(isTaken, "a service is gone that was added")
            }
            try await resident.removeService()
        }
    }

    private static let removeService = Mutation("AuthAdminService/RemoveService") { resident in
        let credential = try await resident.admin.addService(
            AddServiceRequest(name: resident.serviceName)
        ).credential
        return Attempt {
            try await resident.admin.removeService(RemoveServiceRequest(name: resident.serviceName))
        } check: { answer in
            let isService = try await resident.isService(credential)
            #expect(!isService || answer == nil, "a credential is back that was taken away")
            try await resident.removeService()
        }
    }

    private static let sendTestMail = Mutation("AuthAdminService/SendTestMail") { resident in
        Attempt {
            try await resident.admin.sendTestMail(SendTestMailRequest(email: resident.email))
        } check: { answer in
            if answer != nil { _ = try await resident.mail(.test) }
            let count = try resident.mails(.test).count
            #expect(count <= 1)
        }
    }

    private static let retryMail = Mutation("AuthAdminService/RetryMail", isAlone: true) {
        resident in
        let id = try await resident.waitingMail()
        try resident.spool.open()
        return Attempt {
            try await resident.admin.retryMail(RetryMailRequest(mailID: id))
        } check: { answer in
            if answer != nil { _ = try await resident.mail(.test) }
            let count = try resident.mails(.test).count
            #expect(count <= 1)
        }
    }

    /// Auth makes the spool again when it starts.
    private static let dropMail = Mutation("AuthAdminService/DropMail", isAlone: true) { resident in
        let id = try await resident.waitingMail()
        return Attempt {
            try await resident.admin.dropMail(DropMailRequest(mailID: id))
        } check: { answer in
            let states: [MailState] = [.pending, .sent]
            var isThere = false
            for state in states where !isThere {
                isThere = try await resident.listMail(state).contains { $0.mailID == id }
            }
            #expect(!isThere || answer == nil, "a mail is back that was dropped")
            let isSent = try !resident.mails(.test).isEmpty
            #expect(!isSent || answer == nil, "a mail was sent that was dropped")
        }
    }

    private static let rotateSigningKey = Mutation(
        "AuthAdminService/RotateSigningKey", isAlone: true
    ) { resident in
        Attempt {
            try await resident.admin.rotateSigningKey(
                RotateSigningKeyRequest(withdrawOthers: true))
        } check: { answer in
            let isGood = try await resident.isCurrent(resident.phone.tokens)
            #expect(!isGood || answer == nil, "a key is back that was withdrawn")
            let keys = try await resident.admin.listSigningKeys(ListSigningKeysRequest()).keys
            #expect(keys.filter(\.isSigning).count == 1)
            try await resident.expectSessions()
        }
    }

    private static let beginEpoch = Mutation("AuthAdminService/BeginEpoch", isAlone: true) {
        resident in
        Attempt {
            try await resident.admin.beginEpoch(BeginEpochRequest())
        } check: { answer in
            let isGood = try await resident.isCurrent(resident.phone.tokens)
            let goOn = try await resident.goOnAlike()
            #expect(isGood == goOn, "an epoch has begun by half")
            #expect(!goOn || answer == nil, "sessions are back that were ended")
            let signsIn = try await resident.signsIn()
            #expect(signsIn)
        }
    }
}

extension Mutation {
    /// The services fit together, whatever others have begun and which process was killed in it.
    static let checkConsistency = Mutation("AuthAdminService/CheckConsistency") {
        resident in
        Attempt {
            try await resident.checkConsistency()
        } check: { _ in
            let findings = try await eventually { try await resident.checkConsistency() }
            #expect(findings == [])
            try await resident.expectSessions()
        }
    }
}

extension Resident {
    /// Mends what does not fit together.
    fileprivate func checkConsistency() async throws -> [Finding] {
        let parts = try await admin.checkConsistency(CheckConsistencyRequest(mend: true))
        var findings: [Finding] = []
        while let part = try await parts.next()?.part {
            guard case .finding(let finding) = part else { return findings }
            findings.append(finding)
        }
        throw RPCError(.unavailable, "the check was cut off")
    }

    fileprivate var serviceName: String { name.replacing("_", with: "-") }

    /// Whether a credential is exchanged for a token.
    fileprivate func isService(_ credential: String) async throws -> Bool {
        try await isTaken {
            _ = try await auth.getServiceToken(GetServiceTokenRequest(credential: credential))
        }
    }

    /// Of a service, so that there are never too many.
    fileprivate func removeService() async throws {
        do {
            _ = try await admin.removeService(RemoveServiceRequest(name: serviceName))
        } catch let error as RPCError where error.code == .notFound {}
    }

    /// A mail that was tried once and waits, as the spool is closed.
    fileprivate func waitingMail() async throws -> String {
        try spool.close()
        let id = try await admin.sendTestMail(SendTestMailRequest(email: email)).mailID
        let wasTried = try await holds {
            try await listMail(.pending).contains { $0.mailID == id && $0.attempts > 0 }
        }
        #expect(wasTried)
        return id
    }

    fileprivate func listMail(_ state: MailState) async throws -> [MailSummary] {
        try await admin.listMail(ListMailRequest(state: state, pageSize: 20)).mails
    }
}
