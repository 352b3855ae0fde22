package io.berth.app.option;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.spec.input.InputException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is made of what somebody typed, and what is said of it where it is wrong. */
class ArgumentsTest {
    private static final Option SET = Option.value("--set", "KEY=VALUE", "Set a value.");
    private static final Options OPTIONS = Options.of(
                    "[OPTION...] FILE",
                    "Does something.",
                    Option.flag("--follow", "-f", "Go on."),
                    Option.value("--seed", "N", "The seed."),
                    Option.value("--rate", "NUMBER", "The rate."),
                    Option.value("--out", "FILE", "Write there."),
                    SET)
            .with(Operand.of("FILE", "What is read."), Operand.known("NAME", Words.ANY));

    private static Arguments read(String... typed) {
        return Arguments.read("try", OPTIONS, List.of(typed));
    }

    @Test
    void valuesAreWhatTheyAreAskedFor() {
        Arguments typed = read("--seed", "-7", "--rate=0.5", "-f", "a.yaml", "--out=x/y", "--set", "a=1", "--set=b=2");

        assertThat(typed.large("--seed", Long.MIN_VALUE)).isEqualTo(-7);
        assertThat(typed.positive("--rate", 1)).isEqualTo(0.5);
        assertThat(typed.flag("--follow")).isTrue();
        assertThat(typed.path("--out")).isEqualTo(Path.of("x", "y"));
        assertThat(typed.texts("--set")).containsExactly("a=1", "b=2");
        assertThat(typed.needed("needs a file")).isEqualTo("a.yaml");
    }

    @Test
    void whatWasNotTypedIsNullOrWhatStandsForIt() {
        Arguments typed = read();

        assertThat(typed.large("--seed", 0)).isNull();
        assertThat(typed.positive("--rate", 1)).isNull();
        assertThat(typed.whole("--seed", 1, 9, 4)).isEqualTo(4);
        assertThat(typed.flag("-f")).isFalse();
        assertThat(typed.word()).isNull();
    }

    @ParameterizedTest
    @CsvSource({"--seed, 7, 4", "--follow, , 1"})
    void anOptionThatCameTwiceIsRefusedWhereNobodyAskedForAll(String name, String first, String second) {
        Arguments typed = first == null ? read(name, name) : read(name, first, name, second);

        assertThatThrownBy(() -> typed.once(SET))
                .isInstanceOf(InputException.class)
                .hasMessage("berth try: " + name + " may come only once; --help lists what there is");
        assertThat(read("--set", "a=1", "--set", "b=2").once(SET).texts("--set"))
                .hasSize(2);
    }

    @ParameterizedTest
    @CsvSource({
        "--sed 1, 'unknown option \"--sed\"; did you mean \"--seed\"?'",
        "--seed, --seed needs a value: --seed N",
        "--seed --out x, --seed needs a value: --seed N",
        "--out -f, --out needs a value: --out FILE",
        "--follow=yes, --follow takes no value",
    })
    void wrongOptionsAreNamed(String typed, String said) {
        assertThatThrownBy(() -> read(typed.split(" ")))
                .isInstanceOf(InputException.class)
                .hasMessageStartingWith("berth try: " + said);
    }

    @ParameterizedTest
    @CsvSource({"x", "1.5", "9223372036854775808", "''"})
    void whatIsNoWholeNumberIsRefused(String text) {
        assertThatThrownBy(() -> read("--seed", text).large("--seed", Long.MIN_VALUE))
                .hasMessage("--seed: must be a whole number, but is \"" + text + "\"");
        assertThatThrownBy(() -> read("--seed", text).large("--seed", 1))
                .hasMessage("--seed: must be a whole number from 1, but is \"" + text + "\"");
        assertThatThrownBy(() -> read("--seed", text).whole("--seed", 1, 9, 1))
                .hasMessage("--seed: must be a whole number from 1 to 9, but is \"" + text + "\"");
    }

    @ParameterizedTest
    @CsvSource({"x", "0", "-1", "1.01", "NaN", "''"})
    void whatIsNoNumberWithinBoundsIsRefused(String text) {
        assertThatThrownBy(() -> read("--rate", text).positive("--rate", 1))
                .hasMessage("--rate: must be above 0 and at most 1, but is \"" + text + "\"");
    }

    @Test
    void oneWordIsAskedForAndNoMore() {
        assertThatThrownBy(() -> read().needed("needs a file: berth try FILE"))
                .hasMessage("berth try: needs a file: berth try FILE");
        assertThatThrownBy(() -> read("a", "b").needed("needs a file"))
                .hasMessage("berth try: \"b\" is one word too many; --help lists what there is");
    }

    @Test
    void helpExplainsTheWordsThatHaveSomethingSaidOfThem() {
        assertThat(OPTIONS.help("try"))
                .startsWith("Usage: berth try [OPTION...] FILE\n\nDoes something.\n\nArguments:\n  FILE   ")
                .contains("What is read.\n\nOptions:\n  -f, --follow  ")
                .doesNotContain("  NAME");
    }
}
