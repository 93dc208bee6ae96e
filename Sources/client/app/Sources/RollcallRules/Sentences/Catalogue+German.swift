extension Catalogue {
    static let german = """
        later: später
        later.second: in einer Sekunde
        later.seconds: in {count} Sekunden
        later.minutes: in {count} Minuten
        later.hours: in {count} Stunden
        reason.other: Das wurde nicht angenommen.
        reason.fieldMissing: Hier fehlt etwas.
        reason.fieldMalformed: Das ist nicht zu lesen oder zu lang.
        reason.tooMany: Das sind zu viele.
        reason.pageTokenInvalid: Die Liste hat sich geändert. Beginne sie von vorn.
        reason.idempotencyKeyMalformed: Das Formular ist beschädigt. Öffne es neu.
        reason.idempotencyKeyReused: Dieses Formular wurde schon gesendet, mit anderem Inhalt. Öffne es neu.
        reason.revisionMismatch: Dein Profil wurde inzwischen anderswo geändert. Was du eingegeben hast, ist noch hier. Speichere es noch einmal, um die Änderung zu ersetzen.
        reason.accessTokenInvalid: Du bist nicht mehr angemeldet. Melde dich neu an.
        reason.refreshTokenInvalid: Deine Sitzung ist zu Ende. Melde dich neu an.
        reason.refreshTokenReused: Deine Sitzung wurde beendet, weil eine Kopie von ihr anderswo benutzt wurde. Melde dich neu an.
        reason.sessionEnded: Deine Sitzung ist zu Ende. Melde dich neu an.
        reason.sessionNotFound: Diese Sitzung ist schon zu Ende.
        reason.serviceCredentialInvalid: Der Dienst ist hier nicht bekannt.
        reason.notAllowed: Dein Konto darf das nicht.
        reason.wrongCredentials: Das ist nicht das richtige Passwort, oder dieses Konto gibt es nicht.
        reason.wrongPassword: Das ist nicht dein Passwort.
        reason.passwordResetRequired: Das Passwort stimmt, aber du brauchst ein neues, bevor du dich anmeldest: wähle „Passwort vergessen?“.
        reason.reauthenticationRequired: Gib dein Passwort ein, damit wir wissen, dass du es bist.
        reason.overloaded: Im Moment ist zu viel zu tun. Versuche es {later} noch einmal.
        reason.noSpace: Dafür ist kein Platz mehr. Nichts wurde geändert. Versuche es {later} noch einmal.
        reason.tooManyAttempts: Das waren zu viele Versuche. Versuche es {later} noch einmal.
        reason.exportedTooOften: Du kannst deine Daten einmal in der Stunde holen. Versuche es {later} noch einmal.
        reason.renamedTooOften: Du hast deinen Anzeigenamen zu oft geändert. Du kannst {later} einen anderen wählen.
        reason.reportedTooOften: Du kannst jemanden einmal am Tag melden, und 20 Leute am Tag. Versuche es {later} noch einmal.
        reason.emailMissing: Die E-Mail-Adresse fehlt.
        reason.emailTooLong: Die E-Mail-Adresse ist zu lang.
        reason.emailMalformed: Eine E-Mail-Adresse sieht aus wie name@example.org.
        reason.emailTaken: Es gibt ein Konto mit dieser E-Mail-Adresse. Wenn es deines ist, melde dich an.
        reason.emailNotVerified: Noch niemand hat gezeigt, dass diese Adresse ihm gehört.
        reason.addressNotFound: Dein Konto hat diese Adresse nicht.
        reason.addressIsPrimary: An diese Adresse gehen Mails an dich. Wähle zuerst eine andere dafür.
        reason.lastCredential: Ohne das könntest du dich nicht mehr anmelden. Setze zuerst ein Passwort oder füge eine Adresse hinzu.
        reason.passwordMissing: Das Passwort fehlt.
        reason.passwordTooShort: Das Passwort ist zu kurz: es hat mindestens 8 Zeichen.
        reason.passwordTooLong: Das Passwort ist zu lang: es hat höchstens 256 Zeichen.
        reason.passwordSameAsIdentity: Das Passwort ist deine E-Mail-Adresse oder dein Anzeigename. Wähle ein anderes.
        reason.passwordCommon: Viele haben dieses Passwort, darum wird es zuerst geraten. Wähle ein anderes.
        reason.passwordUnchanged: Das ist das Passwort, das du hast. Wähle ein anderes.
        reason.codeWrong: Das ist nicht der Code der neuesten Mail.
        reason.codeExpired: Dieser Code wurde schon benutzt oder ist zu alt. Lass dir einen neuen schicken.
        reason.linkInvalid: Dieser Link wurde schon benutzt oder ist zu alt. Lass dir eine neue Mail schicken.
        reason.displayNameMissing: Der Anzeigename fehlt.
        reason.displayNameTooShort: Der Anzeigename ist zu kurz: er hat mindestens 3 Zeichen.
        reason.displayNameTooLong: Der Anzeigename ist zu lang: er hat höchstens 30 Zeichen.
        reason.displayNameBadCharacter: Ein Anzeigename hat nur Buchstaben von A bis Z, Ziffern, Unterstriche und Punkte.
        reason.displayNameLeadingPeriod: Ein Anzeigename beginnt nicht mit einem Punkt.
        reason.displayNameTrailingPeriod: Ein Anzeigename endet nicht mit einem Punkt.
        reason.displayNameDoubledPeriod: Ein Anzeigename hat keine zwei Punkte hintereinander.
        reason.displayNameTaken: Jemand hat diesen Anzeigenamen, oder einen, der so aussieht.
        reason.displayNameReserved: Dieser Anzeigename ist reserviert oder sieht so aus wie ein reservierter.
        reason.holdNotFound: Der Anzeigename wird nicht mehr für dich freigehalten. Wähle ihn noch einmal.
        reason.profileNotFound: Niemand heißt so.
        reason.photoNotFound: Es gibt kein Foto.
        reason.photoNotJpeg: Das ist kein Foto, oder es ist beschädigt.
        reason.photoTooLarge: Das Foto ist zu groß.
        reason.photoDimensionsTooLarge: Das Foto hat zu viele Bildpunkte.
        reason.photoUnsupported: Diese Art von Bild wird nicht angenommen. Speichere es als gewöhnliches JPEG und versuche es noch einmal.
        reason.photoDamaged: Das gespeicherte Foto ist beschädigt. Wähle es noch einmal.
        reason.photoNotAsDeclared: Das Foto wurde unterwegs abgeschnitten. Versuche es noch einmal.
        reason.photoRefused: Dieses Foto wurde früher entfernt. Wähle ein anderes.
        reason.photoNotRefused: Das Foto ist nicht gesperrt.
        reason.leaseEnded: Du wirst nicht mehr als anwesend gezeigt. Öffne das hier neu.
        reason.tooManyDevices: Du bist auf zu vielen Geräten anwesend: höchstens 16.
        reason.deviceKicked: Dieses Gerät wurde anderswo abgemeldet.
        reason.userNotFound: Dieses Konto gibt es nicht.
        reason.lastAdmin: Das ist der letzte Administrator. Ernenne zuerst einen anderen.
        reason.mailNotFound: Diese Mail gibt es nicht.
        reason.deliveryNotFound: Diese Zustellung gibt es nicht.
        reason.banNotFound: Diese Sperre gibt es nicht, oder sie ist zu Ende.
        reason.serviceNotFound: Diesen Dienst gibt es nicht.
        reason.serviceNameTaken: Ein anderer Dienst hat diesen Namen.
        reason.reportNotFound: Diese Meldung gibt es nicht, oder sie wurde schon entschieden.
        failure.noRoute: Es gibt keine Verbindung. Versuche es noch einmal, sobald es eine gibt.
        failure.connectionLost: Die Verbindung brach ab. Versuche es noch einmal.
        failure.noAnswer: Es kam keine Antwort zur rechten Zeit. Versuche es noch einmal.
        failure.notSecure: Die Verbindung ist nicht sicher, darum wurde nichts gesendet. Prüfe das Datum dieses Geräts, oder nimm ein anderes Netz.
        failure.away: Der Dienst antwortet im Moment nicht. Versuche es in einer Minute noch einmal.
        failure.captivePortal: Dieses Netz verlangt eine eigene Anmeldung. Öffne irgendeine Seite in einem Browser, und versuche es noch einmal.
        failure.malformedAnswer: Die Antwort ist nicht zu verstehen. Versuche es noch einmal, oder aktualisiere die App.
        failure.store: Dieses Gerät kann die Anmeldung im Moment nicht lesen oder speichern. Entsperre es, oder schaffe Platz, und versuche es noch einmal.
        failure.cancelled: Das wurde abgebrochen.
        failure.notSignedIn: Du bist nicht angemeldet.
        failure.failed: Etwas ist schiefgegangen. Versuche es später noch einmal.
        failure.passwordsDiffer: Das sind zwei verschiedene Passwörter.
        """
}
