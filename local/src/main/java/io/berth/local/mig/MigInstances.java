package io.berth.local.mig;

import io.berth.core.cluster.device.mig.MigProfile;
import io.berth.local.device.Accelerator;
import io.berth.local.device.Inventory;
import io.berth.local.device.MigInstance;
import io.berth.local.device.tool.MigListing;
import io.berth.local.device.tool.Tools;
import io.berth.local.launch.folder.TaskKey;
import io.berth.local.launch.process.Boot;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Makes the instances that tasks were granted, one after another on a thread of its own, and takes them back. One whose task is over stays
 * where it is, for the next task that is granted just that, until its slices are needed or Berth stops. Only what a file says that Berth made
 * is removed: after a crash too, where an instance that was being made counts as made where the driver lists one of that size at that place.
 */
public final class MigInstances {
    private final MigDriver driver;
    private final MigLedger ledger;
    private final Consumer<String> notes;

    /** What is being made, and what came of it: an instance, or why there is none. Starts that are over are none of these. */
    private final Map<TaskKey, Made> made = new ConcurrentHashMap<>();

    private final ExecutorService thread = Executors.newSingleThreadExecutor(
            Thread.ofPlatform().daemon().name("berth-mig").factory());
    private volatile boolean closed;

    private MigInstances(MigDriver driver, MigLedger ledger, Consumer<String> notes) {
        this.driver = driver;
        this.ledger = ledger;
        this.notes = notes;
    }

    /**
     * What a start of a task was granted.
     *
     * @param gpu of which it is made
     * @param start the memory slice at which it begins
     */
    public record Wanted(TaskKey key, Accelerator gpu, MigProfile profile, int start) {}

    /** An instance, or why there is none; neither while it is being made. */
    private record Made(@Nullable MigInstance instance, String refusal) {
        static final Made NOT_YET = new Made(null, "the instance is not made yet");
    }

    /**
     * Those that a file in {@code folder} knows.
     *
     * @param notes gets a line for what was made or removed
     * @throws UncheckedIOException where that file cannot be read
     */
    public static MigInstances open(Tools tools, Path folder, Consumer<String> notes) {
        return new MigInstances(new MigDriver(tools), MigLedger.of(folder, Boot.id()), notes);
    }

    /**
     * {@code found}, where of each GPU is told either which instances it has, or of what some may be made: a GPU on which there are some, and
     * none of them Berth's own, is somebody else's to cut.
     *
     * @param wanted false where Berth is to make none
     */
    public Inventory apply(Inventory found, boolean wanted) {
        return found.withDevices(found.devices().stream()
                .map(gpu ->
                        wanted && !gpu.profiles().isEmpty() && (gpu.instances().isEmpty() || anyOwn(gpu))
                                ? gpu.withInstances(List.of())
                                : gpu.withProfiles(List.of()))
                .toList());
    }

    private boolean anyOwn(Accelerator gpu) {
        return ledger.all().stream().anyMatch(each -> each.gpu().equals(gpu.uuid()) && shown(each, gpu.instances()));
    }

    /** One of which the name is not known yet is there where one of its size is. */
    private static boolean shown(MadeInstance each, List<MigInstance> instances) {
        return instances.stream()
                .anyMatch(there -> each.uuid().isEmpty()
                        ? there.profile().equals(each.profile())
                        : there.uuid().equals(each.uuid()));
    }

    /** Nobody holds an instance but the starts that are {@code live}. */
    public void resume(Collection<TaskKey> live) {
        ledger.keep(live);
    }

    /**
     * Has {@code wanted} made, and calls {@code then} when all of it is, or cannot be; from another thread. Not once it is closed: then the
     * next start of Berth does it.
     */
    public void make(List<Wanted> wanted, Runnable then) {
        wanted.forEach(each -> made.put(each.key(), Made.NOT_YET));
        thread.execute(() -> {
            wanted.forEach(this::make);
            if (!closed) {
                then.run();
            }
        });
    }

    /**
     * The instance that was made for {@code key}.
     *
     * @throws MigRefusal where there is none; the message says why
     */
    public MigInstance of(TaskKey key) {
        Made known = made.getOrDefault(key, Made.NOT_YET);
        MigInstance instance = known.instance();
        if (instance == null) {
            throw new MigRefusal(known.refusal());
        }
        return instance;
    }

    /** The start {@code key} is over, or will never be; from any thread. */
    public void release(TaskKey key) {
        made.remove(key);
        ledger.change(key, each -> each.heldBy(null));
    }

