package io.berth.edge.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.spec.input.InputException;
import io.berth.spec.input.Source;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class TokensTest {
    private static Tokens tokens(String... lines) {
        return Tokens.read(Source.text("tokens.yaml", "tokens:\n  - " + String.join("\n  - ", lines) + "\n"));
    }

    private static String token(String name, String secret, String more) {
        return "{name: " + name + ", sha256: " + HexFormat.of().formatHex(Tokens.sha256(secret)) + more + "}";
    }

    @Test
    void whoHasATokenIsFoundByItAndNobodyElse() {
        Tokens tokens = tokens(
                token("ci", "red secret", ", role: submitter, tenant: red"), token("eve", "x", ", role: viewer"));
        Caller found = tokens.find("red secret");
        assertThat(found).isEqualTo(new Caller("ci", Role.SUBMITTER, "red"));
        assertThat(tokens.find("red secret ")).isNull();
        assertThat(tokens.find("")).isNull();
    }

    @Test
    void aCallerKeepsItsTokenOnlyWhereNameRoleAndSecretAreAsBefore() {
        Tokens before = tokens(token("ci", "one", ", role: viewer"));
        Caller ci = new Caller("ci", Role.VIEWER, "");
        assertThat(tokens(token("ci", "one", ", role: viewer")).keeps(ci, before))
                .isTrue();
        assertThat(tokens(token("ci", "two", ", role: viewer")).keeps(ci, before))
                .isFalse();
        assertThat(tokens(token("ci", "one", ", role: submitter")).keeps(ci, before))
                .isFalse();
    }

    @Test
    void aFileThatGivesTooMuchIsRefusedAtItsPlace() {
        assertThatThrownBy(() -> tokens(token("ci", "x", ", role: operator, tenant: red")))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("tokens.yaml:2:")
                .hasMessageContaining("all tenants");
        assertThatThrownBy(() -> tokens(token("ci", "x", ", role: viewer"), token("ci", "y", ", role: viewer")))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("\"ci\" is there twice");
        assertThatThrownBy(() -> tokens("{name: ci, role: viewer, sha256: \"12\"}"))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("64 hexadecimal digits");
    }
}
