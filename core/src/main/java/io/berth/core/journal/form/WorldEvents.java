package io.berth.core.journal.form;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.cluster.load.Load;
import io.berth.core.cluster.spare.Amount;
import io.berth.core.event.Event;
import io.berth.core.journal.bytes.ByteSource;
import io.berth.core.journal.field.Form;
import io.berth.core.journal.field.Kind;
import io.berth.core.journal.form.pool.PoolForm;
import io.berth.core.journal.form.qos.QosForm;
import io.berth.core.journal.form.queue.QueueForm;
import io.berth.core.journal.form.reserve.ReservationForm;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.BootTime;
import java.util.List;

/** What happens to nodes, to the strategy and to the clock. */
final class WorldEvents {
    /** What is absent where a node is, and a strategy: its name makes it none that there is. */
    private static final NodeSpec NO_NODE = NodeSpec.of("-", 0, 0, 0, "");

    private static final StrategySpec NO_STRATEGY = StrategySpec.of("");

    private WorldEvents() {}

    static List<Kind<? extends Event>> kinds() {
        return List.of(
                joined(),
                new Kind<>(
                        71,
                        Event.NodeLost.class,
                        Event.NodeLost::node,
                        new Form<>("loss of a node"),
                        (node, _) -> new Event.NodeLost(ByteSource.whole(node))),
                drained(),
                usage(),
                strategy(),
                mix(),
                new Kind<>(
                        76,
                        Event.ClockJumped.class,
                        Event.ClockJumped::jumpNanos,
                        new Form<>("jump of the clock"),
                        (jump, _) -> new Event.ClockJumped(jump)),
                clock(),
                changed(),
                new Kind<>(
                        79,
                        Event.NodeForgotten.class,
                        Event.NodeForgotten::node,
                        new Form<>("forgetting of a node"),
                        (node, _) -> new Event.NodeForgotten(ByteSource.whole(node))),
                budget(),
                image(),
                load(),
                guaranteed(),
                data(),
                held(),
                queues(),
                qos(),
                reservation(),
                pools());
    }

    private static Kind<Event.NodeJoined> joined() {
        Form<Event.NodeJoined> form = new Form<>("node's joining");
        var spec = form.value(1, "node", NO_NODE, Event.NodeJoined::spec, NodeForm.CODEC);
        return new Kind<>(
                70,
                Event.NodeJoined.class,
                Event.NodeJoined::node,
                form,
                (node, values) -> new Event.NodeJoined(ByteSource.whole(node), spec.of(values)));
    }

    private static Kind<Event.NodeChanged> changed() {
        Form<Event.NodeChanged> form = new Form<>("change of a node");
        var spec = form.value(1, "node", NO_NODE, Event.NodeChanged::spec, NodeForm.CODEC);
        return new Kind<>(
                78,
                Event.NodeChanged.class,
                Event.NodeChanged::node,
                form,
                (node, values) -> new Event.NodeChanged(ByteSource.whole(node), spec.of(values)));
    }

    private static Kind<Event.NodeDrained> drained() {
        Form<Event.NodeDrained> form = new Form<>("drain");
        var draining = form.flag(1, "draining", Event.NodeDrained::draining);
        var why = form.text(2, "reason", Event.NodeDrained::why);
        return new Kind<>(
                72,
                Event.NodeDrained.class,
                Event.NodeDrained::node,
                form,
                (node, values) -> new Event.NodeDrained(ByteSource.whole(node), draining.is(values), why.of(values)));
    }

    private static Kind<Event.UsageObserved> usage() {
        Form<Event.UsageObserved> form = new Form<>("usage");
        var cpu = form.number(1, "cpuMilli", 0, Event.UsageObserved::cpuMilli);
        var memory = form.number(2, "memoryBytes", 0, Event.UsageObserved::memoryBytes);
        return new Kind<>(
                73,
                Event.UsageObserved.class,
                Event.UsageObserved::node,
                form,
                (node, values) -> new Event.UsageObserved(ByteSource.whole(node), cpu.of(values), memory.of(values)));
    }

    private static Kind<Event.StrategyChanged> strategy() {
        Form<Event.StrategyChanged> form = new Form<>("change of strategy");
        var strategy = form.value(1, "strategy", NO_STRATEGY, Event.StrategyChanged::strategy, StrategyForm.CODEC);
        return new Kind<>(
                74,
                Event.StrategyChanged.class,
                _ -> 0,
                form,
                (_, values) -> new Event.StrategyChanged(strategy.of(values)));
    }

    private static Kind<Event.MixExpected> mix() {
        Form<Event.MixExpected> form = new Form<>("expected mix");
        var mix = form.value(1, "mix", List.of(), Event.MixExpected::mix, DemandForm.mix());
        return new Kind<>(
                75, Event.MixExpected.class, _ -> 0, form, (_, values) -> new Event.MixExpected(mix.of(values)));
    }

