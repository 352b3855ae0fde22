package io.berth.app.home;

import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The folder of one Berth.
 *
 * @param folder absolute
 */
public record BerthHome(Path folder) {
    /** The variable that names the folder. */
    public static final String VARIABLE = "BERTH_HOME";

    /** Root's. */
    public static final BerthHome OF_THE_SYSTEM = new BerthHome(Path.of("/var/lib/berth"));

    /**
     * What {@code option} names; without it the folder in BERTH_HOME; without that {@code /var/lib/berth} for root, and for others
     * the folder that the platform's convention names for state: {@code XDG_STATE_HOME/berth}, which is {@code
     * ~/.local/state/berth} by default.
     */
    public static BerthHome of(@Nullable Path option, Map<String, String> environment) {
        return new BerthHome((option == null ? standard(environment) : option)
                .toAbsolutePath()
                .normalize());
    }

    /** Where the folder that {@link #of} gives comes from, for people. */
    public static String source(@Nullable Path option, Map<String, String> environment) {
        if (option != null) {
            return "--home";
        }
        return environment.getOrDefault(VARIABLE, "").isEmpty() ? "default" : VARIABLE;
    }

    private static Path standard(Map<String, String> environment) {
        String home = environment.getOrDefault(VARIABLE, "");
        if (!home.isEmpty()) {
            return Path.of(home);
        }
        if (System.getProperty("user.name", "").equals("root")) {
            return OF_THE_SYSTEM.folder();
        }
        String state = environment.getOrDefault("XDG_STATE_HOME", "");
        Path base = state.isEmpty() ? Path.of(System.getProperty("user.home"), ".local", "state") : Path.of(state);
        return base.resolve("berth");
    }

    /** The journal's folder: everything that was decided. */
    public Path journal() {
        return folder.resolve("journal");
    }

    /** The launcher's folder: orders, exit codes and output of tasks. */
    public Path tasks() {
        return folder.resolve("tasks");
    }

    /** The jobs that ended last. */
    public Path history() {
        return folder.resolve("history.jsonl");
    }

    /** What learning beside the system keeps. */
    public Path learner() {
        return folder.resolve("learner.json");
    }

    /** The training curves of jobs. */
    public Path curves() {
        return folder.resolve("curves");
    }

    /** What was held, waited for and measured over time. */
    public Path series() {
        return folder.resolve("series");
    }

    /** The models that were learnt. */
    public Path models() {
        return folder.resolve("models");
    }

    /** Jars with policies that do not ship with Berth. */
    public Path plugins() {
        return folder.resolve("plugins");
    }

    /** The key of the tokens of jobs. */
    public Path jobKey() {
        return folder.resolve("job-key");
    }

    /** The users that are kept for tenants. */
    public Path tenants() {
        return folder.resolve("tenants.json");
    }

    /** The idempotency keys of submissions. */
    public Path keys() {
        return folder.resolve("keys");
    }

    /** The digest of the token in {@link #address}. */
    public Path tokens() {
        return folder.resolve("tokens.yaml");
    }

    /** How to reach the Berth that runs here. */
    public Path address() {
        return folder.resolve("berth.json");
    }

    /** The Berth that begins here. */
    Path starting() {
        return folder.resolve("starting.json");
    }

    /** What a Berth says that runs in the background. */
    public Path log() {
        return folder.resolve("up.log");
    }

    /** A page that leads a browser to the console. */
    public Path way() {
        return folder.resolve("console.html");
    }

    /** The socket of a demo, for {@code berth strategy set}. */
    public Path demo() {
        return folder.resolve("demo.sock");
    }
}
