package io.berth.kube.device.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.kube.claim.Attribute;
import io.berth.kube.claim.Qualities;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Answers as kube-scheduler 1.36 gives them; {@code @} stands for {@code device.attributes["gpu.example.com"]}, # for its capacity. */
class ExpressionsTest {
    private static final Expressions EXPRESSIONS = new Expressions();

    private static final String ACCEPTED = """
            true
            device.driver == "gpu.example.com"
            device.allowMultipleAllocations
            @.healthy
            @["healthy"] && !@.sharing
            @.healthy ? @.index == 3 : @.missing
            @.model == "A100-SXM4-80GB"
            @.model.startsWith("A100") && @.model.contains("SXM") && @.model.endsWith("GB")
            @.model.matches("^A100-.*-[0-9]+GB$")
            @.model in ["A100-SXM4-80GB", "H100"]
            @.index in [1, 2, 3]
            @.index == 3.0 && @.index == 3u
            @.index > 2.5 && @.index + 1 == 4
            device.attributes["numa.example.org"].node < 0
            "gpu.example.com" in device.attributes
            !("nobody.example.com" in device.attributes)
            "model" in @ && !("missing" in @)
            !("x" in device.attributes["nobody.example.com"])
            device.attributes["nobody.example.com"].size() == 0
            has(@.model) && !has(@.missing)
            has(device.attributes.nobody)
            device.attributes[?"nobody.example.com"].hasValue()
            !@[?"missing"].hasValue()
            @.?missing.orValue("none") == "none"
            @.missing == 1 || true
            true || @.missing == 1
            !(@.missing == 1 && false)
            cel.bind(gpu, @, gpu.healthy && gpu.index >= 3)
            device.attributes.size() == 2 && size(@) == 5
            device.attributes.exists(d, d == "numa.example.org")
            device.attributes.all(d, d.endsWith(".com") || d.endsWith(".org"))
            device.attributes.exists_one(d, d.startsWith("gpu"))
            @.filter(id, id.startsWith("m")).size() == 1
            @.map(id, id).size() == 5
            @.exists(id, value, id == "index" && value == 3)
            device.capacity.exists(d, device.capacity[d].exists(id, device.capacity[d][id].isGreaterThan(quantity("1E"))))
            @.model.includes("A100-SXM4-80GB") && !@.model.includes("A100")
            ["a", "b"].includes("b")
            @.model.lowerAscii() == "a100-sxm4-80gb"
            @.model.split("-")[2] == "80GB"
            @.model.find("[0-9]+") == "100" && @.model.find("z") == ""
            @.model.findAll("[0-9]+") == ["100", "4", "80"]
            @.model.findAll("[0-9]+", 1) == ["100"] && @.model.findAll("[0-9]+", 0) == []
            "baaau".findAll("a*") == ["", "aaa", ""]
            @.model.replace("-", "") == "A100SXM480GB" && @.model.replace("-", "", 1) == "A100SXM4-80GB"
            "ab".replace("", "-") == "-a-b-" && "ab".replace("", "-", 2) == "-a-b"
            @.model.indexOf("0", 3) == 3 && @.model.indexOf("0", 14) == -1 && @.model.indexOf("", 3) == 3
            @.model.lastIndexOf("GB", 13) == 12 && @.model.lastIndexOf("GB", 14) == -1 && @.model.lastIndexOf("GB", 11) == -1
            "a😀b".indexOf("b") == 2 && "a😀b".lastIndexOf("b") == 2
            ["a", "b"].join("-") == "a-b" && ["a", "b"].join() == "ab"
            @.version.isGreaterThan(semver("550.0.0")) && @.version.isLessThan(semver("550.54.15"))
            @.version == semver("550.54.15-beta.2") && @.version.compareTo(semver("550.54.15-beta.10")) == -1
            @.version.major() == 550 && @.version.minor() == 54 && @.version.patch() == 15
            @.version != "550.54.15-beta.2"
            !("550.54.15-beta.2" == @.version)
            semver("1.0.0-9").isLessThan(semver("1.0.0-a")) && semver("1.0.0-rc").isLessThan(semver("1.0.0-rc.1"))
            semver("v01.2", true) == semver("1.2.0") && isSemver("v1", true) && isSemver("1.2.0003-x", true)
            !isSemver("1.2") && !isSemver("01.2.3") && !isSemver("1.2.3-01") && isSemver("1.2.3+01") && !isSemver("1-a", true)
            #.memory == quantity("81920Mi") && #.memory.compareTo(quantity("80G")) == 1
            #.memory.isGreaterThan(quantity("40Gi")) && !#.memory.isLessThan(quantity("80Gi"))
            #.slices.asInteger() == 7 && #.slices.isInteger() && #.slices.asApproximateFloat() == 7.0
            #.slices.add(1) == quantity("8") && #.slices.add(quantity("1")).sub(2) == quantity("6")
            sign(#.slices.sub(8)) == -1 && #.slices.sub(quantity("7")) == quantity("0")
            !device.capacity["net.example.org"].rate.isInteger()
            device.capacity["net.example.org"].rate == quantity("1.5")
            device.capacity["net.example.org"].huge.isGreaterThan(quantity("9223372036854775807"))
            device.capacity["net.example.org"].huge.add(1).isGreaterThan(quantity("20E"))
            quantity("16Ei") == quantity("9223372036854775807") && quantity("-16Ei") == quantity("-9223372036854775807")
            quantity("0.1n") == quantity("1n") && quantity("-1").isLessThan(quantity("0")) && quantity("1e3") == quantity("1k")
            isQuantity("+.5m") && isQuantity("1e-3") && !isQuantity("1K") && !isQuantity("") && !isQuantity("1,3G")
            quantity("2") in [quantity("1"), quantity("2")] && [quantity("1")].indexOf(quantity("1")) == 0
            [1, 2, 3].isSorted() && ![3, 2].isSorted() && [1, 2].sum() == 3 && [1.5, 2.0].sum() == 3.5 && [1u].sum() == 1u
            [duration("1m"), duration("1s")].sum() == duration("61s")
            [3, 1, 2].min() == 1 && ["b", "a"].max() == "b" && [b"b", b"a"].min() == b"a"
            [1, 2, 2].indexOf(2) == 1 && [1, 2, 2].lastIndexOf(2) == 2 && [1].indexOf(7) == -1
            lists.range(3) == [0, 1, 2] && [[1, 2], [3]].flatten() == [1, 2, 3] && [3, 1].sort() == [1, 3]
            sets.contains([1, 2], [1]) && !sets.intersects([1], [2]) && sets.equivalent([1, 1], [1])
            [1, 2].transformList(i, v, v * 2) == [2, 4]
            dyn(1.0) in {1: 2} && {1: 2}[dyn(1.0)] == 2
            cel.bind(a, device.attributes, a["nobody.example.com"].size() == 0 && !("nobody.example.com" in a))
            cel.bind(c, device.capacity, cel.bind(gpu, c["gpu.example.com"], gpu.memory.isGreaterThan(quantity("1Gi"))))
            cel.bind(x, 1 / 0, true) && cel.bind(x, [1], x + [2] == [1, 2] && x == [1])
            """;

