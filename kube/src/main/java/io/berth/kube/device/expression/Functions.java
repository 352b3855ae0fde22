package io.berth.kube.device.expression;

import dev.cel.common.CelFunctionDecl;
import dev.cel.common.CelOverloadDecl;
import dev.cel.common.types.CelType;
import dev.cel.compiler.CelCompilerBuilder;
import dev.cel.runtime.CelFunctionBinding;
import dev.cel.runtime.CelRuntimeBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * What there is beyond the functions of CEL itself. All that one name stands for is bound at once: of two bindings of a name, the CEL library
 * keeps the first only.
 */
final class Functions {
    private final TreeMap<String, List<CelOverloadDecl>> declared = new TreeMap<>();
    private final TreeMap<String, List<CelFunctionBinding>> bound = new TreeMap<>();

    /** A function of a value, which CEL does not know: {@code value.name(more)}. */
    void member(String name, CelFunctionBinding binding, CelType result, CelType... types) {
        declare(name, CelOverloadDecl.newMemberOverload(binding.getOverloadId(), result, List.of(types)));
        bind(name, binding);
    }

    /** A function that CEL does not know: {@code name(value, more)}. */
    void global(String name, CelFunctionBinding binding, CelType result, CelType... types) {
        declare(name, CelOverloadDecl.newGlobalOverload(binding.getOverloadId(), result, List.of(types)));
        bind(name, binding);
    }

    private void declare(String name, CelOverloadDecl overload) {
        declared.computeIfAbsent(name, function -> new ArrayList<>()).add(overload);
    }

    /** A function that CEL, or an extension of it, declares. */
    void bind(String name, CelFunctionBinding binding) {
        bound.computeIfAbsent(name, function -> new ArrayList<>()).add(binding);
    }

    void addTo(CelCompilerBuilder compiler) {
        declared.forEach((name, overloads) ->
                compiler.addFunctionDeclarations(CelFunctionDecl.newFunctionDeclaration(name, overloads)));
    }

    void addTo(CelRuntimeBuilder runtime) {
        bound.forEach(
                (name, bindings) -> runtime.addFunctionBindings(CelFunctionBinding.fromOverloads(name, bindings)));
    }
}
