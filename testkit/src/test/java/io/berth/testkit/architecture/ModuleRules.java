package io.berth.testkit.architecture;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.lang.module.ModuleFinder;
import java.util.Set;

/** Who may know whom. */
final class ModuleRules {
    private static final String[] ABOVE_SPEC = {
        "optimize", "learn", "sim", "edge", "live", "local", "kube", "gateway", "console", "app", "testkit", "bench"
    };

    private ModuleRules() {}

    /**
     * core &lt;- spec &lt;- optimize, sim, edge &lt;- learn, live &lt;- local, console &lt;- app; the clocks do not know each other, nor do
     * the worlds and faces, and solvers know neither. What several of these share is edge, which knows none of them.
     */
    static ArchRule arrowsPointDown(String root) {
        return layeredArchitecture()
                .consideringOnlyDependenciesInLayers()
                .withOptionalLayers(true)
                .layer("core")
                .definedBy(root + ".core..")
                .layer("spec")
                .definedBy(root + ".spec..")
                .layer("optimize")
                .definedBy(root + ".optimize..")
                .layer("learn")
                .definedBy(root + ".learn..")
                .layer("sim")
                .definedBy(root + ".sim..")
                .layer("edge")
                .definedBy(root + ".edge..")
                .layer("live")
                .definedBy(root + ".live..")
                .layer("local")
                .definedBy(root + ".local..")
                .layer("kube")
                .definedBy(root + ".kube..")
                .layer("gateway")
                .definedBy(root + ".gateway..")
                .layer("console")
                .definedBy(root + ".console..")
                .layer("app")
                .definedBy(root + ".app..")
                .layer("testkit")
                .definedBy(root + ".testkit..")
                .layer("bench")
                .definedBy(root + ".bench..")
                .whereLayer("spec")
                .mayOnlyBeAccessedByLayers(ABOVE_SPEC)
                .whereLayer("optimize")
                .mayOnlyBeAccessedByLayers("app", "testkit", "bench")
                .whereLayer("learn")
                .mayOnlyBeAccessedByLayers("app", "testkit", "bench")
                .whereLayer("sim")
                .mayOnlyBeAccessedByLayers("learn", "console", "app", "testkit", "bench")
                .whereLayer("edge")
                .mayOnlyBeAccessedByLayers("live", "local", "kube", "gateway", "console", "app", "testkit", "bench")
                .whereLayer("live")
                .mayOnlyBeAccessedByLayers("local", "kube", "console", "app", "testkit", "bench")
                .whereLayer("local")
                .mayOnlyBeAccessedByLayers("app", "testkit", "bench")
                .whereLayer("kube")
                .mayOnlyBeAccessedByLayers("app", "testkit", "bench")
                .whereLayer("gateway")
                .mayOnlyBeAccessedByLayers("app", "testkit", "bench")
                .whereLayer("console")
                .mayOnlyBeAccessedByLayers("app", "testkit", "bench")
                .whereLayer("app")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("testkit")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("bench")
                .mayNotBeAccessedByAnyLayer()
                .as("module arrows point down")
                .because("each clock and each edge must work without the others. Way out: declare an interface in core "
                        + "(or spec), implement it above, and wire the two in app");
    }

    static ArchRule packagesHaveNoCycles(String root) {
        return slices().assignedFrom(new EachPackage(root))
                .should()
                .beFreeOfCycles()
                .allowEmptyShould(true)
                .as("packages are free of cycles, at every level")
                .because("a package that needs itself cannot be read, tested or moved alone. Way out: move the type to "
                        + "the package that owns its meaning, or pass the value in as a parameter");
    }

    /** A package is a slice of its own, without those below it. */
    private record EachPackage(String root) implements SliceAssignment {
        @Override
        public SliceIdentifier getIdentifierOf(JavaClass type) {
            return (type.getPackageName() + ".").startsWith(root + ".")
                    ? SliceIdentifier.of(type.getPackageName())
                    : SliceIdentifier.ignore();
        }

        @Override
        public String getDescription() {
            return "each package";
        }
    }

    static ArchRule coreNeedsOnlyJavaBase(String root) {
        return classes()
                .that()
                .resideInAPackage(root + ".core..")
                .should()
                .onlyDependOnClassesThat(resideInAPackage(root + ".core..")
                        .or(resideInAPackage("org.jspecify.."))
                        .or(inJavaBase()))
                .allowEmptyShould(true)
                .as("core depends on java.base and JSpecify only")
                .because("core runs in the simulator, in production and in other people's programs. Way out: an "
                        + "interface in core, its implementation in a module that may have the library");
    }

    private static DescribedPredicate<JavaClass> inJavaBase() {
        Set<String> packages = ModuleFinder.ofSystem()
                .find("java.base")
                .orElseThrow()
                .descriptor()
                .packages();
        return DescribedPredicate.describe("are in java.base", type -> {
            JavaClass base = type.getBaseComponentType();
            return base.isPrimitive() || packages.contains(base.getPackageName());
        });
    }
}
