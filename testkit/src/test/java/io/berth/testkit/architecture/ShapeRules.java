package io.berth.testkit.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.core.domain.properties.HasName;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.lang.syntax.elements.GivenClassesConjunction;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** What types look like and how they are named. */
final class ShapeRules {
    private static final List<String> EMPTY_ENDINGS = List.of("Impl", "Util", "Utils", "Helper", "Manager");
    private static final Set<String> EMPTY_PACKAGES =
            Set.of("impl", "util", "utils", "common", "helper", "manager", "base", "misc", "dto");
    /** Twenty are wanted; a few more stand until their package is parted. */
    private static final int MOST_TYPES = 24;

    private static final Set<String> OPTIONALS = Set.of(
            Optional.class.getName(),
            OptionalInt.class.getName(),
            OptionalLong.class.getName(),
            OptionalDouble.class.getName());

    private ShapeRules() {}

    private static GivenClassesConjunction all(String root) {
        return classes().that().resideInAPackage(root + "..");
    }

    static ArchRule eventsAndDecisionsAreData(String root) {
        return classes()
                .that()
                .resideInAnyPackage(root + ".core.event..", root + ".core.decision..")
                .and(are("written by hand", type -> !type.isAnonymousClass() && !isPackageInfo(type)))
                .should(satisfy(
                        "be records, enums or sealed",
                        type -> type.isRecord()
                                || type.isEnum()
                                || type.isAnnotation()
                                || type.reflect().isSealed()))
                .allowEmptyShould(true)
                .as("events and decisions are records, enums or sealed")
                .because("what flows is journaled, compared and switched over without default. Way out: put behaviour "
                        + "that works on them into a final class of another package");
    }

    static ArchRule namesSayWhatTypesAre(String root) {
        return all(root)
                .should(satisfy(
                        "have a name that says what they are",
                        type -> EMPTY_ENDINGS.stream().noneMatch(type.getSimpleName()::endsWith)))
                .allowEmptyShould(true)
                .as("no type is an Impl, Util, Helper or Manager")
                .because("such a name fits everything and so tells nothing. Way out: name what it does (FileJournal, "
                        + "Nanos, LeastLoaded); a helper method belongs to the type whose data it reads");
    }

    static ArchRule packagesAreDomainNouns(String root) {
        return all(root)
                .should(satisfy(
                        "reside in a package named by the domain",
                        type -> Stream.of(type.getPackageName().split("\\.")).noneMatch(EMPTY_PACKAGES::contains)))
                .allowEmptyShould(true)
                .as("packages are named by the domain")
                .because("util and its kin collect what has no owner. Way out: the package of the type that the code "
                        + "serves");
    }

    static ArchRule packagesAreSmall(String root) {
        return all(root)
                .should(satisfy(
                        "reside in a package of at most " + MOST_TYPES + " types",
                        type -> types(type.getPackage()) <= MOST_TYPES))
                .allowEmptyShould(true)
                .as("packages have at most " + MOST_TYPES + " types")
                .because(
                        "a package is read as a whole. Way out: find the part of it that the rest uses, or that uses the "
                                + "rest, and give it a package with a name of its own");
    }

    private static long types(JavaPackage types) {
        return types.getClasses().stream()
                .filter(type -> !type.isNestedClass() && !type.isArray())
                .filter(type -> !type.getSimpleName().equals("package-info"))
                .count();
    }

    static ArchRule noOptionalFields(String root) {
        return fields().that()
                .areDeclaredInClassesThat()
                .resideInAPackage(root + "..")
                .should()
                .notHaveRawType(are("Optional", type -> OPTIONALS.contains(type.getFullName())))
                .allowEmptyShould(true)
                .as("no field is an Optional")
                .because("an Optional can itself be null and costs an object. Way out: @Nullable, a sealed type with a "
                        + "case for absence, or a named constant; return Optional where a caller must look");
    }

    static ArchRule noOptionalParameters(String root) {
        return methods()
                .that()
                .areDeclaredInClassesThat()
                .resideInAPackage(root + "..")
                .and()
                .doNotHaveModifier(JavaModifier.SYNTHETIC)
                .should(satisfy(
                        "take no Optional",
                        (JavaMethod method) -> method.getRawParameterTypes().stream()
                                .noneMatch(type -> OPTIONALS.contains(type.getFullName()))))
                .allowEmptyShould(true)
                .as("no parameter is an Optional")
                .because(
                        "the caller has to wrap and the method to unwrap. Way out: two methods, or a @Nullable parameter");
    }

    private static boolean isPackageInfo(JavaClass type) {
        return type.getSimpleName().equals("package-info");
    }

    private static DescribedPredicate<JavaClass> are(String description, Predicate<JavaClass> predicate) {
        return DescribedPredicate.describe(description, predicate);
    }

    private static <T extends HasName.AndFullName> ArchCondition<T> satisfy(
            String description, Predicate<T> predicate) {
        return new ArchCondition<>(description) {
            @Override
            public void check(T item, ConditionEvents events) {
                if (!predicate.test(item)) {
                    events.add(SimpleConditionEvent.violated(item, item.getFullName() + " should " + description));
                }
            }
        };
    }
}
