package io.berth.core.plugin;

/**
 * A policy of a plugin threw or answered what it must not.
 *
 * @param plugin that brought it
 * @param policy its name in the catalog; empty where the plugin as a whole is missing
 * @param what it did, a phrase behind its name
 */
public record PluginFailure(PluginOrigin plugin, String policy, String what) {
    /** All of it in one sentence. */
    public String text() {
        return policy.isEmpty()
                ? "the plugin " + plugin.shortText() + " " + what
                : "the policy (" + policy + ") of the plugin " + plugin.shortText() + " " + what;
    }
}
