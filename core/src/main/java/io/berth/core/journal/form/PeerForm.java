package io.berth.core.journal.form;

import io.berth.core.journal.bytes.CorruptRecordException;
import io.berth.core.journal.field.Codec;
import io.berth.core.journal.field.Form;
import io.berth.core.journal.field.NumberField;
import io.berth.core.journal.field.ValueField;
import io.berth.core.journal.field.Values;
import io.berth.core.workload.NodeSelectorTerm.Requirement;
import io.berth.core.workload.PeerRule;
import io.berth.core.workload.PeerRule.Apart;
import io.berth.core.workload.PeerRule.Over;
import io.berth.core.workload.PeerRule.Spread;
import io.berth.core.workload.PeerRule.Together;
import io.berth.core.workload.PeerRule.Within;
import io.berth.core.workload.PeerSelector;
import io.berth.core.workload.topology.Division;
import io.berth.core.workload.topology.Reach;
import java.util.List;

/** Rules between tasks. */
final class PeerForm {
    private static final int TOGETHER = 0;
    private static final int APART = 1;
    private static final int SPREAD = 2;
    private static final int WITHIN = 3;

    private final Form<PeerRule> form = new Form<>("rule between tasks");
    private final NumberField<PeerRule> kind = form.number(1, "kind", TOGETHER, PeerForm::kind);
    private final NumberField<PeerRule> anyQueue =
            form.flag(2, "any queue", rule -> rule.selector().anyQueue());
    private final ValueField<PeerRule, List<String>> queues =
            form.list(3, "queues", rule -> rule.selector().queues(), Codec.TEXT);
    private final ValueField<PeerRule, List<Requirement>> requirements;
    private final ValueField<PeerRule, List<String>> keys = form.list(4, "keys", PeerRule::keys, Codec.TEXT);
    private final NumberField<PeerRule> maxSkew =
            form.number(5, "most skew", 1, rule -> rule instanceof Spread spread ? spread.maxSkew() : 1);
    private final NumberField<PeerRule> minDomains =
            form.number(6, "fewest domains", 1, rule -> rule instanceof Spread spread ? spread.minDomains() : 1);
    private final NumberField<PeerRule> notMatching = form.flag(
            7,
            "over nodes of other labels",
            rule -> rule instanceof Spread spread && !spread.over().matching());
    private final NumberField<PeerRule> tolerated = form.flag(
            8,
            "over tolerated nodes only",
            rule -> rule instanceof Spread spread && spread.over().tolerated());

    private final ValueField<PeerRule, List<String>> levels;
    private final NumberField<PeerRule> preferred;
    private final NumberField<PeerRule> slice;
    private final ValueField<PeerRule, String> sliceKey;
    private final NumberField<PeerRule> tolerance;
    private final ValueField<PeerRule, String> evenKey;

    private PeerForm(Codec<List<Requirement>> selecting) {
        requirements =
                form.value(9, "requirements", List.of(), rule -> rule.selector().requirements(), selecting);
        levels = form.list(10, "levels of domains", rule -> reach(rule).levels(), Codec.TEXT);
        preferred = form.flag(11, "preferred", rule -> reach(rule).preferred());
        slice = form.number(
                12, "tasks of a slice", 1, rule -> reach(rule).division().slice());
        sliceKey = form.text(13, "key of slices", rule -> reach(rule).division().sliceKey());
        tolerance = form.number(
                14, "tolerance", Division.UNEVEN, rule -> reach(rule).division().tolerance());
        evenKey = form.text(
                15, "key of even domains", rule -> reach(rule).division().evenKey());
    }

    private static Reach reach(PeerRule rule) {
        return rule instanceof Within within ? within.reach() : Reach.REQUIRED;
    }

    static Codec<PeerRule> rule(Codec<List<Requirement>> selecting) {
        PeerForm made = new PeerForm(selecting);
        return made.form.made(made::rule);
    }

    /** The domain of one group of tasks: a key in a cluster of levels, in no parts. */
    static Codec<Within> domain() {
        Form<Within> form = new Form<>("domain of a group");
        var key = form.text(1, "key", Within::key);
        var levels = form.list(2, "levels of domains", rule -> rule.reach().levels(), Codec.TEXT);
        return form.made(values -> new Within(key.of(values), Reach.REQUIRED.over(levels.of(values))));
    }

    private static int kind(PeerRule rule) {
        return switch (rule) {
            case Together _ -> TOGETHER;
            case Apart _ -> APART;
            case Spread _ -> SPREAD;
            case Within _ -> WITHIN;
        };
    }

    private PeerRule rule(Values values) {
        PeerSelector selector = new PeerSelector(anyQueue.is(values), queues.of(values), requirements.of(values));
        List<String> read = keys.of(values);
        if (read.isEmpty()) {
            throw new CorruptRecordException("a rule between tasks without a key");
        }
        return switch (kind.whole(values)) {
            case TOGETHER -> new Together(selector, read);
            case APART -> new Apart(selector, read.getFirst());
            case SPREAD -> spread(selector, read.getFirst(), values);
            case WITHIN -> new Within(read.getFirst(), reach(values));
            default -> throw new CorruptRecordException("a rule between tasks of an unknown kind");
        };
    }

    private Reach reach(Values values) {
        int size = slice.whole(values);
        int differ = tolerance.whole(values);
        if (size < 1 || differ < Division.UNEVEN) {
            throw new CorruptRecordException("slices of " + size + " tasks, domains that differ by " + differ);
        }
        Division division = new Division(size, sliceKey.of(values), differ, evenKey.of(values));
        Reach read = new Reach(levels.of(values), preferred.is(values), division);
        return read.equals(Reach.REQUIRED) ? Reach.REQUIRED : read;
    }

    private Spread spread(PeerSelector selector, String key, Values values) {
        int skew = maxSkew.whole(values);
        int domains = minDomains.whole(values);
        if (skew < 1 || domains < 1) {
            throw new CorruptRecordException("a spread of skew " + skew + " over " + domains + " domains");
        }
        return new Spread(selector, key, skew, domains, new Over(!notMatching.is(values), tolerated.is(values)));
    }
}
