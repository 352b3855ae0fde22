package io.berth.kube.device.expression;

import dev.cel.common.types.SimpleType;
import dev.cel.runtime.CelFunctionBinding;
import dev.cel.runtime.RuntimeEquality;
import dev.cel.runtime.RuntimeHelpers;
import java.util.List;
import java.util.Map;

/**
 * Whether values are equal, and whether one is in another: as CEL has it, except that a quantity or a version equals its own kind
 * only, and that a domain without attributes is in no device although it can be looked up.
 */
final class Equality {
    private static final RuntimeEquality STANDARD = RuntimeEquality.create(RuntimeHelpers.create(), Compiler.OPTIONS);

    private Equality() {}

    static void addTo(Functions functions) {
        functions.bind("_==_", CelFunctionBinding.from("equals", Object.class, Object.class, Equality::same));
        functions.bind(
                "_!=_",
                CelFunctionBinding.from("not_equals", Object.class, Object.class, (one, other) -> !of(one, other)));
        functions.bind(
                "@in",
                CelFunctionBinding.from("in_list", Object.class, List.class, (value, list) -> isElement(value, list)));
        functions.bind("@in", CelFunctionBinding.from("in_map", Object.class, Map.class, Equality::isKey));
        functions.member(
                "includes",
                CelFunctionBinding.from("dra_includes_dyn_dyn", Object.class, Object.class, Equality::includes),
                SimpleType.BOOL,
                SimpleType.DYN,
                SimpleType.DYN);
    }

    private static boolean same(Object one, Object other) {
        if ((one instanceof Amount || one instanceof Semver) && one.getClass() != other.getClass()) {
            throw new IllegalArgumentException(
                    "no such overload: a quantity or version is equal to another of its kind only");
        }
        return of(one, other);
    }

    /** Whether they are equal; things of different kinds are not. */
    static boolean of(Object one, Object other) {
        return STANDARD.objectEquals(one, other);
    }

    /** Whether an attribute is, or as a list holds, a value. */
    private static boolean includes(Object attribute, Object value) {
        return attribute instanceof List<?> list ? isElement(value, list) : of(attribute, value);
    }

    private static boolean isElement(Object value, List<?> list) {
        return list.stream().anyMatch(element -> of(element, value));
    }

    private static boolean isKey(Object key, Map<?, ?> map) {
        return map instanceof Domains domains ? key instanceof String domain && domains.has(domain) : inMap(key, map);
    }

    private static <K, V> boolean inMap(Object key, Map<K, V> map) {
        return STANDARD.findInMap(map, key).isPresent();
    }
}