    private static Kind<Event.BudgetChanged> budget() {
        Form<Event.BudgetChanged> form = new Form<>("change of a disruption budget");
        var name = form.text(1, "name", Event.BudgetChanged::name);
        var budget = form.optional(2, "budget", Event.BudgetChanged::budget, BudgetForm.CODEC);
        return new Kind<>(
                81,
                Event.BudgetChanged.class,
                _ -> 0,
                form,
                (_, values) -> new Event.BudgetChanged(name.of(values), budget.of(values)));
    }

    private static Kind<Event.ImageChanged> image() {
        Form<Event.ImageChanged> form = new Form<>("change of an image");
        var name = form.text(1, "image", Event.ImageChanged::image);
        var holders = form.optional(2, "holders", Event.ImageChanged::holders, ImageForm.CODEC);
        return new Kind<>(
                82,
                Event.ImageChanged.class,
                _ -> 0,
                form,
                (_, values) -> new Event.ImageChanged(name.of(values), holders.of(values)));
    }

    private static Kind<Event.DataDeclared> data() {
        Form<Event.DataDeclared> form = new Form<>("declaration of a data set");
        var name = form.text(1, "name", Event.DataDeclared::name);
        var set = form.optional(2, "data set", Event.DataDeclared::set, DataForm.CODEC);
        return new Kind<>(
                84,
                Event.DataDeclared.class,
                _ -> 0,
                form,
                (_, values) -> new Event.DataDeclared(name.of(values), set.of(values)));
    }

    private static Kind<Event.DataHeld> held() {
        Form<Event.DataHeld> form = new Form<>("holding of a data set");
        var name = form.text(1, "name", Event.DataHeld::name);
        var held = form.flag(2, "held", Event.DataHeld::held);
        return new Kind<>(
                104,
                Event.DataHeld.class,
                Event.DataHeld::node,
                form,
                (node, values) -> new Event.DataHeld(name.of(values), ByteSource.whole(node), held.is(values)));
    }

    private static Kind<Event.ReservationChanged> reservation() {
        Form<Event.ReservationChanged> form = new Form<>("change of a reservation");
        var name = form.text(1, "name", Event.ReservationChanged::name);
        var reservation = form.optional(2, "reservation", Event.ReservationChanged::reservation, ReservationForm.CODEC);
        return new Kind<>(
                197,
                Event.ReservationChanged.class,
                _ -> 0,
                form,
                (_, values) -> new Event.ReservationChanged(name.of(values), reservation.of(values)));
    }

    private static Kind<Event.PoolsDeclared> pools() {
        Form<Event.PoolsDeclared> form = new Form<>("declaration of pools");
        var pools = form.list(217, "pools", Event.PoolsDeclared::pools, PoolForm.CODEC);
        return new Kind<>(
                217, Event.PoolsDeclared.class, _ -> 0, form, (_, values) -> PoolForm.declared(pools.of(values)));
    }

    private static Kind<Event.QosDeclared> qos() {
        Form<Event.QosDeclared> form = new Form<>("declaration of classes of jobs");
        var classes = form.list(180, "classes", Event.QosDeclared::classes, QosForm.CODEC);
        return new Kind<>(
                180, Event.QosDeclared.class, _ -> 0, form, (_, values) -> QosForm.declared(classes.of(values)));
    }

    private static Kind<Event.QueuesDeclared> queues() {
        Form<Event.QueuesDeclared> form = new Form<>("declaration of queues");
        var queues = form.list(135, "queues", Event.QueuesDeclared::queues, QueueForm.CODEC);
        return new Kind<>(
                135, Event.QueuesDeclared.class, _ -> 0, form, (_, values) -> QueueForm.declared(queues.of(values)));
    }

    private static Kind<Event.LoadObserved> load() {
        Form<Event.LoadObserved> form = new Form<>("load");
        var load = form.value(1, "figures", Load.NONE, Event.LoadObserved::load, LoadForm.LOAD);
        var age = form.number(2, "age", 0, Event.LoadObserved::ageNanos);
        return new Kind<>(
                83,
                Event.LoadObserved.class,
                Event.LoadObserved::node,
                form,
                (node, values) -> new Event.LoadObserved(ByteSource.whole(node), load.of(values), age.of(values)));
    }

    private static Kind<Event.GuaranteedObserved> guaranteed() {
        Form<Event.GuaranteedObserved> form = new Form<>("use of all but best-effort tasks");
        var used = form.value(115, "use", Amount.nothing(0), Event.GuaranteedObserved::used, LoadForm.AMOUNT);
        var age = form.number(116, "age", 0, Event.GuaranteedObserved::ageNanos);
        return new Kind<>(
                115,
                Event.GuaranteedObserved.class,
                Event.GuaranteedObserved::node,
                form,
                (node, values) ->
                        new Event.GuaranteedObserved(ByteSource.whole(node), used.of(values), age.of(values)));
    }

    private static Kind<Event.ClockSet> clock() {
        Form<Event.ClockSet> form = new Form<>("setting of the clock");
        var boot = form.value(1, "run of the machine", BootTime.NONE, Event.ClockSet::boot, BootForm.CODEC);
        return new Kind<>(
                77,
                Event.ClockSet.class,
                Event.ClockSet::offsetNanos,
                form,
                (offset, values) -> new Event.ClockSet(offset, boot.of(values)));
    }
}
