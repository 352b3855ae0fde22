package io.berth.local.world;

import io.berth.local.device.Machine;
import io.berth.local.device.Visibility;
import io.berth.local.launch.LaunchSettings;
import io.berth.local.launch.folder.TaskKey;
import io.berth.local.mig.MigInstances;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * How this machine carries decisions out.
 *
 * @param launch how tasks are launched; its state folder also holds which device each bit of a placement means
 * @param machine this machine as a node, as it was found now
 * @param visibility how tasks see devices here
 * @param mig makes the instances that tasks are granted; closed with the world
 * @param environment what every task gets, before that of its job
 * @param directory where a task starts whose job names no directory, absolute
 * @param stopGrace from the request to end to being killed
 * @param ofTask what a start of a task gets beside
 */
public record WorldSettings(
        LaunchSettings launch,
        Machine machine,
        Visibility visibility,
        MigInstances mig,
        SortedMap<String, String> environment,
        Path directory,
        Duration stopGrace,
        Function<TaskKey, Map<String, String>> ofTask) {
    public WorldSettings {
        environment = Collections.unmodifiableSortedMap(new TreeMap<>(environment));
    }

    /** What of the environment is the machine's rather than a user's. */
    SortedMap<String, String> common() {
        SortedMap<String, String> kept = new TreeMap<>(environment);
        kept.keySet().retainAll(Set.of("LANG", "TZ"));
        return kept;
    }

    /** What of {@code own}, the environment of this process, tasks need to find programs and their user's files. */
    public static SortedMap<String, String> inherited(Map<String, String> own) {
        SortedMap<String, String> kept = new TreeMap<>();
        for (String name : new String[] {"PATH", "HOME", "USER", "LOGNAME", "SHELL", "LANG", "TZ", "TMPDIR"}) {
            String value = own.get(name);
            if (value != null) {
                kept.put(name, value);
            }
        }
        return kept;
    }
}
