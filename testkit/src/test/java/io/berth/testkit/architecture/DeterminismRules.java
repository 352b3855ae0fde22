package io.berth.testkit.architecture;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import ai.djl.ndarray.NDArray;
import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.syntax.elements.ClassesShould;
import java.nio.charset.Charset;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.Collection;
import java.util.Collections;
import java.util.Date;
import java.util.Hashtable;
import java.util.IdentityHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TimeZone;
import java.util.UUID;
import java.util.WeakHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.BaseStream;
import java.util.stream.Collectors;

/** Same inputs, same bytes: nothing that differs between two runs may reach a decision. */
final class DeterminismRules {
    private static final Set<String> PRODUCTS = Set.of("mul", "muli", "div", "divi", "pow", "powi", "mod", "modi");

    private static final Set<String> HASH_ORDERED =
            Set.of("java.util.HashMap", "java.util.HashSet", Hashtable.class.getName(), WeakHashMap.class.getName());

    private DeterminismRules() {}

    private static ClassesShould neitherCoreNorSim(String root) {
        return noClasses()
                .that()
                .resideInAnyPackage(root + ".core..", root + ".sim..")
                .should();
    }

    static ArchRule noHashOrder(String root) {
        return neitherCoreNorSim(root)
                .dependOnClassesThat(types("are ordered by hash", type -> HASH_ORDERED.contains(type.getFullName())))
                .orShould()
                .accessTargetWhere(Calls.to(Set.class, "of", "copyOf")
                        .and(Map.class, "of", "ofEntries", "copyOf")
                        .and(IdentityHashMap.class, "keySet", "values", "entrySet", "forEach")
                        .and(Collectors.class, "toSet", "toUnmodifiableSet", "toUnmodifiableMap")
                        .andWith(2, Collectors.class, "toMap")
                        .andWith(3, Collectors.class, "toMap")
                        .andWith(1, Collectors.class, "groupingBy")
                        .andWith(2, Collectors.class, "groupingBy")
                        .predicate())
                .allowEmptyShould(true)
                .as("core and sim have no hash order")
                .because(
                        "Set.of and Map.of iterate in another order in each JVM, HashMap by hash code. Way out: arrays, "
                                + "lists, EnumMap, TreeMap, LinkedHashMap, and toCollection(TreeSet::new) or the toMap that "
                                + "takes a map supplier");
    }

    static ArchRule onlyEdgesReadClocks(String root) {
        return noClasses()
                .that()
                .resideInAPackage(root + "..")
                .and()
                .resideOutsideOfPackages(
                        root + ".live..",
                        root + ".kube..",
                        root + ".gateway..",
                        root + ".console..",
                        root + ".app..",
                        root + ".bench..")
                .should()
                .accessTargetWhere(Calls.to(System.class, "currentTimeMillis", "nanoTime")
                        .and(Instant.class, "now")
                        .and(LocalDate.class, "now")
                        .and(LocalTime.class, "now")
                        .and(LocalDateTime.class, "now")
                        .and(OffsetDateTime.class, "now")
                        .and(ZonedDateTime.class, "now")
                        .and(Clock.class, "systemUTC", "systemDefaultZone", "system")
                        .and(Clock.class, "tickMillis", "tickSeconds", "tickMinutes")
                        .andWith(0, Date.class, "<init>")
                        .predicate())
                .allowEmptyShould(true)
                .as("only live, kube, gateway, console, app and bench read clocks")
                .because("simulated and real time are the same program. Way out: take the time as a parameter, or ask "
                        + "the Driver; measure how long something took in app or bench, around the call");
    }

    static ArchRule noUnseededChance(String root) {
        return neitherCoreNorSim(root)
                .accessTargetWhere(Calls.to(Math.class, "random")
                        .and(StrictMath.class, "random")
                        .and(UUID.class, "randomUUID")
                        .and(ThreadLocalRandom.class)
                        .and(SecureRandom.class)
                        .andWith(0, Random.class, "<init>")
                        .andWith(0, SplittableRandom.class, "<init>")
                        .andWith(1, Collections.class, "shuffle")
                        .predicate())
                .allowEmptyShould(true)
                .as("core and sim have no unseeded chance")
                .because(
                        "a run is repeated from its seed alone. Way out: draw from the Chance that the caller passes in");
    }

    static ArchRule coreChanceIsCounted(String root) {
        return noClasses()
                .that()
                .resideInAPackage(root + ".core..")
                .should()
                .dependOnClassesThat(resideInAPackage("java.util.random..")
                        .or(types(
                                "are generators",
                                type -> type.isAssignableTo(Random.class)
                                        || type.isEquivalentTo(SplittableRandom.class))))
                .allowEmptyShould(true)
                .as("core draws counted chance only")
                .because(
                        "a generator with hidden state draws other numbers after recovery or in a fork. Way out: Chance, "
                                + "a function of seed, stream, pass and draw");
    }

