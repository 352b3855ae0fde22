package io.berth.kube.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.spec.input.InputException;
import io.berth.spec.input.Source;
import io.berth.spec.input.Tree;
import io.berth.spec.input.TreeReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExecPluginTest {
    private static final Tree CLUSTER =
            tree("{server: https://kube:6443, certificate-authority-data: abc, certificate-authority: ''}");

    @TempDir
    Path folder;

    @Test
    void a_program_beside_its_config_gives_a_token_and_when_it_ends() throws IOException {
        program("""
                cat <<END
                {"kind": "ExecCredential", "status": {"token": "$1-$MINE", "expirationTimestamp": "2026-11-26T04:00:00Z"}}
                END
                """);

        assertThat(plugin("args: [word], env: [{name: MINE, value: yes it is}]").run())
                .isEqualTo(new ExecPlugin.Credential("word-yes it is", Instant.parse("2026-11-26T04:00:00Z")));
    }

    @Test
    void it_is_told_of_the_cluster_where_it_wants_to_know_and_is_given_no_input() throws IOException {
        program("cat; echo \"$KUBERNETES_EXEC_INFO\" >" + folder.resolve("info")
                + "; echo '{\"status\": {\"token\": \"t\"}}'");

        assertThat(plugin("provideClusterInfo: true").run()).isEqualTo(new ExecPlugin.Credential("t", null));
        assertThat(Files.readString(folder.resolve("info")))
                .contains("client.authentication.k8s.io/v1beta1", "https://kube:6443", "abc", "ExecCredential")
                .doesNotContain("certificate-authority\"");
        plugin("provideClusterInfo: false").run();
        assertThat(Files.readString(folder.resolve("info"))).doesNotContain("kube:6443");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "echo no login >&2; exit 3|ended with code 3: no login",
                "echo '{}'|the key \"status\" is missing",
                "echo '{\"status\": {\"clientCertificateData\": \"x\"}}'|has no token",
                "echo '{\"status\": {\"token\": \"t\", \"expirationTimestamp\": \"soon\"}}'|must be a time such as",
                "echo token|what ",
            })
    void what_gives_no_token_says_why(String script, String message) throws IOException {
        program(script);
        assertThatThrownBy(() -> plugin("args: []").run())
                .isInstanceOf(InputException.class)
                .hasMessageContaining(message);
    }

    private void program(String script) throws IOException {
        Files.writeString(
                Files.createFile(
                        folder.resolve("program"),
                        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"))),
                "#!/bin/sh\n" + script);
    }

    private ExecPlugin plugin(String more) {
        return ExecPlugin.read(
                tree("{apiVersion: client.authentication.k8s.io/v1beta1, command: ./program, " + more + "}"),
                folder,
                CLUSTER);
    }

    private static Tree tree(String text) {
        return TreeReader.read(Source.text("config", text));
    }
}
