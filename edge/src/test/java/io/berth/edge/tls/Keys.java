package io.berth.edge.tls;

/** Keys and certificates, made by OpenSSL for tests alone: nobody trusts them. */
final class Keys {
    /** Of P-256: that of {@link #LEAF}. {@link #EC_PKCS8} and the encrypted ones are the same. */
    static final String EC_SEC1 = """
            -----BEGIN EC PRIVATE KEY-----
            MHcCAQEEIN0fXYASeXJjNnJ6BpYqF4qdOUVNBP6EzQS2hF3RVHb2oAoGCCqGSM49
            AwEHoUQDQgAEcp3Kq78elOVH91qtJd0Z4XPXJPFzY4l6IgIc6Cl5LxF0gmiib6Ns
            cygXQPsINzXNpP6qClw1b9tD9fjPlCG7GQ==
            -----END EC PRIVATE KEY-----
            """;

    static final String EC_PKCS8 = """
            -----BEGIN PRIVATE KEY-----
            MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg3R9dgBJ5cmM2cnoG
            lioXip05RU0E/oTNBLaEXdFUdvahRANCAARyncqrvx6U5Uf3Wq0l3Rnhc9ck8XNj
            iXoiAhzoKXkvEXSCaKJvo2xzKBdA+wg3Nc2k/qoKXDVv20P1+M+UIbsZ
            -----END PRIVATE KEY-----
            """;

    static final String EC_384 = """
            -----BEGIN EC PRIVATE KEY-----
            MIGkAgEBBDAOBva4lueHagFADKRO9Ogt7NlajdrKNTGUtpjdXLbIMEt8z1/oxmwn
            olZbfWUsCYagBwYFK4EEACKhZANiAATNXSWTzy1j7ZCgMi9u7nz67b6a2HSuWjK4
            K22m1/1EwV359ZWvVwlJ/r/DROpWKgxcPeCAWjtQFCOxbdi4bucnXuFTwyav63N6
            YZBXLN/EvecUdZkiXPO0taWUYN+vJdM=
            -----END EC PRIVATE KEY-----
            """;

    static final String EC_ENCRYPTED = """
            -----BEGIN EC PRIVATE KEY-----
            Proc-Type: 4,ENCRYPTED
            DEK-Info: AES-128-CBC,C633C9716767B57D01B6986810DB054F

            2y6HUpb+uEp1IfJPAg1iw2wAN3Sf79BCLixotfCAPn/nlNUwb2PtH6NsONJbXQSf
            YNsqaT9qFO9XinRUVFbIHMG9CaukiWS6JgqTGOQppu5u83PHtUQO1+3xJVNZSjrN
            rNVzqS/1Kdsz8XvmDdXw8Vl2AntsbFDimRt6fXBi0oU=
            -----END EC PRIVATE KEY-----
            """;

    static final String RSA_PKCS1 = """
            -----BEGIN RSA PRIVATE KEY-----
            MIIEogIBAAKCAQEAkjks6yBS2mIEFOi2tDnWSyEgx1KwAZanCODY+0Y3f90RLuso
            fcvb7oWA+SUEDHkWPX45gRddGTFVuACKkTGyyqRrtNj/+v2RyQZ/ux6LRT2zVbQU
            FTwkVHTQIXEZJV14MLknhpuA8QALM4iDhs9/OdgHb0IcaJRP7Ax6h9+7idVAXLEm
            0rk7N6hk1pcbDP83CmtwwrPBaGdhhyyHGTsTa0UTdZcjTdscGdoineu+KTRq7oV/
            XmSBvoHsPIvv72DrS0Ce9Yfn03RWgVwzt8w0uee7XMaRmYUNrVsDnSWQLJxb9AL2
            wiFul4wY3ZE6CfZRu99/yAY8txIFkOmlkiuX3wIDAQABAoIBAByv5e2dMlQQ3b8i
            ZtHV9QJZVf507P3qygt2XWtyu6m0u83KKfAAIj5Z59M5XWF7Eg9vZ6W5aTTrlmca
            iBTzPKH//veEiTf7LnJTeZTC6czkTX43bac63N/K6RhegXHwtAdPE/+XG4VsnkX2
            duNoawv0o4TC4iLsUf+79QAaN0dTiKY/vlxPS7K6xSHIxBJSprdfats50tuRSGxK
            CosGX/bndGkoPhxmSOZmRREPTTbTsfM/Mm7bb32IfaKUQNggDARFpKGS5aIxCSQO
            U7r1qmKjNAtLIGyW2qLlNe1Y4T/9G7VO81+BEamFlnIuMXGg8PA+fIoVHlim8LL8
            c7QYqakCgYEAymNu0nq/PZ5fJxC8hNtdCj+ZFCvmkeOVUTLTLu3cXn50aiWIVGAB
            gpCsEGd+de9y9C64XaGSu6gXOzYY98zoLQvKp99gAQT69WaWz5/kJon8o9M1ZrlF
            EG5qQLYJRiUocJlyKm2LoY1Lv1h8QHsHVXaSxKDtiQTUR+G2xdOH++kCgYEAuPUF
            MSF6bGuhvxnPCpvxBR643yE54C1rnTwtpOIroFyiZyNEF/VMcqWZUe4GVs66cygR
            6MMu99rI9vMeQFpIeiW+PhA40kl1UiZhKl3xpTuLWTFHvjMpdLliLOfKkwYaCgcT
            1fzpAPwhOul326+jkBpYHUArsrIBqe8/e8rvwIcCgYAl/MXXUdzFZw17GqQX18i9
            3LQR2i+b4HitVfnXjCPZxKh7J/JPy/lclWUGazaMUlZkSMSoJmSRPnqlzYCgOmC1
            28m8+qtdZZ7pIslZzSwYo7u80C7sygeRjvf4j3JsLRtLDzIjjo4v04KNNsGTpMP6
            oZfouj/7gOGLYG1a8lpKyQKBgHb4DAXlPeT9eoX8qONvGSIs98d2jM65CI6UBdwY
            Ku20iDYFRiiO/USFZlB/5Y3y3ZVzAcoRumVtUnUePqgwKox/OJadQp9o5tEXpMpm
            sSeSXHjbrQUXzaOqFw9BbVkSxK8MjGLJkmqywwEs6Y7itDfd6i2ueC0yOMXBAbmz
            +HGDAoGAbtpQzqE7J4XpKLxmjj2Z1QQVd5ApTtF4ce/EqVQV1/8+5zT9ruDRMFN4
            WyS+HbJckR0KjbhKCMJ2FwNryClxR58dgPulh/eIPsbxM6eB722stDbSe1zrdCGy
            v41sfyl/Ae/OcpwlZak6hsFnlhFHKkYo0A+YfD94je47QQVrvtU=
            -----END RSA PRIVATE KEY-----
            """;