    private static final String REFUSED = """
            false
            device.driver == ""
            !device.allowMultipleAllocations
            @.sharing
            @.index == "3"
            @.model == "a100-sxm4-80gb"
            device.attributes["nobody.example.com"] == {"a": 1}
            @.exists(id, id == "missing")
            #.memory.isLessThan(quantity("1Gi"))
            #.memory != quantity("80Gi")
            @.version.isGreaterThan(semver("550.54.15"))
            dyn(1) == "a"
            """;

    private static final String FAILING = """
            @.missing => key 'missing' is not present in map
            device.attributes["nobody.example.com"].missing == 1 => key 'missing' is not present in map
            #.missing.isGreaterThan(quantity("0")) => key 'missing' is not present in map
            @.index > "a" => No matching overload
            @.index => must evaluate to bool, not to 3
            @.model => must evaluate to bool
            @.model && true => boolean
            @.index / 0 == 1 => / by zero
            @.version == "550.54.15" => no such overload
            @.model.major() == 1 => No matching overload
            #.slices.add(9223372036854775807).asInteger() == 1 => cannot convert value to integer
            quantity("Three") == #.memory || quantity("200K") == #.memory => no quantity
            semver("1.2") == @.version => "1.2" is no version
            semver("") == @.version => no version
            @.model.matches("[") => Illegal regex
            @.model.matches("((a{100}){100}){100}") => repeats a part more than 1000 times
            @.model.split("-")[7] == "" => 7
            [1].filter(x, false).max() == 1 => max called on empty list
            [9223372036854775807, 1].sum() == 0 => overflow
            "abc".indexOf("c", -1) == 0 => index out of range: -1
            @.exists(id, @[id] > 0 && id == "model") => No matching overload
            optional.none().value() == 1 => No value present
            """;

