extension RedisSocket {
    /// Connects to the first address at which there is a fit primary, and greets it. Blocks
    /// meanwhile.
    ///
    /// - Throws: `RedisError`: of several addresses the last one's.
    static func open(
        _ location: RedisLocation, _ configuration: RedisConfiguration
    ) throws(RedisError) -> RedisSocket {
        guard location.isLocal || configuration.allowsRemotePlaintext else {
            throw .unfit(
                """
                \(location) is not on this machine, and everything would go there unencrypted: have \
                stunnel listen on the loopback interface, or allow it
                """)
        }
        var failure = RedisError.unavailable("there is no address")
        for address in location.addresses {
            do {
                let socket = try RedisSocket(address, timeout: configuration.connectTimeout)
                try socket.begin(location, configuration)
                socket.unblock()
                return socket
            } catch {
                failure = error
            }
        }
        throw failure
    }

    private func begin(
        _ location: RedisLocation, _ configuration: RedisConfiguration
    ) throws(RedisError) {
        if let password = configuration.password {
            let user = location.user.map { [RedisArgument.text($0)] } ?? []
            try allow {
                () throws(RedisError) in
                try ask(RedisCommand([.text("AUTH")] + user + [.text(password)]))
            }
        }
        let info = try allow {
            () throws(RedisError) in RedisServerInfo(try ask(RedisCommand("INFO")).text)
        }
        try info.checkFitness()
        // Only names the connection for the server's operator.
        _ = try? ask(RedisCommand("CLIENT", "SETNAME", configuration.name))
        if location.database != 0 {
            _ = try ask(RedisCommand("SELECT", "\(location.database)"))
        }
        for command in configuration.greeting(info) { _ = try ask(command) }
    }

    /// Says what to do when the server asks for a password, or does not accept it.
    @discardableResult
    private func allow<T>(_ body: () throws(RedisError) -> T) throws(RedisError) -> T {
        do {
            return try body()
        } catch .refused("NOAUTH", _) {
            throw .unfit("the server asks for a password: name a file that has it")
        } catch .refused("WRONGPASS", _) {
            throw .unfit("the server does not accept the user and the password")
        } catch .refused("NOPERM", let message) {
            throw .unfit("the server's user may not do what is needed: \(message)")
        } catch .refused("ERR", let message) where message.hasPrefix("AUTH") {
            throw .unfit("the server has no password, but one was given")
        }
    }
}
