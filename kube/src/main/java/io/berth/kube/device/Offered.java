package io.berth.kube.device;

import io.berth.kube.claim.Allocation;
import io.berth.kube.claim.Device;
import io.berth.kube.device.expression.ExpressionException;
import io.berth.kube.device.expression.Expressions;
import io.berth.kube.device.expression.Seen;
import java.util.HashMap;
import java.util.Map;

/** A device of a pool, for as long as its slice stays as it is; what expressions say of it is asked for once. */
final class Offered {
    private final Allocation.Id id;
    private final Device device;
    private final Map<String, Verdict> verdicts = new HashMap<>();

    /** @param problem why there is none; empty where there is one */
    private record Verdict(boolean accepted, String problem) {}

    Offered(Allocation.Id id, Device device) {
        this.id = id;
        this.device = device;
    }

    Allocation.Id id() {
        return id;
    }

    Device device() {
        return device;
    }

    /** @throws ExpressionException where {@code expression} has no answer for it */
    boolean passes(String expression, Expressions expressions) {
        Verdict verdict = verdicts.computeIfAbsent(expression, asked -> ask(asked, expressions));
        if (!verdict.problem.isEmpty()) {
            throw new ExpressionException(verdict.problem);
        }
        return verdict.accepted;
    }

    private Verdict ask(String expression, Expressions expressions) {
        try {
            return new Verdict(expressions.accepts(expression, Seen.of(id.driver(), device)), "");
        } catch (ExpressionException e) {
            return new Verdict(false, String.valueOf(e.getMessage()));
        }
    }
}
