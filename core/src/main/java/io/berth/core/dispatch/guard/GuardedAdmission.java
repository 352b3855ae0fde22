package io.berth.core.dispatch.guard;

import io.berth.core.dispatch.Admission;
import io.berth.core.dispatch.Again;
import io.berth.core.dispatch.Fleet;
import io.berth.core.dispatch.Refusal;
import io.berth.core.dispatch.Request;
import org.jspecify.annotations.Nullable;

/** An admission of a plugin. */
public record GuardedAdmission(Admission admission, DispatchGuard guard) implements Admission {
    @Override
    public @Nullable Refusal refuse(Request request, Fleet fleet, int server, int waiting, long nowNanos) {
        try {
            return admission.refuse(request, fleet, server, waiting, nowNanos);
        } catch (RuntimeException | LinkageError | StackOverflowError | AssertionError e) {
            throw guard.threw(e);
        }
    }

    @Override
    public void begin(Fleet fleet) {
        guard.told(() -> admission.begin(fleet));
    }

    @Override
    public Again again(Request request, Fleet fleet, int server, long nowNanos) {
        try {
            return admission.again(request, fleet, server, nowNanos);
        } catch (RuntimeException | LinkageError | StackOverflowError | AssertionError e) {
            throw guard.threw(e);
        }
    }

    @Override
    public void left(Request request, boolean answered, long nowNanos) {
        guard.told(() -> admission.left(request, answered, nowNanos));
    }

    @Override
    public void admitted(Request request, long nowNanos) {
        guard.told(() -> admission.admitted(request, nowNanos));
    }
}