    static final String RSA_PKCS8 = """
            -----BEGIN PRIVATE KEY-----
            MIIEvAIBADANBgkqhkiG9w0BAQEFAASCBKYwggSiAgEAAoIBAQCSOSzrIFLaYgQU
            6La0OdZLISDHUrABlqcI4Nj7Rjd/3REu6yh9y9vuhYD5JQQMeRY9fjmBF10ZMVW4
            AIqRMbLKpGu02P/6/ZHJBn+7HotFPbNVtBQVPCRUdNAhcRklXXgwuSeGm4DxAAsz
            iIOGz3852AdvQhxolE/sDHqH37uJ1UBcsSbSuTs3qGTWlxsM/zcKa3DCs8FoZ2GH
            LIcZOxNrRRN1lyNN2xwZ2iKd674pNGruhX9eZIG+gew8i+/vYOtLQJ71h+fTdFaB
            XDO3zDS557tcxpGZhQ2tWwOdJZAsnFv0AvbCIW6XjBjdkToJ9lG733/IBjy3EgWQ
            6aWSK5ffAgMBAAECggEAHK/l7Z0yVBDdvyJm0dX1AllV/nTs/erKC3Zda3K7qbS7
            zcop8AAiPlnn0zldYXsSD29npblpNOuWZxqIFPM8of/+94SJN/suclN5lMLpzORN
            fjdtpzrc38rpGF6BcfC0B08T/5cbhWyeRfZ242hrC/SjhMLiIuxR/7v1ABo3R1OI
            pj++XE9LsrrFIcjEElKmt19q2znS25FIbEoKiwZf9ud0aSg+HGZI5mZFEQ9NNtOx
            8z8ybttvfYh9opRA2CAMBEWkoZLlojEJJA5TuvWqYqM0C0sgbJbaouU17VjhP/0b
            tU7zX4ERqYWWci4xcaDw8D58ihUeWKbwsvxztBipqQKBgQDKY27Ser89nl8nELyE
            210KP5kUK+aR45VRMtMu7dxefnRqJYhUYAGCkKwQZ35173L0LrhdoZK7qBc7Nhj3
            zOgtC8qn32ABBPr1ZpbPn+Qmifyj0zVmuUUQbmpAtglGJShwmXIqbYuhjUu/WHxA
            ewdVdpLEoO2JBNRH4bbF04f76QKBgQC49QUxIXpsa6G/Gc8Km/EFHrjfITngLWud
            PC2k4iugXKJnI0QX9UxypZlR7gZWzrpzKBHowy732sj28x5AWkh6Jb4+EDjSSXVS
            JmEqXfGlO4tZMUe+Myl0uWIs58qTBhoKBxPV/OkA/CE66Xfbr6OQGlgdQCuysgGp
            7z97yu/AhwKBgCX8xddR3MVnDXsapBfXyL3ctBHaL5vgeK1V+deMI9nEqHsn8k/L
            +VyVZQZrNoxSVmRIxKgmZJE+eqXNgKA6YLXbybz6q11lnukiyVnNLBiju7zQLuzK
            B5GO9/iPcmwtG0sPMiOOji/Tgo02wZOkw/qhl+i6P/uA4YtgbVryWkrJAoGAdvgM
            BeU95P16hfyo428ZIiz3x3aMzrkIjpQF3Bgq7bSINgVGKI79RIVmUH/ljfLdlXMB
            yhG6ZW1SdR4+qDAqjH84lp1Cn2jm0RekymaxJ5JceNutBRfNo6oXD0FtWRLErwyM
            YsmSarLDASzpjuK0N93qLa54LTI4xcEBubP4cYMCgYBu2lDOoTsnhekovGaOPZnV
            BBV3kClO0Xhx78SpVBXX/z7nNP2u4NEwU3hbJL4dslyRHQqNuEoIwnYXA2vIKXFH
            nx2A+6WH94g+xvEzp4Hvbay0NtJ7XOt0IbK/jWx/KX8B785ynCVlqTqGwWeWEUcq
            RijQD5h8P3iN7jtBBWu+1Q==
            -----END PRIVATE KEY-----
            """;

