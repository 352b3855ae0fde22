package io.berth.kube.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.kube.http.TestKey;
import io.berth.kube.http.Trust;
import io.berth.spec.input.InputException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Pattern;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KubeConfigTest {
    private static final String AUTHORITY = "certificate-authority: pki/ca.crt";

    @TempDir
    static Path keys;

    private static TestKey key;

    @TempDir
    Path folder;

    @BeforeAll
    static void make() throws Exception {
        key = TestKey.make(keys, "client");
    }

    @Test
    void the_current_context_says_which_server_and_who_asks() throws IOException {
        ApiServer server = read(AUTHORITY, "token: secret");
        assertThat(server.address()).isEqualTo(URI.create("https://127.0.0.1:6443"));
        assertThat(server.token().get()).isEqualTo("secret");
    }

    @Test
    void files_are_beside_the_config_and_a_token_file_counts_before_a_token() throws IOException {
        Files.writeString(folder.resolve("the-token"), "from the file\n");
        assertThat(read(AUTHORITY, "token: secret, tokenFile: the-token")
                        .token()
                        .get())
                .isEqualTo("from the file");
        Path elsewhere = Files.writeString(keys.resolve("token"), "elsewhere");
        assertThat(read(AUTHORITY, "tokenFile: " + elsewhere).token().get()).isEqualTo("elsewhere");
    }

    @Test
    void certificates_are_files_or_stand_there_themselves() throws IOException {
        String inline = "client-certificate-data: " + TestKey.inline(key.certificatePem()) + ", client-key-data: "
                + TestKey.inline(key.keyPem());
        String files = "client-certificate: pki/client.crt, client-key: pki/client.key";
        for (String user : new String[] {inline, files, inline + ", client-certificate: none, client-key: none"}) {
            assertThat(read(AUTHORITY, user).token().get()).isEmpty();
        }
        assertThat(read("certificate-authority-data: " + TestKey.inline(key.certificatePem()), "token: t")
                        .tls()
                        .trust())
                .isNotEqualTo(Trust.SYSTEM);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "null",
            value = {
                "certificate-authority: ''|token: '', tokenFile: '', exec: null",
                "insecure-skip-tls-verify: true|client-certificate: '', client-key-data:",
                "insecure-skip-tls-verify: false, proxy-url: ''|username: ''",
                "insecure-skip-tls-verify:|",
            },
            quoteCharacter = '`')
    void what_is_empty_is_not_there(String cluster, String user) throws IOException {
        assertThat(read(cluster, user == null ? "" : user).token().get()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "token: t, exec: {command: aws}|users[0].user.exec: may not stand beside a token",
                "exec: {apiVersion: client.authentication.k8s.io/v1alpha1, command: aws}|did you mean \"client.authentication.k8s.io/v1beta1\"?",
                "exec: {apiVersion: client.authentication.k8s.io/v1}|the key \"command\" is missing",
                "exec: {apiVersion: client.authentication.k8s.io/v1, command: aws, interactiveMode: Always}|nobody is there to answer",
                "exec: {apiVersion: client.authentication.k8s.io/v1, command: no-such-program, installHint: get it}|users[0].user.exec: cannot start no-such-program: get it",
                "auth-provider: {name: gcp}|users[0].user.auth-provider: is a way",
                "username: me, password: x|users[0].user.username: is a way",
                "token: t, as: somebody|users[0].user.as: is not supported",
                "token: t, as-groups: [a]|users[0].user.as-groups: is not supported",
                "client-certificate: pki/client.crt|users[0].user: has a client-certificate without a client-key",
                "client-key: pki/client.key|users[0].user: has a client-key without a client-certificate",
                "client-certificate: pki/clien.crt, client-key: pki/client.key|did you mean \"client.crt\"?",
                "client-certificate: pki/client.key, client-key: pki/client.key|client-certificate: holds",
                "client-certificate: pki/client.crt, client-key: pki/client.crt|client-key: holds no unencrypted",
                "tokenFile: nowhere|nowhere: there is no such file",
                "token: [a]|users[0].user.token: must be one value",
            })
    void users_that_cannot_be_are_refused_with_the_key(String user, String message) {
        refused(() -> read(AUTHORITY, user), message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "insecure-skip-tls-verify: maybe|insecure-skip-tls-verify: must be true or false",
                "insecure-skip-tls-verify: true, certificate-authority: pki/ca.crt|insecure-skip-tls-verify: is of no use",
                "certificate-authority: pki/none.crt|none.crt: there is no such file",
                "certificate-authority: pki|pki: cannot be read",
                "certificate-authority-data: eHg=|certificate-authority: holds",
                "proxy-url: http://p|clusters[0].cluster.proxy-url: is not supported",
                "tls-server-name: kube|clusters[0].cluster.tls-server-name: is not supported",
            })
    void clusters_that_cannot_be_are_refused_with_the_key(String cluster, String message) {
        refused(() -> read(cluster, "token: t"), message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "current-context: kind-dev|current-context: kind-def|did you mean \"kind-dev\"?",
                "cluster: kind|cluster: kin|did you mean \"kind\"?",
                "user: admin|user: admim|did you mean \"admin\"?",
                "current-context: kind-dev||the key \"current-context\" is missing",
                "current-context: kind-dev|current-context: ''|unknown name in contexts",
                "contexts:|context:|the key \"contexts\" is missing",
                "clusters:|cluster:|the key \"clusters\" is missing",
                "users:|user:|the key \"users\" is missing",
                "server: https|address: https|the key \"server\" is missing",
                "https://127.0.0.1:6443|127.0.0.1:6443|must be an address such as",
                "https://127.0.0.1:6443|ftp://h|must be an address such as",
                "https://127.0.0.1:6443|'https://a b'|must be an address such as",
                "https://127.0.0.1:6443|'https:///x'|must be an address such as",
            })
    void names_that_nothing_has_are_refused_with_the_nearest(String text, String by, String message) {
        String changed = config(AUTHORITY, "token: t").replaceFirst(Pattern.quote(text), by == null ? "" : by);
        refused(() -> read(changed), message);
    }

    @Test
    void addresses_may_have_paths_and_users_may_be_left_out() throws IOException {
        String path = config(AUTHORITY, "token: t").replace("6443", "6443/k8s/clusters/c-1");
        assertThat(read(path).address().getPath()).isEqualTo("/k8s/clusters/c-1");
        assertThat(read(config(AUTHORITY, "token: t").replace(", user: admin", ""))
                        .token()
                        .get())
                .isEmpty();
    }

    @Test
    void a_file_that_is_not_there_is_refused() {
        refused(() -> KubeConfig.read(folder.resolve("none")), "there is no such file");
    }

    @Test
    void a_pod_is_told_by_its_environment_and_account() throws IOException {
        Files.writeString(folder.resolve("ca.crt"), key.certificatePem());
        Files.writeString(folder.resolve("token"), "of the account\n");

        ApiServer server = inCluster("10.96.0.1", "8443");
        assertThat(server.address()).isEqualTo(URI.create("https://10.96.0.1:8443"));
        assertThat(server.token().get()).isEqualTo("of the account");
        assertThat(inCluster("fd00::1", "443").address()).isEqualTo(URI.create("https://[fd00::1]:443"));
        assertThat(KubeConfig.inCluster(Map.of("KUBERNETES_SERVICE_HOST", "kube"), folder)
                        .address())
                .isEqualTo(URI.create("https://kube:443"));
        refused(() -> inCluster("10.96.0.1", "tcp"), "make no address");
        refused(() -> inCluster("a b", "443"), "make no address");
        refused(() -> KubeConfig.inCluster(Map.of()), "KUBERNETES_SERVICE_HOST is not set");

        Files.delete(folder.resolve("ca.crt"));
        refused(() -> inCluster("10.96.0.1", "443"), "ca.crt: there is no such file");
    }

    @Test
    void the_first_place_that_says_where_the_server_is_counts() throws IOException {
        Path kube = Files.createDirectories(folder.resolve(".kube"));
        Files.writeString(kube.resolve("config"), config("", "token: of-the-home"));
        Path other = Files.writeString(folder.resolve("other"), config("", "token: of-the-variable"));
        Map<String, String> home = Map.of("HOME", folder.toString());
        Map<String, String> variable = Map.of("HOME", folder.toString(), "KUBECONFIG", other.toString());

        assertThat(KubeConfig.find(null, home).token().get()).isEqualTo("of-the-home");
        assertThat(KubeConfig.find(null, variable).token().get()).isEqualTo("of-the-variable");
        assertThat(KubeConfig.find(kube.resolve("config"), variable).token().get())
                .isEqualTo("of-the-home");
        Map<String, String> pod = Map.of("HOME", folder.toString(), "KUBERNETES_SERVICE_HOST", "10.96.0.1");
        // Where this runs there is no account.
        refused(() -> KubeConfig.find(null, pod), "serviceaccount/ca.crt: there is no such file");
        refused(() -> KubeConfig.find(null, Map.of("HOME", keys.toString())), "there is no ~/.kube/config");
        refused(() -> KubeConfig.find(null, Map.of("KUBECONFIG", "a:b")), "names several files");
    }

    @Test
    void a_pod_knows_its_namespace() throws IOException {
        Map<String, String> pod = Map.of("KUBERNETES_SERVICE_HOST", "10.96.0.1");
        assertThat(KubeConfig.ownNamespace(pod, folder)).isEmpty();
        Files.writeString(folder.resolve("namespace"), "berth-system");
        assertThat(KubeConfig.ownNamespace(pod, folder)).isEqualTo("berth-system");
        assertThat(KubeConfig.ownNamespace(Map.of(), folder)).isEmpty();
    }

    @Test
    void the_namespace_is_that_of_the_context_else_the_usual_one() throws IOException {
        String config = config(AUTHORITY, "token: t");
        Path file = Files.writeString(folder.resolve("plain"), config);
        Path named = Files.writeString(
                folder.resolve("named"), config.replace("{cluster: kind,", "{namespace: team, cluster: kind,"));
        assertThat(KubeConfig.namespace(file, Map.of())).isEqualTo("default");
        assertThat(KubeConfig.namespace(named, Map.of())).isEqualTo("team");
        assertThat(KubeConfig.namespace(null, Map.of("KUBECONFIG", named.toString())))
                .isEqualTo("team");
    }

    private ApiServer inCluster(String host, String port) {
        return KubeConfig.inCluster(Map.of("KUBERNETES_SERVICE_HOST", host, "KUBERNETES_SERVICE_PORT", port), folder);
    }

    private static void refused(ThrowingCallable reading, String message) {
        assertThatThrownBy(reading).isInstanceOf(InputException.class).hasMessageContaining(message);
    }

    private ApiServer read(String cluster, String user) throws IOException {
        return read(config(cluster, user));
    }

    private ApiServer read(String config) throws IOException {
        Path pki = Files.createDirectories(folder.resolve("pki"));
        Files.writeString(pki.resolve("ca.crt"), key.certificatePem());
        Files.writeString(pki.resolve("client.crt"), key.certificatePem());
        Files.writeString(pki.resolve("client.key"), key.keyPem());
        return KubeConfig.read(Files.writeString(folder.resolve("config"), config));
    }

    private static String config(String cluster, String user) {
        return """
                apiVersion: v1
                kind: Config
                current-context: kind-dev
                contexts:
                - name: other
                  context: {cluster: absent, user: absent}
                - name: kind-dev
                  context: {cluster: kind, user: admin}
                clusters:
                - name: kind
                  cluster: {server: https://127.0.0.1:6443, %s}
                users:
                - name: admin
                  user: {%s}
                """.formatted(cluster, user);
    }
}
