package io.berth.kube.device.expression;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelOptions;
import dev.cel.common.CelValidationException;
import dev.cel.common.types.CelType;
import dev.cel.common.types.SimpleType;
import dev.cel.compiler.CelCompiler;
import dev.cel.compiler.CelCompilerBuilder;
import dev.cel.compiler.CelCompilerFactory;
import dev.cel.compiler.CelCompilerLibrary;
import dev.cel.extensions.CelExtensions;
import dev.cel.extensions.CelOptionalLibrary;
import dev.cel.extensions.CelStringExtensions;
import dev.cel.parser.CelStandardMacro;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelRuntime;
import dev.cel.runtime.CelRuntimeBuilder;
import dev.cel.runtime.CelRuntimeFactory;
import dev.cel.runtime.CelRuntimeLibrary;
import dev.cel.runtime.CelStandardFunctions;
import dev.cel.runtime.CelStandardFunctions.StandardFunction;
import java.util.List;

/**
 * The language of selectors: that of CEL with the extensions that Kubernetes 1.36 has in it (k8s.io/apiserver, pkg/cel/environment/base.go).
 * Not there are functions on addresses, URLs, names and rights, and {@code format}.
 */
final class Compiler {
    /** As the API server takes them ({@code CELSelectorExpressionMaxLength}). */
    private static final int MOST_CHARACTERS = 10 * 1024;

    /** Each iteration costs at least three units of a {@link Budget}. */
    private static final int MOST_ITERATIONS = 333_333;

    static final CelOptions OPTIONS = CelOptions.current()
            .enableHeterogeneousNumericComparisons(true)
            .maxExpressionCodePointSize(MOST_CHARACTERS)
            .comprehensionMaxIterations(MOST_ITERATIONS)
            .build();

    private final CelCompiler compiler;
    private final CelRuntime runtime;

    Compiler() {
        Functions functions = new Functions();
        Binding.addTo(functions);
        Amounts.addTo(functions);
        Texts.addTo(functions);
        Lists.addTo(functions);
        Equality.addTo(functions);
        compiler = compiler(functions);
        runtime = runtime(functions);
    }

    private static CelCompiler compiler(Functions functions) {
        CelCompilerBuilder builder = CelCompilerFactory.standardCelCompilerBuilder()
                .setOptions(OPTIONS)
                .setStandardMacros(CelStandardMacro.STANDARD_MACROS)
                .addMacros(Binding.macro())
                .setTypeProvider(DeviceType.provider())
                .addVar(DeviceType.VARIABLE, DeviceType.TYPE);
        functions.addTo(builder);
        List<CelCompilerLibrary> libraries = List.of(
                CelOptionalLibrary.INSTANCE,
                strings(),
                CelExtensions.sets(OPTIONS),
                CelExtensions.lists(),
                CelExtensions.comprehensions());
        return builder.addLibraries(libraries).build();
    }

    private static CelRuntime runtime(Functions functions) {
        CelRuntimeBuilder builder = CelRuntimeFactory.plannerRuntimeBuilder()
                .setOptions(OPTIONS)
                .setTypeProvider(DeviceType.provider())
                .setStandardFunctions(CelStandardFunctions.newBuilder()
                        .excludeFunctions(
                                StandardFunction.EQUALS,
                                StandardFunction.NOT_EQUALS,
                                StandardFunction.IN,
                                StandardFunction.MATCHES)
                        .build());
        functions.addTo(builder);
        List<CelRuntimeLibrary> libraries = List.of(
                CelOptionalLibrary.INSTANCE,
                strings(),
                CelExtensions.sets(OPTIONS),
                CelExtensions.lists(),
                CelExtensions.comprehensions());
        return builder.addLibraries(libraries).build();
    }

    /** Those of version 2. */
    private static CelStringExtensions strings() {
        return CelExtensions.strings(
                CelStringExtensions.Function.CHAR_AT,
                CelStringExtensions.Function.INDEX_OF,
                CelStringExtensions.Function.JOIN,
                CelStringExtensions.Function.LAST_INDEX_OF,
                CelStringExtensions.Function.LOWER_ASCII,
                CelStringExtensions.Function.QUOTE,
                CelStringExtensions.Function.REPLACE,
                CelStringExtensions.Function.SPLIT,
                CelStringExtensions.Function.SUBSTRING,
                CelStringExtensions.Function.TRIM,
                CelStringExtensions.Function.UPPER_ASCII);
    }

    /** @throws ExpressionException where it cannot be used */
    CelRuntime.Program compile(String expression) {
        try {
            CelAbstractSyntaxTree tree = compiler.compile(expression).getAst();
            CelType result = tree.getResultType();
            if (!result.equals(SimpleType.BOOL) && !result.equals(SimpleType.ANY)) {
                throw new ExpressionException("must evaluate to bool or the unknown type, not " + result.name());
            }
            return runtime.createProgram(tree);
        } catch (CelValidationException | CelEvaluationException | IllegalArgumentException e) {
            throw new ExpressionException("compilation failed: " + e.getMessage(), e);
        } catch (StackOverflowError e) {
            throw new ExpressionException("compilation failed: parts of it lie too deep within each other");
        }
    }
}
