package io.berth.core.plugin;

import org.jspecify.annotations.Nullable;

/**
 * Where policies come from that do not ship with Berth.
 *
 * @param name of the plugin, unique among those of one program
 * @param version as the plugin says
 * @param jar the name of its file, without the folder
 * @param sha256 of the bytes of that file, 64 digits in lower case
 */
public record PluginOrigin(String name, String version, String jar, String sha256) {
    private static final int SHORT = 12;

    /** The plugin and its file, with the beginning of the digest: {@code spread 1.0 (spread.jar, SHA-256 0123456789ab…)}. */
    public String shortText() {
        return named() + " (" + jar + ", SHA-256 " + sha256.substring(0, StrictMath.min(SHORT, sha256.length())) + "…)";
    }

    /** Name and version. */
    public String named() {
        return name + " " + version;
    }

    /**
     * Says that {@code policy} of this plugin cannot be taken.
     *
     * @param kind of the policy, by its key
     * @param other plugin that brought one of its name; null where that ships with Berth
     */
    public String collision(String kind, String policy, @Nullable PluginOrigin other) {
        String of = other == null
                ? "one that ships with Berth"
                : "one of the plugin " + other.named() + " in " + other.jar();
        return "The policy (" + policy + ") of " + kind + " in " + jar + " has the name of " + of + ".";
    }

    @Override
    public String toString() {
        return named() + " (" + jar + ", SHA-256 " + sha256 + ")";
    }
}
