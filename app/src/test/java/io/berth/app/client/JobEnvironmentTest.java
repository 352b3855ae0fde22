package io.berth.app.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.app.submit.JobDocument;
import io.berth.spec.input.Source;
import io.berth.spec.input.Tree;
import io.berth.spec.input.TreeReader;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class JobEnvironmentTest {
    private static final Map<String, String> CALLER =
            Map.of("HOME", "/home/ada", "PATH", "/home/ada/bin", "MODE", "fast");

    @Test
    void aJobOfAnotherUserIsNotHandedTheLoginOfItsCaller() {
        assertThat(environment("{command: 'true', user: somebody-else}")).isEqualTo(Map.of("MODE", "fast"));
    }

    @Test
    void whatTheJobItselfNamesStays() {
        assertThat(environment("{command: 'true', user: somebody-else, env: {PATH: /opt/bin}}"))
                .isEqualTo(Map.of("MODE", "fast", "PATH", "/opt/bin"));
    }

    @Test
    void aJobOfTheCallerHasHisEnvironment() {
        assertThat(environment("{command: 'true'}")).isEqualTo(CALLER);
        assertThat(environment("{command: 'true', user: " + System.getProperty("user.name") + "}"))
                .isEqualTo(CALLER);
    }

    @Test
    void functionsOfBashAreVariables() {
        String functions = Base64.getEncoder()
                .encodeToString(
                        "BASH_FUNC_a%%=() {\n x=1\n}\0BASH_FUNC_b%%=() { é; }\0".getBytes(StandardCharsets.UTF_8));

        assertThat(JobDocument.functions(functions))
                .isEqualTo(Map.of("BASH_FUNC_a%%", "() {\n x=1\n}", "BASH_FUNC_b%%", "() { é; }"));
        assertThat(JobDocument.functions("no base 64")).isEmpty();
    }

    private static Object environment(String job) {
        Tree tree = TreeReader.read(Source.text("job", job));
        return JobDocument.ofFile(tree, "job", new TreeMap<>(CALLER)).getOrDefault("env", Map.of());
    }
}