    static final String ED_25519 = """
            -----BEGIN PRIVATE KEY-----
            MC4CAQAwBQYDK2VwBCIEIJtQrzoAJpDZW20R16VsQA4rkrXGn6uUXKrzRE9n8l9Y
            -----END PRIVATE KEY-----
            """;

    static final String LEAF = """
            -----BEGIN CERTIFICATE-----
            MIIBHDCBxAIUSiHWfxICZHS+W0KJc8G7+ltTOR4wCgYIKoZIzj0EAwIwEjEQMA4G
            A1UEAwwHVGVzdCBDQTAgFw0yNjExMjYwMjAwMTlaGA8yMTI2MTEwMjAyMDAxOVow
            DzENMAsGA1UEAwwEbGVhZjBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABHKdyqu/
            HpTlR/darSXdGeFz1yTxc2OJeiICHOgpeS8RdIJoom+jbHMoF0D7CDc1zaT+qgpc
            NW/bQ/X4z5QhuxkwCgYIKoZIzj0EAwIDRwAwRAIgIEQ90FIsh1RV8LQ70WhbUgls
            9G+CphnFcZtB7RZzBuACIEK/8slSqmUIoX5WiPqhAyEfz9U3GuOobqJWx6K3EiY0
            -----END CERTIFICATE-----
            """;

    static final String CA = """
            -----BEGIN CERTIFICATE-----
            MIIBejCCASGgAwIBAgIUOZ7GYfZ18zVQkxsHbPPnZzaMCuMwCgYIKoZIzj0EAwIw
            EjEQMA4GA1UEAwwHVGVzdCBDQTAgFw0yNjExMjYwMjAwMTlaGA8yMTI2MTEwMjAy
            MDAxOVowEjEQMA4GA1UEAwwHVGVzdCBDQTBZMBMGByqGSM49AgEGCCqGSM49AwEH
            A0IABLTQgJiT83C7oC4HgejfZQx/snb+vhoquTTRLKcU0vxYJ2YcBHGKHJOvlENC
            Lwdy4LzO9B7eTF4k8DVAJf52kVKjUzBRMB0GA1UdDgQWBBQH6hFI0gJxNF2XSPXY
            pGPqVyBjuTAfBgNVHSMEGDAWgBQH6hFI0gJxNF2XSPXYpGPqVyBjuTAPBgNVHRMB
            Af8EBTADAQH/MAoGCCqGSM49BAMCA0cAMEQCIAZEEqseaVtdvzQPf4/NsYg/eNt+
            ceosU7N80hmUYk6TAiAziPR1s1J+ttERIaetlJpo3uyPQqKzxIEvtn4BXpjx7Q==
            -----END CERTIFICATE-----
            """;

    static final String PKCS8_ENCRYPTED = """
            -----BEGIN ENCRYPTED PRIVATE KEY-----
            MIHsMFcGCSqGSIb3DQEFDTBKMCkGCSqGSIb3DQEFDDAcBAiDhOP5Ng2kygICCAAw
            DAYIKoZIhvcNAgkFADAdBglghkgBZQMEASoEEMSmuH+tpfxHd8NFvvlCio4EgZDw
            kBKDH6WCJ7u/VfkTlRHm3MXrxOlKX0jr930kdGrsfGM6C+jVcSIVoHsJoZnjbod+
            1/VRU86LqwJikQAxXQF9P0AJ8xmd5lcfQvIYzYvUHGIjwVZQmJBVnUqyAUqyxbD6
            XcfXc6xlV8iCWGQ6GSU0aRyx+sTaDTxWtNbvexrNL3T9Zn+dgevwqXbwOx7vKAE=
            -----END ENCRYPTED PRIVATE KEY-----
            """;

    private Keys() {}
}
