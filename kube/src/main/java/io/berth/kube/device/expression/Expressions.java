package io.berth.kube.device.expression;

import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelRuntime;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which devices expressions select. Each is compiled once, as long as not too many others are used meanwhile. The library that compiles them is
 * loaded with the first: most clusters never need it.
 */
public final class Expressions {
    private static final int MOST_COMPILED = 1_000;

    private final LinkedHashMap<String, Compiled> compiled = new LinkedHashMap<>(16, 0.75f, true);

    /** @param problem why there is no program, or null */
    private record Compiled(CelRuntime.@Nullable Program program, String problem) {}

    /** Loads the library when it is first asked for. */
    private static final class Loaded {
        static final Compiler COMPILER = new Compiler();
    }

    /** Empty where the expression can be used, else in a sentence what is wrong with it. */
    public String problem(String expression) {
        return compiled(expression).problem();
    }

    /**
     * Whether the expression selects the device.
     *
     * @throws ExpressionException where it cannot be used, fails for this device, as it does by an attribute that is not there, or costs too
     *     much
     */
    public boolean accepts(String expression, Seen device) {
        Compiled usable = compiled(expression);
        if (usable.program() == null) {
            throw new ExpressionException(usable.problem());
        }
        try {
            Map<String, Object> variables = Map.of(DeviceType.VARIABLE, DeviceType.value(device));
            Object result = usable.program().trace(variables, new Budget());
            if (result instanceof Boolean accepted) {
                return accepted;
            }
            throw new ExpressionException("must evaluate to bool, not to " + result);
        } catch (CelEvaluationException e) {
            throw new ExpressionException(reason(e), e);
        } catch (IllegalArgumentException e) {
            throw new ExpressionException(String.valueOf(e.getMessage()), e);
        } catch (Budget.SpentError e) {
            throw new ExpressionException(String.valueOf(e.getMessage()));
        } catch (StackOverflowError e) {
            throw new ExpressionException("parts of it lie too deep within each other");
        }
    }

    /** What a function throws is a cause; the message around it says what the function was given. */
    private static String reason(Throwable thrown) {
        String message = String.valueOf(thrown.getMessage());
        Throwable cause = thrown.getCause();
        boolean around = message.startsWith("Function '") || message.contains(": Function '");
        return around && cause != null ? reason(cause) : message;
    }

    private Compiled compiled(String expression) {
        synchronized (compiled) {
            Compiled known = compiled.get(expression);
            if (known != null) {
                return known;
            }
        }
        Compiled made = compile(expression);
        synchronized (compiled) {
            compiled.put(expression, made);
            if (compiled.size() > MOST_COMPILED) {
                compiled.pollFirstEntry();
            }
        }
        return made;
    }

    private static Compiled compile(String expression) {
        try {
            return new Compiled(Loaded.COMPILER.compile(expression), "");
        } catch (ExpressionException e) {
            return new Compiled(null, String.valueOf(e.getMessage()));
        }
    }
}
