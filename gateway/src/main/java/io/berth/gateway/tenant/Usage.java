package io.berth.gateway.tenant;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** What one tenant took: of the day by model, of the month what it cost. Of one thread at a time. */
final class Usage {
    /** Names come from clients: those beyond so many a day are counted as one. */
    private static final int MOST_MODELS = 200;

    private static final String OTHERS = "(others)";

    private final String tenant;
    private final TreeMap<String, Tally> models = new TreeMap<>();
    /** Of days that are over, until somebody has them. */
    private final List<UsageLine> closed = new ArrayList<>();

    private Tally whole = new Tally();
    private long monthCost;
    private long day;

    Usage(String tenant, long day) {
        this.tenant = tenant;
        this.day = day;
    }

    /** It is {@code now}; a day before the last one is that one. */
    void turn(long now) {
        if (now <= day) {
            return;
        }
        closed.addAll(ofTheDay());
        models.clear();
        whole = new Tally();
        if (!sameMonth(day, now)) {
            monthCost = 0;
        }
        day = now;
    }

    /** What was taken before this process began; of a day of this month. */
    void restore(UsageLine line) {
        if (sameMonth(line.day(), day)) {
            monthCost += line.counts().cost();
        }
        if (line.day() == day) {
            of(line.model()).add(line.counts());
            whole.add(line.counts());
        }
    }

    void took(Ask ask, long input, long output, long cost) {
        of(ask.model()).took(input, output, cost);
        whole.took(input, output, cost);
        monthCost += cost;
    }

    void refuse(String model) {
        of(model).refuse();
        whole.refuse();
    }

    /** Of the day, all models together. */
    Tally day() {
        return whole;
    }

    /** In billionths of the currency. */
    long monthCost() {
        return monthCost;
    }

    /** What was taken: of the day, and of days before that nobody has had yet. */
    List<UsageLine> lines() {
        List<UsageLine> lines = new ArrayList<>(closed);
        closed.clear();
        lines.addAll(ofTheDay());
        return lines;
    }

    static boolean sameMonth(long one, long other) {
        LocalDate first = LocalDate.ofEpochDay(one);
        LocalDate second = LocalDate.ofEpochDay(other);
        return first.getYear() == second.getYear() && first.getMonth() == second.getMonth();
    }

    private List<UsageLine> ofTheDay() {
        List<UsageLine> lines = new ArrayList<>();
        models.forEach((model, tally) -> lines.add(new UsageLine(day, tenant, model, tally.counts())));
        return lines;
    }

    private Tally of(String model) {
        Tally tally = models.get(model);
        if (tally == null) {
            String name = models.size() < MOST_MODELS ? model : OTHERS;
            tally = models.computeIfAbsent(name, _ -> new Tally());
        }
        return tally;
    }
}
