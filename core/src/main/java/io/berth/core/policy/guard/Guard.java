package io.berth.core.policy.guard;

import io.berth.core.plugin.PluginFailure;
import io.berth.core.plugin.PluginOrigin;
import io.berth.core.policy.Chooser;
import io.berth.core.policy.Facts;
import io.berth.core.policy.GpuPicker;
import io.berth.core.policy.KeyedOrder;
import io.berth.core.policy.Order;
import io.berth.core.policy.Placer;
import io.berth.core.policy.order.Fcfs;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Notes what a policy of a plugin did wrong.
 *
 * <p>Caught is what code can do wrong by itself, a jar that was built against another Berth included. Memory that is used up is nobody's
 * fault in particular, and a policy that never comes back cannot be stopped.
 *
 * @param facts that the policy is made for
 */
public record Guard(PluginOrigin plugin, String policy, Facts facts) {
    /** The order that {@code making} makes, guarded. */
    public Order order(Supplier<? extends @Nullable Order> making) {
        Order made = made(making, new Fcfs());
        return switch (made) {
            case KeyedOrder keyed -> GuardedOrder.of(keyed, this);
            case Chooser chooser -> new GuardedChooser(chooser, this);
        };
    }

    /** The placement that {@code making} makes, guarded. */
    public Placer placer(Supplier<? extends @Nullable Placer> making) {
        Placer fallback = new Placer.Scored((_, _, _) -> 0);
        return switch (made(making, fallback)) {
            case Placer.Scored scored ->
                new Placer.Scored(new GuardedScorer(scored.scorer(), this), guarded(scored.gpus()), scored.highest());
            case Placer.Picked picked ->
                new Placer.Picked(new GuardedPicker(picked.picker(), this), guarded(picked.gpus()));
        };
    }

    /** True once one of the policies made for the same facts failed; no plugin is asked any more then. */
    boolean broken() {
        return facts.failure() != null;
    }

    void threw(Throwable problem) {
        failed("threw " + problem);
    }

    void failed(String what) {
        facts.failed(new PluginFailure(plugin, policy, what));
    }

    private GpuPicker guarded(GpuPicker picker) {
        return picker.equals(GpuPicker.LEAST_LEFT) ? picker : new GuardedGpuPicker(picker, this);
    }

    private <P> P made(Supplier<? extends @Nullable P> making, P fallback) {
        try {
            P made = making.get();
            if (made != null) {
                return made;
            }
            failed("was made as null");
        } catch (IllegalArgumentException e) {
            failed("cannot be made: " + e.getMessage());
        } catch (RuntimeException | LinkageError | StackOverflowError | AssertionError e) {
            failed("cannot be made: " + e);
        }
        return fallback;
    }
}
