package io.berth.testkit.architecture;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.lang.ArchRule;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ArchitectureTest {

    interface Rule extends Function<String, ArchRule> {}

    @ParameterizedTest
    @MethodSource("rules")
    void shippedCodeKeeps(Rule rule) {
        rule.apply(Code.SHIPPED_ROOT).check(Code.shipped());
    }

    @ParameterizedTest
    @MethodSource("rules")
    void plantedViolationBreaks(Rule rule) {
        assertThatThrownBy(() -> rule.apply(Code.PLANTED_ROOT).check(Code.planted()))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("Way out:");
    }

    static Stream<Named<Rule>> rules() {
        return Stream.of(
                rule("arrows point down", ModuleRules::arrowsPointDown),
                rule("packages have no cycles", ModuleRules::packagesHaveNoCycles),
                rule("core needs only java.base", ModuleRules::coreNeedsOnlyJavaBase),
                rule("no hash order", DeterminismRules::noHashOrder),
                rule("only edges read clocks", DeterminismRules::onlyEdgesReadClocks),
                rule("no unseeded chance", DeterminismRules::noUnseededChance),
                rule("core chance is counted", DeterminismRules::coreChanceIsCounted),
                rule("no environment", DeterminismRules::noEnvironment),
                rule("core has no threads", DeterminismRules::coreHasNoThreads),
                rule("no parallel streams", DeterminismRules::noParallelStreams),
                rule("core uses StrictMath", DeterminismRules::coreUsesStrictMath),
                rule("gradients read no memory of Java's", DeterminismRules::gradientsReadNoMemoryOfJava),
                rule("core does not log", DeterminismRules::coreDoesNotLog),
                rule("events and decisions are data", ShapeRules::eventsAndDecisionsAreData),
                rule("names say what types are", ShapeRules::namesSayWhatTypesAre),
                rule("packages are domain nouns", ShapeRules::packagesAreDomainNouns),
                rule("packages are small", ShapeRules::packagesAreSmall),
                rule("no Optional fields", ShapeRules::noOptionalFields),
                rule("no Optional parameters", ShapeRules::noOptionalParameters));
    }

    private static Named<Rule> rule(String name, Rule rule) {
        return Named.of(name, rule);
    }
}
