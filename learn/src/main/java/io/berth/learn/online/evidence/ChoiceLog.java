package io.berth.learn.online.evidence;

import io.berth.core.policy.ChoiceListener;
import io.berth.core.policy.Chooser;
import io.berth.core.policy.Waiting;
import io.berth.core.policy.order.learnt.Exploring;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The last choices of an {@link Exploring} order at which it had two options or more, as a journal that is decided again shows them. */
public final class ChoiceLog implements ChoiceListener {
    /** Jobs of one choice that are kept beside its options; those that came first. */
    private static final int MOST_WAITING = 96;

    private final Experience experience;
    private final int most;
    private final ArrayDeque<LoggedChoice> choices = new ArrayDeque<>();
    private final List<Shadow> shadows = new ArrayList<>();
    private final List<PastJob> chosenNow = new ArrayList<>();
    private long passNanos = -1;
    private long logged;

    public ChoiceLog(Experience experience, int most) {
        this.experience = experience;
        this.most = most;
    }

    /** Every choice from now on is shown to {@code shadow}. */
    public void show(Shadow shadow) {
        shadows.add(shadow);
    }

    public void hide(Shadow shadow) {
        shadows.remove(shadow);
    }

    @Override
    public void chose(Waiting waiting, Chooser chooser, int place) {
        if (place == Chooser.NONE) {
            return;
        }
        List<PastJob> holding = holding(waiting.nowNanos());
        PastJob chosen = experience.job(waiting.job(place).id());
        if (chosen != null) {
            chosenNow.add(chosen);
        }
        if (!(chooser instanceof Exploring exploring)) {
            return;
        }
        int own = Exploring.first(exploring.order(), waiting);
        List<PastJob> options = new ArrayList<>();
        List<PastJob> others = new ArrayList<>();
        int ownOption = -1;
        int taken = -1;
        for (int i = 0; i < waiting.size(); i++) {
            PastJob job = experience.job(waiting.job(i).id());
            if (Exploring.isOption(waiting, own, i)) {
                if (job == null) {
                    return;
                }
                ownOption = i == own ? options.size() : ownOption;
                taken = i == place ? options.size() : taken;
                options.add(job);
            } else if (job != null && others.size() < MOST_WAITING) {
                others.add(job);
            }
        }
        if (options.size() < 2) {
            return;
        }
        others.addAll(options);
        holding.removeAll(others);
        List<Double> propensities =
                Arrays.stream(exploring.propensities(waiting, own)).boxed().toList();
        add(new LoggedChoice(
                new LoggedChoice.Present(options, others, holding),
                new LoggedChoice.Taken(ownOption, taken, propensities, waiting.mayFit(own)),
                waiting));
    }

    /** Jobs that hold something, or were chosen before in this pass. */
    private List<PastJob> holding(long now) {
        if (now != passNanos) {
            passNanos = now;
            chosenNow.clear();
        }
        List<PastJob> holding = new ArrayList<>(experience.running());
        holding.addAll(chosenNow);
        return holding;
    }

    private void add(LoggedChoice choice) {
        choices.add(choice);
        logged++;
        if (choices.size() > most) {
            choices.poll();
        }
        shadows.forEach(shadow -> shadow.sees(choice));
    }

    /** How many choices were logged since the beginning. */
    public long logged() {
        return logged;
    }

    /** Those that were made at {@code untilNanos} or before, first to last. */
    public List<LoggedChoice> until(long untilNanos) {
        return choices.stream()
                .filter(choice -> choice.nowNanos() <= untilNanos)
                .toList();
    }
}