    static ArchRule noEnvironment(String root) {
        return neitherCoreNorSim(root)
                .accessTargetWhere(Calls.to(System.class, "getenv", "getProperty", "getProperties", "identityHashCode")
                        .and(Integer.class, "getInteger")
                        .and(Long.class, "getLong")
                        .and(Boolean.class, "getBoolean")
                        .and(Locale.class, "getDefault")
                        .and(TimeZone.class, "getDefault")
                        .and(ZoneId.class, "systemDefault")
                        .and(Charset.class, "defaultCharset")
                        .predicate())
                .allowEmptyShould(true)
                .as("core and sim do not read their environment")
                .because("a result must not depend on the machine it was computed on. Way out: a field of the "
                        + "configuration; Locale.ROOT, ZoneOffset.UTC, StandardCharsets.UTF_8; an index as identity");
    }

    static ArchRule coreHasNoThreads(String root) {
        return noClasses()
                .that()
                .resideInAPackage(root + ".core..")
                .should()
                .dependOnClassesThat(types("are threads", type -> type.isAssignableTo(Thread.class))
                        .or(resideInAPackage("java.util.concurrent..")
                                .and(types("are not TimeUnit", type -> !type.isEquivalentTo(TimeUnit.class)))))
                .allowEmptyShould(true)
                .as("core has no threads")
                .because("one writer owns the state, and the order of threads is chance. Way out: return data and let "
                        + "the Driver's owner in live or app run it elsewhere; its result comes back as an event");
    }

    static ArchRule noParallelStreams(String root) {
        return neitherCoreNorSim(root)
                .callMethodWhere(DescribedPredicate.describe("parallel streams", call -> {
                    var owner = call.getTarget().getOwner();
                    String name = call.getTarget().getName();
                    return name.equals("parallelStream") && owner.isAssignableTo(Collection.class)
                            || name.equals("parallel") && owner.isAssignableTo(BaseStream.class);
                }))
                .allowEmptyShould(true)
                .as("core and sim have no parallel streams")
                .because("sums and order then depend on how work was split. Way out: a sequential loop; run whole "
                        + "simulations side by side instead");
    }

    static ArchRule coreUsesStrictMath(String root) {
        return noClasses()
                .that()
                .resideInAPackage(root + ".core..")
                .should()
                .accessTargetWhere(Calls.to(Math.class, "exp", "expm1", "log", "log10", "log1p", "pow", "cbrt", "hypot")
                        .and(Math.class, "sin", "cos", "tan", "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh")
                        .predicate())
                .allowEmptyShould(true)
                .as("core uses StrictMath")
                .because("Math may round differently on another processor or after compilation. Way out: the method of "
                        + "the same name in StrictMath (Math.sqrt, min, max, floor are exact and allowed)");
    }

    static ArchRule gradientsReadNoMemoryOfJava(String root) {
        return noClasses()
                .that()
                .resideInAPackage(root + ".learn..")
                .should()
                .callMethodWhere(DescribedPredicate.describe(
                        "products of arrays and numbers",
                        call -> call.getTarget().getOwner().isEquivalentTo(NDArray.class)
                                && PRODUCTS.contains(call.getTarget().getName())
                                && call.getTarget()
                                        .getRawParameterTypes()
                                        .getFirst()
                                        .isEquivalentTo(Number.class)))
                .allowEmptyShould(true)
                .as("gradients read no memory of Java's")
                .because("the number lies in a buffer that may be another's when the gradient asks for it. Way out: "
                        + "Graph.times");
    }

    static ArchRule coreDoesNotLog(String root) {
        return noClasses()
                .that()
                .resideInAPackage(root + ".core..")
                .should()
                .dependOnClassesThat(resideInAPackage("java.util.logging..")
                        .or(types("are loggers", type -> type.isAssignableTo(System.Logger.class)))
                        .or(types("find loggers", type -> type.isAssignableTo(System.LoggerFinder.class))))
                .orShould()
                .accessTargetWhere(Calls.to(System.class, "out", "err", "getLogger")
                        .and(Throwable.class, "printStackTrace")
                        .predicate())
                .allowEmptyShould(true)
                .as("core does not log or print")
                .because("a policy explains itself by what it returns. Way out: a Reason, an event, or a counter that "
                        + "the caller reads");
    }

    private static DescribedPredicate<JavaClass> types(String description, Predicate<JavaClass> predicate) {
        return DescribedPredicate.describe(description, predicate);
    }
}
