package io.berth.spec.strategy;

import io.berth.core.strategy.Parameter;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Tree;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Reads the parameters of a policy, of jobs or of requests. */
public final class ParameterReader {
    private final ModelText models;

    /**
     * @param stored the models that are stored here
     * @param folder what file names are relative to; null where models are only texts and stored ones
     */
    public ParameterReader(StoredModels stored, @Nullable Path folder) {
        this.models = new ModelText(stored, folder);
    }

    /**
     * The values in {@code tree} as text, by name.
     *
     * @param model reads models of the kind that the policy needs
     * @throws InputException where a parameter is not one of {@code declared}, or its value not of its type
     */
    public TreeMap<String, String> read(List<Parameter> declared, Consumer<String> model, Tree tree) {
        TreeMap<String, String> parameters = new TreeMap<>();
        for (Tree.Entry entry : tree.entries()) {
            Parameter parameter = find(declared, entry.key());
            if (parameter == null) {
                List<String> names = declared.stream().map(Parameter::name).toList();
                String problem = InputException.unknown("parameter", entry.key(), names);
                throw InputException.at(entry.position(), tree.path(), problem);
            }
            checkType(parameter, entry.value());
            String text = switch (parameter.type()) {
                case MODEL -> models.read(model, entry.value());
                case MAP -> amounts(entry.value());
                case INTEGER, NUMBER, TEXT -> entry.value().text();
            };
            parameters.put(entry.key(), text);
        }
        return parameters;
    }

    /** A map of amounts as text. */
    private static String amounts(Tree value) {
        if (value instanceof Tree.Items) {
            throw InputException.at(value, "must be a map such as {a: 4, b: 50%}, or a text such as a=4,b=50%");
        }
        if (!(value instanceof Tree.Map map)) {
            return value.text();
        }
        List<String> amounts = new ArrayList<>();
        for (Tree.Entry entry : map.entries()) {
            if (entry.key().matches(".*[,=].*")) {
                throw InputException.at(
                        entry.position(), value.path(), "the name (" + entry.key() + ") must be without , and =");
            }
            amounts.add(entry.key() + "=" + entry.value().text());
        }
        return String.join(",", amounts);
    }

    private static @Nullable Parameter find(List<Parameter> declared, String name) {
        return declared.stream()
                .filter(parameter -> parameter.name().equals(name))
                .findFirst()
                .orElse(null);
    }

    private static void checkType(Parameter parameter, Tree value) {
        switch (parameter.type()) {
            case INTEGER -> value.whole();
            case NUMBER -> value.number();
            case TEXT, MODEL -> value.text();
            case MAP -> {}
        }
    }
}
