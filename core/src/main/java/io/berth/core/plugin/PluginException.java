package io.berth.core.plugin;

/** What was computed cannot go on, since a policy of a plugin failed. */
public final class PluginException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public PluginException(PluginFailure failure) {
        super(failure.text());
    }
}
