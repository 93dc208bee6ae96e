extension BuiltInTemplates {
    static func german(_ kind: MailKind) -> String {
        switch kind {
        case .verifyAddress:
            """
            Subject: Bestätige deine E-Mail-Adresse

            Dein Code für {{service}} lautet:

            {{code}}

            Gib ihn ein, um zu bestätigen, dass {{address}} deine Adresse ist. Er gilt bis {{until}}.

            Oder öffne diesen Link:
            {{link}}

            Oder gib dies ein, wo auch immer du bist:
            {{token}}

            Falls du das nicht angefordert hast, ignoriere diese Nachricht einfach.
            """
        case .resetPassword:
            """
            Subject: Wähle ein neues Passwort

            Dein Code für {{service}} lautet:

            {{code}}

            Gib ihn ein, um ein neues Passwort zu wählen. Er gilt bis {{until}}.

            Oder öffne diesen Link:
            {{link}}

            Oder gib dies ein, wo auch immer du bist:
            {{token}}

            Falls du das nicht angefordert hast, ignoriere diese Nachricht: Dein Passwort bleibt,
            wie es ist. Gib diesen Code niemandem weiter. Niemand von {{service}} wird dich danach
            fragen.
            """
        case .changeAddressOld:
            """
            Subject: Bestätige die Änderung deiner E-Mail-Adresse

            Jemand, der in deinem Konto bei {{service}} angemeldet ist, möchte dessen E-Mail-Adresse
            von {{address}} zu {{new_address}} ändern.

            Wenn du das bist, gib diesen Code zusammen mit dem ein, der an die neue Adresse ging:

            {{code}}

            Er gilt bis {{until}}.

            Wenn du es nicht bist, gib den Code niemandem und ändere dein Passwort: Jemand kennt es.
            """
        case .changeAddressNew:
            """
            Subject: Bestätige deine neue E-Mail-Adresse

            Diese Adresse soll die Adresse eines Kontos bei {{service}} werden. Dein Code lautet:

            {{code}}

            Er gilt bis {{until}}.

            Falls du das nicht angefordert hast, ignoriere diese Nachricht einfach.
            """
        case .addressTaken:
            """
            Subject: Deine E-Mail-Adresse wurde noch einmal angegeben

            Jemand wollte {{address}} für ein weiteres Konto bei {{service}} verwenden. Das geht
            nicht, weil sie die Adresse deines Kontos ist. Es hat sich nichts geändert.

            Wenn du das warst, melde dich mit dieser Adresse an, oder wähle ein neues Passwort,
            falls du deines vergessen hast.
            """
        case .newDevice:
            """
            Subject: Neue Anmeldung in deinem Konto

            Jemand hat sich in deinem Konto bei {{service}} auf einem Gerät angemeldet, das wir noch
            nicht kennen.

            Gerät: {{device}}

            Zeit: {{time}}

            Netz: {{network}}

            Wenn du das warst, ist nichts zu tun. Wenn nicht, ändere jetzt dein Passwort und beende
            die Sitzungen, die du nicht kennst.
            """
        case .passwordChanged:
            """
            Subject: Dein Passwort wurde geändert

            Das Passwort deines Kontos bei {{service}} wurde am {{time}} geändert.

            Wenn du das nicht warst, wähle jetzt ein neues Passwort: „Passwort vergessen“ schickt
            einen Code an diese Adresse.
            """
        case .addressChanged:
            """
            Subject: Deine E-Mail-Adresse wurde geändert

            Die E-Mail-Adresse deines Kontos bei {{service}} wurde am {{time}} von {{address}} zu
            {{new_address}} geändert.

            Wenn du das warst, ist nichts zu tun. Wenn nicht, nimm die Änderung zurück. Das geht bis
            {{until}}.

            Öffne diesen Link:
            {{link}}

            Gib dies in der App ein:
            {{token}}
            """
        case .addressArrived:
            """
            Subject: Dies ist jetzt deine E-Mail-Adresse

            {{address}} ist seit {{time}} die E-Mail-Adresse deines Kontos bei {{service}}. Von nun
            an meldest du dich mit ihr an, und Nachrichten zum Konto kommen an sie.
            """
        case .addressUndone:
            """
            Subject: Die Änderung einer E-Mail-Adresse wurde zurückgenommen

            {{address}} ist nicht mehr die E-Mail-Adresse eines Kontos bei {{service}}: Die Änderung
            zu ihr wurde am {{time}} zurückgenommen, und zwar unter der Adresse, die das Konto davor
            hatte. Alle Sitzungen sind beendet, und das Passwort gilt nicht mehr.

            Wenn das Konto dir gehört, wähle über jene Adresse ein neues Passwort.
            """
        case .sessionStolen:
            """
            Subject: Eine deiner Sitzungen wurde beendet

            Jemand hat eine Kopie einer Sitzung deines Kontos bei {{service}} benutzt. Zu deinem
            Schutz haben wir diese Sitzung beendet. Das Gerät muss sich neu anmelden.

            Gerät: {{device}}

            Wenn das noch einmal geschieht, ändere dein Passwort und prüfe dein Gerät auf
            Schadsoftware.
            """
        case .accountDeleted:
            """
            Subject: Dein Konto wurde gelöscht

            Dein Konto bei {{service}} wurde am {{time}} gelöscht, mit allem, was dazugehört.

            Dies ist die letzte Nachricht dazu.
            """
        case .profileTakenDown:
            """
            Subject: Aus deinem Profil wurde etwas entfernt

            Die Verwaltung von {{service}} hat am {{time}} aus deinem Profil entfernt:

            {{display_name}} deinen Anzeigenamen

            {{photo}} dein Foto

            {{bio}} was du über dich schreibst

            {{pronouns}} deine Pronomen

            {{location}} deinen Ort

            {{links}} deine Links

            Der Grund:
            {{reason}}

            Du kannst etwas anderes wählen, das den Regeln von {{service}} entspricht.
            """
        case .test:
            """
            Subject: Testnachricht von {{service}}

            Dies ist ein Test. Nachrichten von {{service}} kommen bei {{address}} an.

            Gesendet am {{time}}.
            """
        }
    }
}
