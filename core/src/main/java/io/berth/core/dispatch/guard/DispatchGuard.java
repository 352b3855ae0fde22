package io.berth.core.dispatch.guard;

import io.berth.core.plugin.PluginException;
import io.berth.core.plugin.PluginFailure;
import io.berth.core.plugin.PluginOrigin;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Says what a policy of a plugin did wrong. */
public record DispatchGuard(PluginOrigin plugin, String policy) {
    /**
     * What {@code making} makes.
     *
     * @throws IllegalArgumentException where it makes nothing, as where a parameter is wrong
     */
    public <P> P made(Supplier<? extends @Nullable P> making) {
        P made;
        try {
            made = making.get();
        } catch (IllegalArgumentException e) {
            throw e;
        } catch (RuntimeException | LinkageError | StackOverflowError | AssertionError e) {
            throw new IllegalArgumentException(new PluginFailure(plugin, policy, "cannot be made: " + e).text(), e);
        }
        if (made == null) {
            throw new IllegalArgumentException(new PluginFailure(plugin, policy, "was made as null").text());
        }
        return made;
    }

    /** Does {@code telling}, in which the policy is told something. */
    void told(Runnable telling) {
        try {
            telling.run();
        } catch (RuntimeException | LinkageError | StackOverflowError | AssertionError e) {
            throw threw(e);
        }
    }

    PluginException threw(Throwable problem) {
        return failed("threw " + problem);
    }

    PluginException failed(String what) {
        return new PluginException(new PluginFailure(plugin, policy, what));
    }
}
