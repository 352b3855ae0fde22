package io.berth.kube.device.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class HostileExpressionsTest {
    private static final Pattern TOKEN = Pattern.compile("\"[^\"]*\"|\\w+|\\s+|\\W");
    /** Far more than any needs, for those that need for ever. */
    private static final Duration FOR_EVER = Duration.ofMinutes(2);

    private final Expressions expressions = new Expressions();

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void changedAtRandomHaveAnAnswerOrSayWhyNot(long seed) {
        Random chance = new Random(seed);
        List<List<String>> known = ExpressionsTest.all().stream()
                .map(HostileExpressionsTest::tokens)
                .toList();
        int answered = 0;
        for (int i = 0; i < 1_500; i++) {
            String expression = changed(known, chance);
            try {
                Assertions.assertTimeout(FOR_EVER, () -> expressions.accepts(expression, Devices.gpu()), expression);
                answered++;
            } catch (ExpressionException e) {
                assertThat(e).as(expression).hasMessageMatching("(?s).+");
            }
        }
        assertThat(answered).isGreaterThan(50);
    }

    @ParameterizedTest
    @MethodSource("dear")
    void mayNotCostTooMuch(String expression) {
        assertThat(expressions.problem(expression)).isEmpty();
        Assertions.assertTimeout(
                FOR_EVER,
                () -> assertThatThrownBy(() -> expressions.accepts(expression, Devices.gpu()))
                        .isInstanceOf(ExpressionException.class)
                        .hasMessageMatching("it costs more than 1000000 units to evaluate"
                                + "|a value has more than 10000 characters or elements"));
    }

    private static Stream<Named<String>> dear() {
        String ten = "[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]";
        String loops = "x > 0";
        for (int i = 0; i < 7; i++) {
            loops = ten + ".all(x, " + loops + ")";
        }
        return Stream.of(
                Named.of("loops in loops", loops),
                Named.of("and something that would do", loops + " || true"),
                Named.of("texts that double", doubled("'ab'", "x + x", 40, "x.size() > 0")),
                Named.of("lists that double", doubled("[1]", "x + x", 40, "x.size() > 0")),
                Named.of("lists of lists", doubled("[1]", "[x, x]", 40, "x == x")),
                Named.of("maps of maps", doubled("{'a': 1}", "{'a': dyn(x), 'b': dyn(x)}", 40, "x == x")),
                Named.of("optionals of lists", doubled("optional.of([1])", "optional.of([x, x])", 40, "x == x")),
                Named.of("a range", "lists.range(1000000000).size() > 0"),
                Named.of("a replacement", doubled("'aaaaaaaa'", "x.replace('a', x)", 8, "x != ''")),
                Named.of(
                        "all that is joined",
                        "lists.range(9000).map(i, 'a').join(lists.range(9000).map(i, 'a').join()) != ''"),
                Named.of("a pattern for each", "lists.range(9000).all(i, ('a' + string(i)).matches('(a|b|c|d)*1'))"),
                Named.of("texts of many", "lists.range(9000).map(i, 'abcdefghij').size() > 0"));
    }

    private static String doubled(String first, String step, int times, String last) {
        return "cel.bind(x, " + first + ", " + ("cel.bind(x, " + step + ", ").repeat(times) + last
                + ")".repeat(times + 1);
    }

    @Test
    void mayNotBeTooLongOrTooDeep() {
        assertThat(expressions.problem("true ||".repeat(2_000) + "true")).contains("size exceeds limit");
        assertThat(expressions.problem("(".repeat(5_000) + "true" + ")".repeat(5_000)))
                .startsWith("compilation failed");
        assertThat(expressions.problem("1" + "+1".repeat(1_000) + " > 0")).startsWith("compilation failed");
        assertThat(expressions.accepts("true && ".repeat(1_000) + "true", Devices.gpu()))
                .isTrue();
    }

    private static String changed(List<List<String>> known, Random chance) {
        List<String> tokens = new ArrayList<>(any(known, chance));
        for (int changes = 1 + chance.nextInt(2); changes > 0 && !tokens.isEmpty(); changes--) {
            int at = chance.nextInt(tokens.size());
            List<String> other = any(known, chance);
            switch (chance.nextInt(5)) {
                case 0 -> tokens.remove(at);
                case 1 -> tokens.add(at, any(other, chance));
                case 2 -> tokens.addAll(at, other.subList(chance.nextInt(other.size()), other.size()));
                default -> tokens.set(at, alike(tokens.get(at), other, chance));
            }
        }
        return String.join("", tokens);
    }

    /** One of the same sort, where there is one: what is changed so can often still be used. */
    private static String alike(String token, List<String> others, Random chance) {
        List<String> alike =
                others.stream().filter(other -> sort(other) == sort(token)).toList();
        return alike.isEmpty() ? token : any(alike, chance);
    }

    private static int sort(String token) {
        char first = token.charAt(0);
        return Character.isDigit(first) ? 0 : Character.isLetter(first) ? 1 : first == '"' ? 2 : first;
    }

    private static <T> T any(List<T> from, Random chance) {
        return from.get(chance.nextInt(from.size()));
    }

    private static List<String> tokens(String expression) {
        return TOKEN.matcher(expression).results().map(found -> found.group()).toList();
    }
}
