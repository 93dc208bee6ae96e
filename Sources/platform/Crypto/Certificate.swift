import COpenSSL
import Glibc

/// A certificate (RFC 5280) and its private key, of P-256.
package final class Certificate {
    private let certificate, key: OpaquePointer?

    deinit {
        X509_free(certificate)
        EVP_PKEY_free(key)
    }

    /// - Parameter pem: the certificate, followed by its key.
    /// - Returns: nil for anything else.
    package init?(pem: [UInt8]) {
        (certificate, key) = pem.withUnsafeBytes { text in
            let file = BIO_new_mem_buf(text.baseAddress, CInt(text.count))
            defer { BIO_free(file) }
            let certificate = PEM_read_bio_X509(file, nil, nil, nil)
            // Without this, libcrypto would ask a terminal for a password.
            return (certificate, PEM_read_bio_PrivateKey(file, nil, { _, _, _, _ in -1 }, nil))
        }
        defer { ERR_clear_error() }
        guard X509_check_private_key(certificate, key) == 1 else { return nil }
    }

    /// Makes a key and its certificate.
    ///
    /// - Parameters:
    ///   - names: such as `DNS:auth.internal` and `IP:10.0.0.5` (x509v3_config(5)), of a server
    ///     that is a client, too. It has no other subject (RFC 5280 §4.1.2.6). An authority has one
    ///     name.
    ///   - begin: in seconds since 1970. It is an hour earlier, for machines whose clocks are
    ///     behind.
    ///   - authority: nil for an authority, which signs for itself.
    /// - Throws: `CryptoError`.
    package init(_ names: [String], from begin: Int, days: Int, by authority: Certificate?) throws {
        (certificate, key) = (X509_new(), rollcall_new_p256_key())
        let issuer = authority ?? self
        // The first byte makes it positive, and there are no more than 20 (RFC 5280 §4.1.2.2).
        let serial = try [1] + RandomSource.system.bytes(16)
        ASN1_STRING_set(X509_get_serialNumber(certificate), serial, CInt(serial.count))
        X509_set_version(certificate, CLong(X509_VERSION_3))
        ASN1_TIME_set(X509_getm_notBefore(certificate), begin - 3600)
        ASN1_TIME_set(X509_getm_notAfter(certificate), begin + days * 86_400)
        X509_set_pubkey(certificate, key)
        let subject = X509_get_subject_name(certificate)
        if authority == nil {
            X509_NAME_add_entry_by_txt(subject, "CN", MBSTRING_UTF8, names[0], -1, -1, 0)
        }
        X509_set_issuer_name(certificate, X509_get_subject_name(issuer.certificate))
        var context = X509V3_CTX()
        X509V3_set_ctx(&context, issuer.certificate, certificate, nil, nil, 0)
        let extensions =
            authority == nil
            ? [
                "basicConstraints": "critical,CA:TRUE,pathlen:0",
                "keyUsage": "critical,keyCertSign", "subjectKeyIdentifier": "hash",
            ]
            : [
                "basicConstraints": "critical,CA:FALSE", "keyUsage": "critical,digitalSignature",
                "extendedKeyUsage": "serverAuth,clientAuth", "authorityKeyIdentifier": "keyid",
                "subjectAltName": "critical,\(names.joined(separator: ","))",
                "subjectKeyIdentifier": "hash",
            ]
        let isComplete = extensions.allSatisfy { kind, value in
            let made = X509V3_EXT_nconf(nil, &context, kind, value)
            defer { X509_EXTENSION_free(made) }
            return made != nil && X509_add_ext(certificate, made, -1) == 1
        }
        guard isComplete, X509_sign(certificate, issuer.key, EVP_sha256()) > 0
        else { throw CryptoError.openSSL("X509_sign") }
    }

    /// Whether the authority has signed it.
    package func isIssued(by authority: Certificate) -> Bool {
        X509_verify(certificate, authority.key) == 1
    }

    /// In seconds since 1970.
    package var end: Int {
        var parts = tm()
        ASN1_TIME_to_tm(X509_get0_notAfter(certificate), &parts)
        return timegm(&parts)
    }

    /// Its names and addresses, as libcrypto writes them.
    package var names: [String] {
        let place = X509_get_ext_by_NID(certificate, NID_subject_alt_name, -1)
        guard let names = X509_get_ext(certificate, place) else { return [] }
        let text = Self.bytes { X509V3_EXT_print($0, names, 0, 0) }
        return String(decoding: text, as: UTF8.self).split(separator: ", ").map { entry in
            // Such as `DNS:auth.internal` or `IP Address:10.0.0.5`.
            String(entry.drop { $0 != ":" }.dropFirst())
        }
    }

    /// What `init(pem:)` reads.
    package var pem: [UInt8] {
        certificatePEM + Self.bytes { PEM_write_bio_PrivateKey($0, key, nil, nil, 0, nil, nil) }
    }

    /// The certificate alone.
    package var certificatePEM: [UInt8] { Self.bytes { PEM_write_bio_X509($0, certificate) } }

    private static func bytes(_ write: (OpaquePointer?) -> CInt) -> [UInt8] {
        let memory = BIO_new(BIO_s_mem())
        defer { BIO_free(memory) }
        _ = write(memory)
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = BIO_read(memory, &bytes, CInt(bytes.count))
        return Array(bytes.prefix(Int(max(0, count))))
    }
}
