package io.berth.core.strategy;

import io.berth.core.model.InvalidModelException;
import java.util.List;
import java.util.SortedMap;
import java.util.function.Function;

/** The values of a policy's parameters: those given, and the defaults of the rest. */
public final class Parameters {
    private final String policy;
    private final List<Parameter> declared;
    private final SortedMap<String, String> given;

    /**
     * @throws IllegalArgumentException where a given parameter is not declared or its text is not of its type
     */
    public Parameters(String policy, List<Parameter> declared, SortedMap<String, String> given) {
        this.policy = policy;
        this.declared = declared;
        this.given = given;
        given.forEach(this::check);
    }

    /** A number with a fraction. */
    public double number(String name) {
        return Double.parseDouble(text(name));
    }

    /** A whole number. */
    public long integer(String name) {
        return Long.parseLong(text(name));
    }

    /** True where the value was given. */
    public boolean has(String name) {
        return given.containsKey(name);
    }

    /** The text as given. */
    public String text(String name) {
        return given.getOrDefault(name, find(name).fallback());
    }

    /**
     * What {@code reading} makes of the text of a model.
     *
     * @throws IllegalArgumentException where the text is none that it reads
     */
    public <M> M model(String name, Function<String, M> reading) {
        try {
            return reading.apply(text(name));
        } catch (InvalidModelException e) {
            throw new IllegalArgumentException(e.told(), e);
        }
    }

    /** Digits of ASCII: {@link Long#parseLong} takes those of other scripts too. */
    private static long whole(String value) {
        if (value.chars().anyMatch(character -> character > '9')) {
            throw new NumberFormatException(value);
        }
        return Long.parseLong(value);
    }

    private void check(String name, String value) {
        Parameter parameter = find(name);
        try {
            switch (parameter.type()) {
                case INTEGER -> whole(value);
                case NUMBER -> {
                    if (!Double.isFinite(Double.parseDouble(value))) {
                        throw new NumberFormatException(value);
                    }
                }
                case TEXT, MAP, MODEL -> {}
            }
        } catch (NumberFormatException _) {
            throw new IllegalArgumentException("The parameter (" + name + ") of policy (" + policy
                    + ") must be of type " + parameter.type() + ", not (" + value + ").");
        }
    }

    private Parameter find(String name) {
        for (Parameter parameter : declared) {
            if (parameter.name().equals(name)) {
                return parameter;
            }
        }
        throw new IllegalArgumentException("Policy (" + policy + ") has no parameter (" + name + "), only "
                + declared.stream().map(Parameter::name).toList() + ".");
    }
}
