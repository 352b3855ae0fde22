package io.berth.local.world;

import io.berth.core.workload.Demand;
import io.berth.core.workload.DeviceDemand;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.Program;
import io.berth.core.workload.Service;
import io.berth.core.workload.term.Interruption;
import io.berth.local.device.MigInstance;
import io.berth.local.device.Unit;
import io.berth.local.device.Visibility;
import io.berth.local.launch.TaskOrder;
import io.berth.local.launch.folder.TaskKey;
import io.berth.local.launch.process.UserAccount;
import io.berth.local.limit.Limits;
import io.berth.local.mig.MigInstances;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Makes the order of a task of what its job says and what it was given. */
record TaskOrders(WorldSettings settings, DeviceSeats seats, ServicePorts ports) {
    /**
     * The order of {@code task} of a job that holds its places; from any thread.
     *
     * @throws IllegalArgumentException where nothing can be started of it, or a device is gone; the message says why
     */
    TaskOrder of(StartedJob job, TaskKey key) {
        Program program = job.spec().program(key.task());
        if (!program.runs()) {
            throw new IllegalArgumentException("the job has no command to run");
        }
        Demand demand = job.spec().demand(key.task());
        return new TaskOrder(
                key,
                program.command(),
                environment(job, key),
                directory(program),
                program.user().isEmpty() ? null : program.user(),
                new Limits(demand.cpuMilli(), demand.memoryBytes(), 0, demand.bestEffort()),
                null,
                grace(job.spec()));
    }

    private Duration grace(JobSpec job) {
        long own = job.terms().interruption().graceNanos();
        return own == Interruption.USUAL_GRACE ? settings.stopGrace() : Duration.ofNanos(own);
    }

    /** Where it starts that names no folder: another user enters his own home rather than that of whoever runs Berth. */
    private Path directory(Program program) {
        if (!program.directory().isEmpty()) {
            return Path.of(program.directory());
        }
        if (program.user().isEmpty()) {
            return settings.directory();
        }
        Path home = Path.of(UserAccount.find(program.user()).home());
        return Files.isDirectory(home) ? home : Path.of("/");
    }

    /** Later ones win: what every task gets, what the job says, what Berth says. */
    private TreeMap<String, String> environment(StartedJob job, TaskKey key) {
        int task = key.task();
        // Whoever runs as somebody else gets what a login of that user has, and nothing of whoever runs Berth.
        boolean own = job.spec().program(task).user().isEmpty();
        TreeMap<String, String> variables = new TreeMap<>(own ? settings.environment() : settings.common());
        variables.putAll(job.spec().program(task).environment());
        variables.putAll(settings.ofTask().apply(key));
        variables.put("BERTH_JOB_ID", Long.toString(job.id()));
        variables.put("BERTH_TASK", Integer.toString(task));
        variables.put("BERTH_RESTARTS", Integer.toString(job.restarts()));
        Service service = job.spec().program(task).service();
        if (service.serves()) {
            String port = Integer.toString(ports.give(key, service));
            variables.put("PORT", port);
            variables.put("BERTH_PORT", port);
            variables.put("BERTH_SERVICE", service.name());
        }
        GangVariables.add(job, task, variables);
        if (job.spec().tasks() > 1) {
            variables.put("BERTH_HOSTFILE", hostFile(job.size()).toString());
            if (GangVariables.listed(job)) {
                variables.put("BERTH_PEERS", peers(job).toString());
            }
        }
        Visibility.Grant grant = grant(job, task);
        variables.put("BERTH_GPUS", Visibility.indices(grant.units()));
        variables.putAll(settings.visibility().variables(grant, own));
        return variables;
    }

    private Visibility.Grant grant(StartedJob job, int task) {
        Demand demand = job.spec().demand(task);
        if (demand.gpus() == 0) {
            return Visibility.Grant.NONE;
        }
        StartedJob.Held held = job.held(task);
        List<Unit> units = units(held, task);
        if (held.instance() != null) {
            MigInstance made = settings.mig().of(job.key(task));
            return Visibility.Grant.whole(List.of(new Unit(units.getFirst().device(), made)));
        }
        // An instance that was asked for by its profile is the task's alone, and all of it.
        boolean all = demand.wholeGpus() || demand.devices() instanceof DeviceDemand.Instance;
        return all
                ? Visibility.Grant.whole(units)
                : new Visibility.Grant(units, demand.gpuMilli(), demand.gpuMemoryBytes());
    }

    private List<Unit> units(StartedJob.Held held, int task) {
        @Nullable List<Unit> units = seats.held(held.mask());
        if (units == null) {
            throw new IllegalArgumentException("a device that task " + task + " was given is gone from this machine");
        }
        return units;
    }

    /** The instances that have to be made before the tasks {@code keys} of {@code job} can be ordered; none of a device that is gone. */
    List<MigInstances.Wanted> instances(StartedJob job, List<TaskKey> keys) {
        List<MigInstances.Wanted> wanted = new ArrayList<>();
        for (TaskKey key : keys) {
            StartedJob.Held held = job.held(key.task());
            StartedJob.Instance instance = held.instance();
            @Nullable List<Unit> units = instance == null ? null : seats.held(held.mask());
            if (instance != null && units != null) {
                wanted.add(
                        new MigInstances.Wanted(key, units.getFirst().device(), instance.profile(), instance.start()));
            }
        }
        return wanted;
    }

    /** What MPI reads: this machine and how many may run on it. It depends on the number alone, so gangs of a size share it. */
    private Path hostFile(int tasks) {
        Path folder = settings.launch().state().resolve("hosts");
        Path file = folder.resolve("slots-" + tasks);
        if (!Files.exists(file)) {
            write(file, "localhost slots=" + tasks + "\n");
        }
        return file;
    }

    /** Where the tasks of a gang listen, one line each: one file for all of them, which goes with the job and grows with it. */
    private Path peers(StartedJob job) {
        Path file = job.key().peers(settings.launch().state());
        if (!Files.exists(file) || job.grew()) {
            write(file, GangVariables.peers(job));
        }
        return file;
    }

    /** Whole or not at all: tasks of a gang are launched side by side. */
    private static void write(Path file, String text) {
        Path unfinished = file.resolveSibling(
                file.getFileName() + "." + Thread.currentThread().threadId() + ".tmp");
        try {
            Files.createDirectories(file.getParent());
            Files.writeString(unfinished, text);
            Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + file, e);
        }
    }
}
