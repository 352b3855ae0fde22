package io.berth.core.journal.form;

import io.berth.core.cluster.device.DeviceLayout;
import io.berth.core.cluster.load.Freshness;
import io.berth.core.cluster.load.Gone;
import io.berth.core.cluster.load.Load;
import io.berth.core.cluster.load.LoadFigure;
import io.berth.core.cluster.load.Measure;
import io.berth.core.cluster.load.NodeLoad;
import io.berth.core.cluster.load.Recent;
import io.berth.core.cluster.load.Recents;
import io.berth.core.cluster.load.Span;
import io.berth.core.cluster.load.Statistic;
import io.berth.core.cluster.load.Use;
import io.berth.core.cluster.spare.Amount;
import io.berth.core.cluster.spare.Measured;
import io.berth.core.journal.bytes.ByteSink;
import io.berth.core.journal.bytes.ByteSource;
import io.berth.core.journal.bytes.CorruptRecordException;
import io.berth.core.journal.field.Codec;
import io.berth.core.journal.field.Form;
import java.util.ArrayList;
import java.util.List;

/** What was measured of a node, and what is known of it for that. */
public final class LoadForm {
    private static final Codec<Span> SPAN = Codec.oneOf("span of a load", Span.class);
    private static final Codec<Measure> MEASURE = Codec.oneOf("measure of a load", Measure.class);

    /** The values in their order. */
    private static final Codec<LoadFigure> FIGURE = Codec.of(
            (figure, sink) -> {
                SPAN.write(figure.span(), sink);
                MEASURE.write(figure.measure(), sink);
                figure.values().forEach(sink::number);
            },
            source -> {
                Span span = SPAN.read(source);
                Measure measure = MEASURE.read(source);
                List<Long> values = new ArrayList<>(Statistic.COUNT);
                for (int i = 0; i < Statistic.COUNT; i++) {
                    values.add(source.number());
                }
                return new LoadFigure(span, measure, values);
            });

    private static final Codec<List<LoadFigure>> FIGURES = Codec.listOf(FIGURE);

    /** What was measured. */
    public static final Codec<Load> LOAD =
            Codec.of((load, sink) -> FIGURES.write(load.figures(), sink), source -> new Load(FIGURES.read(source)));

    /** What tasks ask for, hold or use. */
    public static final Codec<Use> USE = Codec.of(LoadForm::write, LoadForm::use);

    private static final Codec<Recent> RECENT = Codec.of(
            (recent, sink) -> {
                sink.number(recent.job());
                sink.number(recent.task());
                sink.number(recent.sinceNanos());
                write(recent.asked(), sink);
                write(recent.expected(), sink);
            },
            source -> new Recent(
                    source.number(), source.integer(), source.number(), use(source), use(source), Recent.UNKNOWN));

    /** What is known of a node, as a state keeps it. */
    public static final Codec<NodeLoad> NODE = node();

    /** Amounts of a node, as many devices as it has. */
    static final Codec<Amount> AMOUNT = Codec.of(
            (amount, sink) -> {
                sink.number(amount.devices());
                for (int i = 0; i < amount.size(); i++) {
                    sink.number(amount.value(i));
                }
            },
            LoadForm::amount);

    /** What is known of the use of all but best-effort tasks of a node, as a state keeps it. */
    public static final Codec<Measured> GUARANTEED = guaranteed();

    private LoadForm() {}

    private static Amount amount(ByteSource source) {
        int devices = source.count();
        if (devices > DeviceLayout.MAX_DEVICES) {
            throw new CorruptRecordException("an amount is of " + devices + " devices, more than a node has");
        }
        return Amount.of(devices, _ -> source.number());
    }

    private static Codec<Measured> guaranteed() {
        Form<Measured> form = new Form<>("use of all but best-effort tasks");
        var used = form.value(115, "use", Amount.nothing(0), Measured::used, AMOUNT);
        var measured = form.number(116, "time", 0, Measured::measuredNanos);
        var shown = form.value(117, "what it shows", Amount.nothing(0), Measured::shown, AMOUNT);
        var asked = form.value(118, "what was asked for", Amount.nothing(0), Measured::asked, AMOUNT);
        var askedNanos = form.number(119, "when that was", 0, Measured::askedNanos);
        return form.made(values -> new Measured(
                used.of(values), measured.of(values), shown.of(values), asked.of(values), askedNanos.of(values)));
    }

    private static Codec<NodeLoad> node() {
        Form<NodeLoad> form = new Form<>("load of a node");
        var load = form.value(1, "figures", Load.NONE, NodeLoad::load, LOAD);
        var measured = form.number(2, "time", 0, NodeLoad::measuredNanos);
        var freshness = form.value(
                3,
                "freshness",
                Freshness.FRESH,
                NodeLoad::freshness,
                Codec.oneOf("freshness of a load", Freshness.class));
        var shown = form.value(4, "what it shows", Use.NONE, NodeLoad::shown, USE);
        var hot = form.number(5, "what is too high", 0, NodeLoad::hot);
        var recents =
                form.list(6, "tasks it does not show", node -> node.recents().tasks(), RECENT);
        var most = form.list(110, "what those hardly go beyond", LoadForm::most, USE);
        var goneAsked = form.value(
                111,
                "what those asked for that ended",
                Use.NONE,
                node -> node.gone().asked(),
                USE);
        var goneUsed =
                form.value(112, "what those used", Use.NONE, node -> node.gone().used(), USE);
        return form.made(values -> new NodeLoad(
                load.of(values),
                measured.of(values),
                freshness.of(values),
                shown.of(values),
                hot.whole(values),
                recents(recents.of(values), most.of(values)),
                new Gone(goneAsked.of(values), goneUsed.of(values))));
    }

    /** Of each, or of none where nothing is known of any. */
    private static List<Use> most(NodeLoad node) {
        List<Use> most = node.recents().tasks().stream().map(Recent::most).toList();
        return most.stream().allMatch(Recent.UNKNOWN::equals) ? List.of() : most;
    }

    private static Recents recents(List<Recent> tasks, List<Use> most) {
        if (most.size() != tasks.size()) {
            return new Recents(tasks);
        }
        List<Recent> all = new ArrayList<>(tasks.size());
        for (int i = 0; i < most.size(); i++) {
            Recent task = tasks.get(i);
            all.add(new Recent(task.job(), task.task(), task.sinceNanos(), task.asked(), task.expected(), most.get(i)));
        }
        return new Recents(all);
    }

    private static void write(Use use, ByteSink sink) {
        sink.number(use.cpuMilli());
        sink.number(use.memoryBytes());
        sink.number(use.gpuMilli());
    }

    private static Use use(ByteSource source) {
        return new Use(source.number(), source.number(), source.number());
    }
}
