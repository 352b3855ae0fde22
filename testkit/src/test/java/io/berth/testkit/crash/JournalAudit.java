package io.berth.testkit.crash;

import io.berth.core.catalog.Catalog;
import io.berth.core.engine.Recovery;
import io.berth.core.event.Event;
import io.berth.core.journal.Frame;
import io.berth.core.state.State;
import io.berth.live.journal.JournalReader;
import io.berth.live.journal.RecoveredJournal;
import io.berth.live.journal.file.TornTail;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a dead server left behind, compared with what it had promised. */
final class JournalAudit {
    /** By name. */
    private final Map<String, Long> jobs = new HashMap<>();

    private final Set<Long> numbers = new HashSet<>();
    private final List<String> complaints = new ArrayList<>();
    private final @Nullable TornTail torn;

    private JournalAudit(Path journal) {
        JournalReader reader = JournalReader.open(journal);
        Recovery replay = Recovery.recover(new State(reader.seed()));
        for (Frame frame = reader.next(); frame != null; frame = reader.next()) {
            replay.apply(frame);
            frame.events().forEach(this::note);
        }
        torn = reader.torn();
        if (!Arrays.equals(bytes(RecoveredJournal.read(journal)), bytes(replay.state()))) {
            complaints.add("the recovered state differs from the replay of all frames");
        }
    }

    static JournalAudit of(Path journal) {
        return new JournalAudit(journal);
    }

    /** Checks that everything acknowledged to {@code submitter} is there. */
    void check(Submitter submitter) {
        submitter.acknowledged().forEach((name, job) -> {
            Long found = jobs.get(name);
            if (found == null) {
                complaints.add("submission " + name + " is lost");
            } else if (!found.equals(job)) {
                complaints.add("submission " + name + " is job " + found + ", not " + job);
            }
        });
    }

    /** What is wrong; empty where all is as it should be. */
    List<String> complaints() {
        return complaints;
    }

    /** What was cut off in the writing, or null. */
    @Nullable
    TornTail torn() {
        return torn;
    }

    /** How many decisions come out otherwise when the policies run again over the whole journal, of how many. */
    static long[] redecide(Path journal) {
        JournalReader reader = JournalReader.open(journal);
        Recovery recovery = Recovery.redecide(new State(reader.seed()), Catalog.standard());
        reader.forEachRemaining(recovery::apply);
        return new long[] {recovery.decisionsDifferent(), recovery.decisionsCompared()};
    }

    private void note(Event event) {
        if (event instanceof Event.JobSubmitted submitted) {
            String name = submitted.spec().name();
            boolean twice = name.startsWith(CrashCampaign.NAMES) && jobs.put(name, submitted.job()) != null;
            if (twice || !numbers.add(submitted.job())) {
                complaints.add("submission " + name + ", job " + submitted.job() + ", is there twice");
            }
        }
    }

    private static byte[] bytes(State state) {
        return state.image().bytes();
    }
}
