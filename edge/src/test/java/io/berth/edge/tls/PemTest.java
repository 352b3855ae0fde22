package io.berth.edge.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.spec.input.InputException;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.security.interfaces.ECPrivateKey;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PemTest {
    private static final String PLACE = "server.key";
    private static final String BEGIN = "-----BEGIN PRIVATE KEY-----\n";
    private static final String END = "-----END PRIVATE KEY-----\n";

    @TempDir
    private Path folder;

    @Test
    void aKeyIsTheSameHoweverItIsWritten() {
        assertThat(secret(Keys.EC_SEC1)).isEqualTo(secret(Keys.EC_PKCS8));
        assertThat(key(Keys.EC_SEC1).getAlgorithm()).isEqualTo("EC");
        assertThat(key(Keys.RSA_PKCS1)).isEqualTo(key(Keys.RSA_PKCS8)).returns("RSA", PrivateKey::getAlgorithm);
        assertThat(key(Keys.EC_384).getAlgorithm()).isEqualTo("EC");
        assertThat(key(Keys.ED_25519).getAlgorithm()).isEqualTo("EdDSA");
    }

    @Test
    void whatStandsAroundAKeyIsLeftAlone() {
        BigInteger ec = secret(Keys.EC_PKCS8);
        String parameters = "-----BEGIN EC PARAMETERS-----\nBggqhkjOPQMBBw==\n-----END EC PARAMETERS-----\n";
        for (String around : List.of(
                parameters + Keys.EC_SEC1,
                Keys.LEAF + Keys.CA + Keys.EC_PKCS8,
                "Bag Attributes: ä\n" + END + Keys.EC_PKCS8 + Keys.ED_25519 + "the end",
                Keys.EC_PKCS8.replace("\n", "\r\n"),
                "  " + Keys.EC_SEC1.replace("\n", "\n  "))) {
            assertThat(secret(around)).as(around).isEqualTo(ec);
        }
    }

    @Test
    void whatAKeySignsItsCertificateProves() throws GeneralSecurityException {
        byte[] message = text("hello");
        for (String pem : List.of(Keys.EC_SEC1, Keys.EC_PKCS8)) {
            Signature signature = Signature.getInstance("SHA256withECDSA");
            signature.initSign(key(pem));
            signature.update(message);
            byte[] signed = signature.sign();
            signature.initVerify(Pem.certificates(PLACE, text(Keys.LEAF)).getFirst());
            signature.update(message);
            assertThat(signature.verify(signed)).isTrue();
        }
    }

    @Test
    void certificatesComeInTheirOrderFromAmongOtherThings() throws CertificateEncodingException {
        assertThat(subjects(Keys.LEAF + Keys.CA)).containsExactly("CN=leaf", "CN=Test CA");
        assertThat(subjects("subject=leaf\n" + Keys.CA + "issuer=\n" + Keys.LEAF + "the end"))
                .containsExactly("CN=Test CA", "CN=leaf");
        // As kubelet keeps its own: all in one file.
        assertThat(subjects(Keys.LEAF + Keys.CA + Keys.EC_SEC1)).containsExactly("CN=leaf", "CN=Test CA");
        assertThat(subjects(Keys.RSA_PKCS8 + Keys.LEAF)).containsExactly("CN=leaf");
        byte[] bytes = Pem.certificates(PLACE, text(Keys.CA)).getFirst().getEncoded();
        assertThat(Pem.certificates(PLACE, bytes)).isEqualTo(Pem.certificates(PLACE, text(Keys.CA)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "no key", "-----BEGIN", END, Keys.LEAF, Keys.EC_ENCRYPTED, Keys.PKCS8_ENCRYPTED})
    void aFileWithoutAKeyThatCanBeReadSaysWhatMakesOne(String text) {
        assertRefused(() -> key(text))
                .hasMessageContaining("no unencrypted private key")
                .hasMessageContaining("PKCS #8")
                .hasMessageContaining("openssl pkcs8 -topk8 -nocrypt");
    }

    @Test
    void brokenKeysAreErrorsThatSayWhatIsBroken() {
        assertRefused(() -> key(BEGIN + "MC4CAQ!AwBQ\n" + END))
                .hasMessageContaining("something else than base64 behind " + BEGIN.strip());
        assertRefused(() -> key(BEGIN + "M\n" + END))
                .hasMessageContaining("something else than base64 behind " + BEGIN.strip());
        assertRefused(() -> key(BEGIN + "MC4CAQAwBQ==\n")).hasMessageContaining("no line -----END PRIVATE KEY-----");
        assertRefused(() -> key(BEGIN + "MC4CAQAwBQ==\n" + END)).hasMessageContaining("no key of RSA, EC, EdDSA");
        assertRefused(() -> key(BEGIN + END)).hasMessageContaining("no key of RSA, EC, EdDSA");
        assertRefused(() -> key(as("RSA", body(Keys.EC_SEC1)))).hasMessageContaining("no key of RSA");
        assertRefused(() -> key(as("EC", body(Keys.RSA_PKCS1)))).hasMessageContaining("does not say which");
        assertRefused(() -> key(as("EC", new byte[0]))).hasMessageContaining("cut off");
        // A length that is more than there is, and one that turns negative.
        assertRefused(() -> key(as("EC", new byte[] {0x30, 4, 2, 0x7f, 1, 1}))).hasMessageContaining("cut off");
        assertRefused(() -> key(as("EC", new byte[] {0x30, 7, 2, (byte) 0x84, -1, -1, -1, -1, 0})))
                .hasMessageContaining("cut off");
    }

    @Test
    void brokenCertificatesAreErrorsThatSayWhatIsBroken() {
        for (String none : List.of("", "nothing", Keys.EC_SEC1, "-----END CERTIFICATE-----\n")) {
            assertRefused(() -> subjects(none)).hasMessageContaining("holds no certificate");
        }
        assertRefused(() -> subjects(Keys.CA + Keys.LEAF.replace("MII", "M!I")))
                .hasMessageContaining("something else than base64 behind -----BEGIN CERTIFICATE-----");
        assertRefused(() -> subjects(Keys.CA.substring(0, 200)))
                .hasMessageContaining("no line -----END CERTIFICATE-----");
        assertRefused(() -> subjects(Keys.LEAF.replace("MIIB", "AIIB"))).hasMessageContaining("cannot be read");
        assertRefused(() -> Pem.certificates(PLACE, new byte[] {0x30, 1, 2}))
                .hasMessageContaining("holds no certificate: ");
    }

    @ParameterizedTest
    @Timeout(30)
    @ValueSource(strings = {Keys.EC_SEC1, Keys.EC_PKCS8, Keys.RSA_PKCS1, Keys.ED_25519, Keys.LEAF})
    void whateverIsChangedInAFileIsReadOrRefused(String pem) {
        String label = pem.substring("-----BEGIN ".length(), pem.indexOf("-----\n"));
        Random random = new Random(7);
        for (int i = 0; i < 500; i++) {
            byte[] changed = body(pem);
            changed[random.nextInt(i % 2 == 0 ? changed.length : 16)] = (byte) random.nextInt();
            String text = block(label, i % 3 > 0 ? changed : Arrays.copyOf(changed, random.nextInt(changed.length)));
            try {
                assertThat(pem.equals(Keys.LEAF) ? subjects(text) : key(text)).isNotNull();
            } catch (InputException e) {
                assertThat(e.place()).isEqualTo(PLACE);
            }
        }
    }

    @Test
    void aServerProvesItselfByFilesThatGoTogether() throws IOException {
        Path chain = Files.writeString(folder.resolve("chain.pem"), Keys.LEAF + Keys.CA);
        Path key = Files.writeString(folder.resolve("key.pem"), Keys.EC_SEC1);
        Path both = Files.writeString(folder.resolve("both.pem"), Keys.LEAF + Keys.EC_PKCS8);
        Path missing = folder.resolve("missing.pem");

        assertThat(KeyFiles.pem(chain, key)).isNotNull();
        assertThat(KeyFiles.pem(both, both)).isNotNull();
        assertThatThrownBy(() -> KeyFiles.pem(chain, chain)).hasMessageStartingWith(chain + ": holds no unencrypted");
        assertThatThrownBy(() -> KeyFiles.pem(key, key)).hasMessageStartingWith(key + ": holds no certificate");
        assertThatThrownBy(() -> KeyFiles.pem(chain, missing)).hasMessage(missing + ": there is no such file");
        assertThatThrownBy(() -> KeyFiles.pkcs12(key, "")).hasMessageStartingWith(key + ": is no PKCS #12 file");
    }

    private static AbstractThrowableAssert<?, ?> assertRefused(ThrowingCallable reading) {
        return assertThatThrownBy(reading).isInstanceOf(InputException.class).hasMessageStartingWith(PLACE + ": ");
    }

    private static PrivateKey key(String pem) {
        return Pem.key(PLACE, text(pem));
    }

    /** The number that a key of an elliptic curve is. */
    private static BigInteger secret(String pem) {
        return ((ECPrivateKey) key(pem)).getS();
    }

    private static List<String> subjects(String pem) {
        return Pem.certificates(PLACE, text(pem)).stream()
                .map(certificate -> ((X509Certificate) certificate)
                        .getSubjectX500Principal()
                        .getName())
                .toList();
    }

    private static byte[] text(String pem) {
        return pem.getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] body(String pem) {
        String text = pem.substring(pem.indexOf('\n'), pem.lastIndexOf("-----END"));
        return Base64.getMimeDecoder().decode(text);
    }

    private static String as(String algorithm, byte[] body) {
        return block(algorithm + " PRIVATE KEY", body);
    }

    private static String block(String label, byte[] body) {
        return "-----BEGIN " + label + "-----\n" + Base64.getMimeEncoder().encodeToString(body) + "\n-----END " + label
                + "-----\n";
    }
}
