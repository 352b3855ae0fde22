package io.berth.local.launch;

import io.berth.local.launch.folder.TaskFolder;
import io.berth.local.launch.folder.TaskKey;
import io.berth.local.launch.process.Boot;
import io.berth.local.launch.process.LaunchException;
import io.berth.local.limit.TaskGroup;
import java.io.IOException;
import java.nio.file.Files;

/**
 * What stands before a launcher is forked: the folder of the task, its control group, its order. The order comes last, so whoever finds one
 * finds the group that it names.
 *
 * @param order what is ordered, written or not
 */
record Preparation(TaskFolder folder, LaunchSite site, TaskOrder wanted, CommandLine command, OrderFile order) {
    /**
     * Makes folder and group of the task {@code key}.
     *
     * @throws LaunchException where no start of it would do better
     * @throws IOException where the folder cannot be made now
     */
    static Preparation of(TaskKey key, TaskFolder folder, LaunchSite site, TaskOrder wanted) throws IOException {
        // Another user finds out himself: what root sees is not for him.
        if (wanted.user() == null && !Files.isDirectory(wanted.directory())) {
            throw new LaunchException("working directory " + wanted.directory() + " is not a folder");
        }
        CommandLine command = site.spawner().command(wanted, folder);
        folder.create();
        folder.reserve(wanted.limits().memoryBytes() > 0);
        site.reached(LaunchStep.FOLDER_MADE);
        TaskGroup group = site.confinement()
                .create(key.name(), wanted.limits().orPids(site.settings().processes()));
        boolean watched = !site.confinement().limitsMemory();
        site.reached(LaunchStep.GROUP_MADE);
        OrderFile order = new OrderFile(
                Boot.id(), wanted.stopGrace(), watched ? wanted.limits().memoryBytes() : 0, group);
        return new Preparation(folder, site, wanted, command, order);
    }

    /** Writes the order, whole or not at all. */
    void write() throws IOException {
        order.write(folder.order(), site.settings(), wanted, command);
    }
}
