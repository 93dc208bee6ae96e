extension BuiltInTemplates {
    static func english(_ kind: MailKind) -> String {
        switch kind {
        case .verifyAddress:
            """
            Subject: Confirm your e-mail address

            Your code for {{service}} is:

            {{code}}

            Enter it to confirm that {{address}} is your address. It is valid until {{until}}.

            Or open this link:
            {{link}}

            Or enter this, wherever you are:
            {{token}}

            If you did not ask for this, you can ignore this mail.
            """
        case .resetPassword:
            """
            Subject: Choose a new password

            Your code for {{service}} is:

            {{code}}

            Enter it to choose a new password. It is valid until {{until}}.

            Or open this link:
            {{link}}

            Or enter this, wherever you are:
            {{token}}

            If you did not ask for this, you can ignore this mail: your password stays as it is.
            Never tell anybody this code. Nobody from {{service}} will ask you for it.
            """
        case .changeAddressOld:
            """
            Subject: Confirm the change of your e-mail address

            Somebody who is signed in to your account at {{service}} wants to change its e-mail
            address from {{address}} to {{new_address}}.

            If that is you, enter this code together with the one that was sent to the new address:

            {{code}}

            It is valid until {{until}}.

            If it is not you, tell nobody this code and change your password: somebody knows it.
            """
        case .changeAddressNew:
            """
            Subject: Confirm your new e-mail address

            This address is to become the address of an account at {{service}}. Your code is:

            {{code}}

            It is valid until {{until}}.

            If you did not ask for this, you can ignore this mail.
            """
        case .addressTaken:
            """
            Subject: Your e-mail address was entered again

            Somebody wanted to use {{address}} for another account at {{service}}. That is not
            possible, as it is the address of your account. Nothing has changed.

            If it was you, sign in with this address, or choose a new password if you have forgotten
            yours.
            """
        case .newDevice:
            """
            Subject: New sign-in to your account

            Somebody has signed in to your account at {{service}} on a device that we have not seen
            before.

            Device: {{device}}

            Time: {{time}}

            Network: {{network}}

            If it was you, there is nothing to do. If not, change your password now, and end the
            sessions that you do not know.
            """
        case .passwordChanged:
            """
            Subject: Your password was changed

            The password of your account at {{service}} was changed on {{time}}.

            If it was not you, choose a new password now: "Forgot password" sends a code to this
            address.
            """
        case .addressChanged:
            """
            Subject: Your e-mail address was changed

            The e-mail address of your account at {{service}} was changed from {{address}} to
            {{new_address}} on {{time}}.

            If it was you, there is nothing to do. If not, take the change back. You can do so until
            {{until}}.

            Open this link:
            {{link}}

            Enter this in the app:
            {{token}}
            """
        case .addressArrived:
            """
            Subject: This is your e-mail address now

            {{address}} has been the e-mail address of your account at {{service}} since {{time}}.
            From now on you sign in with it, and mails about the account come to it.
            """
        case .addressUndone:
            """
            Subject: The change of an e-mail address was taken back

            {{address}} is not the e-mail address of an account at {{service}} any more: on {{time}}
            the change to it was taken back, by who reads mail to the address that the account had
            before. All of its sessions have ended, and its password is no longer good.

            If the account is yours, choose a new password by that address.
            """
        case .sessionStolen:
            """
            Subject: One of your sessions was ended

            Somebody has used a copy of a session of your account at {{service}}. To protect you, we
            have ended that session. The device has to sign in again.

            Device: {{device}}

            If this happens again, change your password and look for malicious software on your
            device.
            """
        case .accountDeleted:
            """
            Subject: Your account was deleted

            Your account at {{service}} was deleted on {{time}}, with everything that belongs to it.

            This is the last mail about it.
            """
        case .profileTakenDown:
            """
            Subject: Something was taken away from your profile

            An administrator of {{service}} has taken this away from your profile on {{time}}:

            {{display_name}} your display name

            {{photo}} your photo

            {{bio}} what you say about yourself

            {{pronouns}} your pronouns

            {{location}} your location

            {{links}} your links

            The reason:
            {{reason}}

            You can choose something else that keeps the rules of {{service}}.
            """
        case .test:
            """
            Subject: Test mail from {{service}}

            This is a test. Mail from {{service}} arrives at {{address}}.

            It was sent on {{time}}.
            """
        }
    }
}
