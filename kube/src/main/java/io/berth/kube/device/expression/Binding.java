package io.berth.kube.device.expression;

import com.google.common.collect.ImmutableList;
import dev.cel.common.CelIssue;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.types.TypeParamType;
import dev.cel.parser.CelMacro;
import dev.cel.parser.CelMacroExprFactory;
import dev.cel.runtime.CelFunctionBinding;
import java.util.List;
import java.util.Optional;

/**
 * {@code cel.bind(name, value, expression)}, as the extension of CEL has it, but for {@link Domains}: what it binds it copies into a map of its
 * own, which knows nothing of domains that are not there. They become the only element that a loop goes over.
 */
final class Binding {
    /** Of no value and any type: what a loop holds before its first step. */
    private static final String UNBOUND = "@unbound";

    private static final String RESULT = "@bound";
    private static final String UNUSED = "#unused";

    private Binding() {}

    static CelMacro macro() {
        return CelMacro.newReceiverMacro("bind", 3, Binding::expand);
    }

    static void addTo(Functions functions) {
        functions.global(
                UNBOUND, CelFunctionBinding.from(UNBOUND, List.of(), given -> false), TypeParamType.create("T"));
    }

    private static Optional<CelExpr> expand(
            CelMacroExprFactory factory, CelExpr target, ImmutableList<CelExpr> arguments) {
        if (!isNamed(target, "cel")) {
            return Optional.empty();
        }
        CelExpr variable = arguments.get(0);
        if (variable.getKind() != CelExpr.ExprKind.Kind.IDENT) {
            return Optional.of(factory.reportError(CelIssue.formatError(
                    factory.getSourceLocation(variable), "cel.bind() variable name must be a simple identifier")));
        }
        String name = variable.ident().name();
        CelExpr value = arguments.get(1);
        CelExpr in = arguments.get(2);
        if (isDomains(value)) {
            return Optional.of(factory.fold(
                    name,
                    factory.newList(value),
                    RESULT,
                    factory.newGlobalCall(UNBOUND),
                    factory.newBoolLiteral(true),
                    in,
                    factory.newIdentifier(RESULT)));
        }
        return Optional.of(factory.fold(
                UNUSED,
                factory.newList(),
                name,
                value,
                factory.newBoolLiteral(false),
                factory.newIdentifier(name),
                in));
    }

    private static boolean isDomains(CelExpr value) {
        return value.getKind() == CelExpr.ExprKind.Kind.SELECT
                && isNamed(value.select().operand(), DeviceType.VARIABLE)
                && !value.select().testOnly();
    }

    private static boolean isNamed(CelExpr expression, String name) {
        return expression.getKind() == CelExpr.ExprKind.Kind.IDENT
                && expression.ident().name().equals(name);
    }
}
