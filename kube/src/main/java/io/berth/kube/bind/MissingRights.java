package io.berth.kube.bind;

import io.berth.kube.api.Answer;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Says once which right the server misses, however many calls it refuses for that, until one is done again. From any thread. */
final class MissingRights {
    private final Consumer<String> notes;
    private final Set<Work> told = EnumSet.noneOf(Work.class);

    /** What a right is needed for. */
    enum Work {
        BINDING("bind pods"),
        VOLUMES("have claims get their volumes"),
        DEVICES("give devices to claims"),
        CLAIMS("make and delete claims of devices"),
        SHARES("write into pods and nodes which shares of devices they get"),
        CONDITIONS("write into pods why they wait"),
        GROUPS("write into pod groups whether they started"),
        QUEUES("write into queues what they hold"),
        EVENTS("write events");

        private final String text;

        Work(String text) {
            this.text = text;
        }
    }

    /** @param notes hear what is missing */
    MissingRights(Consumer<String> notes) {
        this.notes = notes;
    }

    /** Hears an answer; true where it says that there is no right to do this work. */
    boolean missed(Work work, @Nullable Answer answer) {
        if (answer == null) {
            return false;
        }
        boolean missing = answer.code() == Answer.FORBIDDEN || answer.code() == Answer.UNAUTHORIZED;
        if (answer.ok()) {
            synchronized (told) {
                told.remove(work);
            }
        } else if (missing && first(work)) {
            notes.accept("cannot " + work.text + ": " + answer.why());
        }
        return missing;
    }

    private boolean first(Work work) {
        synchronized (told) {
            return told.add(work);
        }
    }
}
