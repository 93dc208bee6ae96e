import RollcallRPC

// A machine that is busy with other tests is neither a silent peer nor an overload.

extension ConnectionConfiguration {
    package static var patient: ConnectionConfiguration {
        var configuration = ConnectionConfiguration()
        configuration.helloTimeout = .minutes(1)
        configuration.frameTimeout = .minutes(1)
        return configuration
    }
}

extension ClientConfiguration {
    package static var patient: ClientConfiguration {
        var configuration = ClientConfiguration()
        configuration.connection = .patient
        return configuration
    }
}

extension ServerConfiguration {
    package static var patient: ServerConfiguration {
        var configuration = ServerConfiguration()
        configuration.connection = .patient
        configuration.admission.targetWait = .minutes(1)
        configuration.admission.burstInterval = .minutes(1)
        return configuration
    }
}