    private static final String UNUSABLE = """
            ?! => compilation failed
            1 => must evaluate to bool or the unknown type, not int
            "a" => not string
            dyn(true) => not dyn
            device => not kubernetes.DRADevice
            @.index + => compilation failed
            device.missing => undefined field 'missing'
            nobody == 1 => undeclared reference to 'nobody'
            missing(1) => undeclared reference to 'missing'
            1 == "a" => no matching overload
            #.memory == 1 => no matching overload
            #.memory > quantity("1Gi") => no matching overload
            device.driver.isGreaterThan("a") => no matching overload
            "abc".reverse() == "cba" => no matching overload
            cel.bind(1, 2, true) => must be a simple identifier
            """;

    @ParameterizedTest
    @MethodSource("accepted")
    void takesTheDevice(String expression) {
        assertThat(EXPRESSIONS.problem(expression)).isEmpty();
        assertThat(EXPRESSIONS.accepts(expression, Devices.gpu())).isTrue();
    }

    @ParameterizedTest
    @MethodSource("refused")
    void refusesTheDevice(String expression) {
        assertThat(EXPRESSIONS.problem(expression)).isEmpty();
        assertThat(EXPRESSIONS.accepts(expression, Devices.gpu())).isFalse();
    }

    @ParameterizedTest
    @MethodSource("failing")
    void hasNoAnswerForTheDevice(String expression, String why) {
        assertThat(EXPRESSIONS.problem(expression)).isEmpty();
        assertThatThrownBy(() -> EXPRESSIONS.accepts(expression, Devices.gpu()))
                .isInstanceOf(ExpressionException.class)
                .hasMessageContaining(why);
    }

    @ParameterizedTest
    @MethodSource("unusable")
    void cannotBeUsed(String expression, String why) {
        assertThat(EXPRESSIONS.problem(expression)).contains(why);
        assertThatThrownBy(() -> EXPRESSIONS.accepts(expression, Devices.gpu()))
                .isInstanceOf(ExpressionException.class)
                .hasMessage(EXPRESSIONS.problem(expression));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "device.driver == '' && !device.allowMultipleAllocations",
                "device.attributes.size() == 0 && device.capacity.size() == 0",
                "device.attributes['a.example.com'] == {}",
            })
    void saysNothingOfADeviceThatSaysNothing(String expression) {
        assertThat(EXPRESSIONS.accepts(expression, Devices.bare())).isTrue();
    }

    @Test
    void readsWhatADeviceSaysBeforeTheExpressionDoes() {
        Seen device = new Seen("d", new Qualities(Map.of("v", new Attribute.Version("1.2")), Map.of()), false);
        assertThatThrownBy(() -> EXPRESSIONS.accepts("true", device))
                .isInstanceOf(ExpressionException.class)
                .hasMessage("\"1.2\" is no version: it needs MAJOR.MINOR.PATCH");
    }

    @Test
    void answersManyThreadsAndForgetsTheOldestOfManyExpressions() throws InterruptedException, ExecutionException {
        Expressions expressions = new Expressions();
        List<Callable<Boolean>> questions = IntStream.range(0, 2_400)
                .mapToObj(i -> (Callable<Boolean>) () -> expressions.accepts(i % 1_200 + " > 599", Devices.bare()))
                .toList();
        try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
            var answers = threads.invokeAll(questions);
            for (int i = 0; i < answers.size(); i++) {
                assertThat(answers.get(i).get()).isEqualTo(i % 1_200 > 599);
            }
        }
    }

    private static Stream<String> accepted() {
        return lines(ACCEPTED);
    }

    private static Stream<String> refused() {
        return lines(REFUSED);
    }

    private static Stream<Object[]> failing() {
        return lines(FAILING).map(line -> line.split(" => "));
    }

    private static Stream<Object[]> unusable() {
        return lines(UNUSABLE).map(line -> line.split(" => "));
    }

    /** All expressions of the tables. */
    static List<String> all() {
        return Stream.of(ACCEPTED, REFUSED, FAILING, UNUSABLE)
                .flatMap(ExpressionsTest::lines)
                .map(line -> line.replaceAll(" => .*", ""))
                .toList();
    }

    private static Stream<String> lines(String table) {
        return table.lines()
                .map(line -> line.replace("@", "device.attributes[\"gpu.example.com\"]")
                        .replace("#", "device.capacity[\"gpu.example.com\"]"));
    }
}
