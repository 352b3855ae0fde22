package io.berth.app;

import static io.berth.app.Cli.berth;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.app.catalog.FullCatalog;
import io.berth.app.option.Declaration;
import io.berth.app.option.Option;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What shells and the manual are told; .ci/completion asks the shells themselves. */
class CompletionTest {
    @ParameterizedTest
    @ValueSource(strings = {"bash", "zsh", "fish"})
    void eachShellHearsOfEachCommandAndOption(String shell) {
        String text = berth("completion", shell).done().out();

        for (Declaration command : Commands.declarations()) {
            assertThat(text).contains(command.name());
            for (Option option : command.options().all()) {
                assertThat(text)
                        .contains(shell.equals("fish") ? "-l " + option.name().substring(2) : option.name());
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"bash", "zsh", "fish"})
    void valuesThatAreKnownAreNamed(String shell) {
        assertThat(berth("completion", shell).done().out())
                .contains(FullCatalog.strategies().getLast(), "out_of_memory", "batch service interactive", "en zh");
    }

    @Test
    void commandsDeclareTheirOptions() {
        assertThat(names("ls")).contains("--state", "--json", "--url");
        assertThat(names("simulate"))
                .contains("--strategy", "--report", "--json")
                .doesNotContain("--help");
    }

    @Test
    void anUnknownShellIsRefusedWithTheNearestName() {
        berth("completion", "fishh").refused("unknown shell \"fishh\"", "did you mean \"fish\"?");
        berth("completion").refused("name a shell: bash, zsh, fish");
    }

    @Test
    void theManualHasEachCommandWithItsOptionsAndNoCommandOfTroffThatIsNotMeant() {
        String page = berth("man-page").done().out();

        for (Declaration command : Commands.declarations()) {
            assertThat(page).contains(".SS \"berth " + command.name() + "\"");
            for (Option option : command.options().all()) {
                assertThat(page).contains(option.name().replace("-", "\\-"));
            }
        }
        assertThat(page.lines().filter(line -> line.startsWith(".")))
                .allMatch(line -> line.matches("\\.(TH|SH|SS|TP|PP|B|I|RI|BR|br|ad|nh|nf|fi)( .*)?"));
        assertThat(page).doesNotContain("${");
    }

    private static List<String> names(String name) {
        return Commands.declarations().stream()
                .filter(command -> command.name().equals(name))
                .flatMap(command -> command.options().all().stream())
                .map(Option::name)
                .toList();
    }
}
