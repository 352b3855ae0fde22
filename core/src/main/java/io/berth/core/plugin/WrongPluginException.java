package io.berth.core.plugin;

import java.util.List;

/** Something was decided by a plugin that this program does not have, or has in another file. */
public final class WrongPluginException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private WrongPluginException(String message) {
        super(message);
    }

    /**
     * Refuses where {@code present} lacks one of {@code wanted}.
     *
     * @param strategy whose parts they brought
     * @throws WrongPluginException with which jar and which digest is wanted, and which is there
     */
    public static void check(String strategy, List<PluginOrigin> wanted, List<PluginOrigin> present) {
        for (PluginOrigin plugin : wanted) {
            PluginOrigin found = null;
            for (PluginOrigin known : present) {
                found = known.name().equals(plugin.name()) ? known : found;
            }
            if (found == null) {
                throw new WrongPluginException("the strategy \"" + strategy + "\" has parts of the plugin " + plugin
                        + ", and no plugin of that name is here; --plugins DIR names the folder of its jar");
            }
            if (!found.sha256().equals(plugin.sha256())) {
                throw new WrongPluginException("the strategy \"" + strategy + "\" has parts of the plugin " + plugin
                        + ", but the one that is here is " + found + "; --plugins DIR names a folder with the other");
            }
        }
    }
}