    /** Ends what is under way and removes what nobody holds. What tasks hold that go on stays, for the next start of Berth. */
    public void close() {
        closed = true;
        thread.shutdown();
        try {
            if (!thread.awaitTermination(2 * MigDriver.LIMIT.toSeconds(), TimeUnit.SECONDS)) {
                return;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return;
        }
        for (MadeInstance each : ledger.all()) {
            try {
                if (each.holder() == null) {
                    remove(each);
                }
            } catch (MigRefusal e) {
                notes.accept(e.getMessage());
            }
        }
    }

    private void make(Wanted wanted) {
        if (closed || !made.containsKey(wanted.key())) {
            return;
        }
        Made outcome;
        try {
            outcome = new Made(instance(wanted), "");
        } catch (RuntimeException e) {
            // A disk that is full, or a tool that says what nobody expects: the task fails to start, and nothing else
            // does.
            ledger.change(wanted.key(), each -> each.heldBy(null));
            outcome = new Made(null, String.valueOf(e.getMessage()));
        }
        if (made.replace(wanted.key(), outcome) == null) {
            // Its task is over meanwhile.
            release(wanted.key());
        }
    }

    private MigInstance instance(Wanted wanted) {
        MadeInstance place = new MadeInstance(
                wanted.gpu().uuid(),
                wanted.profile().name(),
                wanted.start(),
                wanted.profile().slices(),
                MadeInstance.UNKNOWN,
                "",
                wanted.key());
        MadeInstance there = reusable(place, wanted.gpu().index());
        if (there == null) {
            clear(place);
            there = create(place, wanted.gpu().index());
            notes.accept("made the MIG instance " + there.profile() + " at slice " + there.start() + " of GPU "
                    + wanted.gpu().index() + " for " + wanted.key());
        }
        return new MigInstance(
                there.id(), there.profile(), there.uuid(), wanted.profile().memoryBytes());
    }

    /** The instance that is at {@code place} already, from an earlier task or an earlier Berth; null where none is. */
    private @Nullable MadeInstance reusable(MadeInstance place, int index) {
        for (MadeInstance each : ledger.all()) {
            boolean free = each.holder() == null || each.holder().equals(place.holder());
            if (each.isAt(place) && free && !each.uuid().isEmpty()) {
                boolean there = row(each, driver.list(each.gpu())) != null
                        && driver.named(index).stream()
                                .anyMatch(named -> named.uuid().equals(each.uuid()));
                if (there) {
                    MadeInstance held = each.heldBy(place.holder());
                    ledger.put(held);
                    return held;
                }
            }
        }
        return null;
    }

    /** Removes what Berth made that is in the way of {@code place}. */
    private void clear(MadeInstance place) {
        for (MadeInstance each : ledger.all()) {
            TaskKey holder = each.holder();
            if (each.meets(place)) {
                if (holder != null && !holder.equals(place.holder())) {
                    throw new MigRefusal("its slices of the GPU are still held by " + holder);
                }
                remove(each);
            }
        }
    }

    /** One that is not listed may yet come, where nobody knows what became of it: it is not forgotten. */
    private void remove(MadeInstance each) {
        MigListing.Row row = row(each, driver.list(each.gpu()));
        if (row != null) {
            driver.destroy(each.gpu(), row.id());
        }
        if (row != null || each.id() != MadeInstance.UNKNOWN) {
            ledger.drop(each);
        }
    }

    private MadeInstance create(MadeInstance place, int index) {
        List<String> before =
                driver.named(index).stream().map(MigInstance::uuid).toList();
        refuseForeign(place);
        ledger.put(place);
        Tools.Answer answer = driver.create(place);
        MigListing.Row row = row(place, driver.list(place.gpu()));
        if (row == null) {
            if (!(answer instanceof Tools.Answer.Late)) {
                ledger.drop(place);
            }
            throw MigDriver.refused(
                    "make a " + place.profile() + " at slice " + place.start() + " of", place.gpu(), answer);
        }
        MadeInstance numbered = place.known(row.id(), "");
        ledger.put(numbered);
        ledger.only(numbered);
        List<MigInstance> fresh = driver.named(index).stream()
                .filter(each -> each.profile().equals(place.profile()) && !before.contains(each.uuid()))
                .toList();
        if (!(answer instanceof Tools.Answer.Text) || fresh.size() != 1) {
            remove(numbered);
            throw answer instanceof Tools.Answer.Text
                    ? new MigRefusal("nvidia-smi -L does not tell which instance was made on GPU " + place.gpu())
                    : MigDriver.refused("make a " + place.profile() + " that can be used on", place.gpu(), answer);
        }
        MadeInstance complete = numbered.known(row.id(), fresh.getFirst().uuid());
        ledger.put(complete);
        return complete;
    }

    /** What is there and Berth did not make must never be taken for its own after a crash. */
    private void refuseForeign(MadeInstance place) {
        for (MigListing.Row row : driver.list(place.gpu())) {
            boolean inTheWay =
                    row.start() < place.start() + place.slices() && place.start() < row.start() + row.slices();
            if (inTheWay) {
                throw new MigRefusal("somebody else has made the instance " + row.id() + " (" + row.profile()
                        + ") on memory slice " + row.start() + " of GPU " + place.gpu());
            }
        }
    }

    /** Which of {@code rows} is {@code each}; null for none. */
    private static MigListing.@Nullable Row row(MadeInstance each, List<MigListing.Row> rows) {
        for (MigListing.Row row : rows) {
            boolean same = row.profile().equals(each.profile()) && row.start() == each.start();
            if (same && (each.id() == MadeInstance.UNKNOWN || each.id() == row.id())) {
                return row;
            }
        }
        return null;
    }
}
