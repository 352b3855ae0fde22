package io.berth.spec.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class TreeReaderTest {
    @Test
    void everyValueKnowsItsPlaceAndItsKeyPath() {
        Tree tree = read("a:\n  b:\n    - 1\n    - c: x\n");

        Tree inner = tree.require("a").require("b").items().get(1).require("c");

        assertThat(inner.text()).isEqualTo("x");
        assertThat(inner.path()).isEqualTo("a.b[1].c");
        assertThat(inner.position()).isEqualTo(new Position("f.yaml", 4, 10));
    }

    @Test
    void jsonIsReadByTheSameCode() {
        Tree tree = read("{\n\t\"a\":\t[1, true, null, \"null\", \"\\u00e9\\/\\n\"]}");

        List<Tree> items = tree.require("a").items();

        assertThat(items.get(0).whole()).isEqualTo(1);
        assertThat(items.get(1).flag()).isTrue();
        assertThat(items.get(2).isNull()).isTrue();
        assertThat(items.get(3).text()).isEqualTo("null");
        assertThat(items.get(4).text()).isEqualTo("é/\n");
    }

    @Test
    void anEmptyValueIsAnEmptyMapButNoText() {
        Tree value = read("a:\n").entries().getFirst().value();

        assertThat(value.entries()).isEmpty();
        assertThatThrownBy(value::text).hasMessage("f.yaml:1:3: a: has no value");
    }

    @Test
    void aliasesAreFollowed() {
        assertThat(read("a: &x {b: 1}\nc: *x\n").require("c").require("b").whole())
                .isEqualTo(1);
    }

    @Test
    void textThatIsNoYamlIsAnErrorOfOneLineAtItsPlace() {
        assertError("a: 1\na: 2\n", "f.yaml:2:1: the key \"a\" is there twice");
        assertError("a:\n\tb: 1\n", "f.yaml:2:1: is not valid YAML: ", "TAB");
        assertError("a: \"x\nb: 1\n", "f.yaml:3:1: is not valid YAML: ", "quoted scalar", "(begun in line 1)");
        assertError("a: [1, 2\n", "f.yaml:2:1: is not valid YAML: ");
        assertError("a: b: c\n", "f.yaml:1:5: is not valid YAML: mapping values are not allowed here");
        assertError("", "f.yaml: is empty");
        assertError("# nothing\n", "f.yaml: is empty");
        assertError("a: 1\n---\nb: 2\n", "f.yaml:2:1: is not valid YAML: ", "another document");
        assertError("a: 1\nb: \u0001\n", "f.yaml:2:4: has a character that text may not have (U+0001)");
        assertError("a: *x\n", "f.yaml:1:4: is not valid YAML: found undefined alias x");
        assertError("? [a]\n: 1\n", "f.yaml: is not valid YAML: ");
        assertError("a: !!binary x\n", "f.yaml:1:4: a: the tag \"tag:yaml.org,2002:binary\" is not supported");
        assertError("a: \"\\U99999999\"", "f.yaml: is not valid YAML: ");
        assertError("%YAML 9.9\n---\na\n", "f.yaml: is not valid YAML: ");
        assertError("a: \ud800", "f.yaml");
    }

    @Test
    void aTextThatGrowsWithoutEndIsRefused() {
        assertError("&a [*a]", "aliases repeat or contain one another");
        assertError("[".repeat(100_000), "is nested more than 64 levels deep");
        assertError("- ".repeat(100_000), "is nested more than 64 levels deep");
        assertError("? ".repeat(20_000), "is nested more than 64 levels deep");
        assertError("x".repeat(Source.MAX_BYTES + 1), "is too large");
        assertError(bomb(30), "aliases");
        assertError(bomb(20), "has too many values: aliases repeat or contain one another");
    }

    @Test
    void aValueOfTheWrongFormIsAnError() {
        Tree tree = read("a: [1]\nb: {c: 1}\nd:\ne: x\n");

        assertThatThrownBy(() -> tree.require("a").text())
                .hasMessage("f.yaml:1:4: a: must be one value, but is a list");
        assertThatThrownBy(() -> tree.require("b").items()).hasMessage("f.yaml:2:4: b: must be a list, but is a map");
        assertThatThrownBy(() -> tree.require("d")).hasMessage("f.yaml:1:1: the key \"d\" is missing");
        assertThatThrownBy(() -> tree.require("e").entries())
                .hasMessage("f.yaml:4:4: e: must be a map of keys, but is \"x\"");
        assertThatThrownBy(() -> tree.require("e").whole())
                .hasMessage("f.yaml:4:4: e: must be a whole number, but is \"x\"");
        assertThatThrownBy(() -> tree.require("e").number())
                .hasMessage("f.yaml:4:4: e: must be a number, but is \"x\"");
        assertThatThrownBy(() -> tree.require("e").flag())
                .hasMessage("f.yaml:4:4: e: must be true or false, but is \"x\"");
    }

    @Test
    void numbersOfOtherLanguagesAreNone() {
        for (String text : List.of("0x1p3", "1d", "NaN", "Infinity", "1e999", "1_000")) {
            assertThatThrownBy(() -> read(text).number()).isInstanceOf(InputException.class);
        }
        assertThat(read("-1.5e3").number()).isEqualTo(-1500);
    }

    private static String bomb(int levels) {
        StringBuilder text = new StringBuilder("a0: &a0 [1, 1]\n");
        for (int i = 1; i < levels; i++) {
            text.append("a" + i + ": &a" + i + " [*a" + (i - 1) + ", *a" + (i - 1) + "]\n");
        }
        return text.toString();
    }

    private static Tree read(String yaml) {
        return TreeReader.read(Source.text("f.yaml", yaml));
    }

    private static void assertError(String yaml, String... parts) {
        assertThatThrownBy(() -> read(yaml))
                .isInstanceOf(InputException.class)
                .hasMessageStartingWith("f.yaml")
                .hasMessageContainingAll(parts)
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain("\n", "\t"));
    }
}
