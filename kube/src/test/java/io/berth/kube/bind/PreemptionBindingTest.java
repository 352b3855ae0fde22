package io.berth.kube.bind;

import static io.berth.kube.server.Await.until;
import static io.berth.kube.server.ServedClaims.allocated;
import static io.berth.kube.server.ServedClaims.claiming;
import static io.berth.kube.server.ServedPod.bound;
import static io.berth.kube.server.ServedPod.node;
import static io.berth.kube.server.ServedPod.pod;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.TextFormat;
import io.berth.core.strategy.PolicySpec;
import io.berth.core.strategy.StrategySpec;
import io.berth.kube.server.FakeServer;
import io.berth.kube.server.ServedClaims;
import io.berth.kube.wire.Fields;
import io.kubernetes.client.proto.V1;
import io.kubernetes.client.proto.V1Policy;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Pods that make room for others. */
class PreemptionBindingTest {
    private static final StrategySpec PREEMPTING = StrategySpec.of("test", "fcfs", "best-fit", "greedy")
            .ordering(PolicySpec.of("priority", Map.of("aging", "0")))
            .preempting("by-order");

    private final FakeServer server = new FakeServer();

    @AfterEach
    void stop() {
        server.close();
    }

    private static V1.Pod of(String name, String app, int priority) {
        V1.Pod.Builder made = pod(name, 2).toBuilder();
        made.getMetadataBuilder().putLabels("app", app);
        made.getSpecBuilder().setPriority(priority);
        return made.build();
    }

    private void budget(int allowed) {
        server.put("poddisruptionbudgets", "web", version -> {
            try {
                V1Policy.PodDisruptionBudget.Builder builder = V1Policy.PodDisruptionBudget.newBuilder();
                TextFormat.merge(
                        "metadata { name: 'web' namespace: 'team' uid: 'u-web' resourceVersion: '" + version + "' }"
                                + " spec { selector { matchLabels { key: 'app' value: 'web' } } }"
                                + " status { disruptionsAllowed: " + allowed + " }",
                        builder);
                return builder.build();
            } catch (TextFormat.ParseException e) {
                throw new IllegalArgumentException(e);
            }
        });
    }

    private void runs(String name, String app, int priority, Scheduling berth) {
        server.add(of(name, app, priority));
        until(name + " is bound", () -> !server.where().getOrDefault(name, "").isEmpty());
        berth.settle(server);
    }

    @Test
    void aPodThatMakesRoomIsToldSoAndDeleted() {
        server.add(node("a", 2));
        try (Scheduling berth = new Scheduling(server, null, PREEMPTING)) {
            runs("low", "batch", 1, berth);
            server.add(of("urgent", "batch", 9));
            until("it is bound", () -> server.where().getOrDefault("urgent", "").equals("a"));
        }
        assertThat(server.where()).doesNotContainKey("low");
        assertThat(server.patches())
                .filteredOn(patch -> patch.contains("/low/status"))
                .singleElement()
                .asString()
                .contains("DisruptionTarget", "PreemptionByScheduler", "\"uid\":\"pod-");
        assertThat(server.events()).anyMatch(event -> event.contains("Preempted"));
    }

    /** A PodGroup of two that start together, and two pods of it with two GPUs each. */
    private void group(String name, boolean all, int priority) {
        Fields gang = new Fields().message(2, new Fields().number(1, 2));
        Fields mode = new Fields().message(all ? 2 : 1, new Fields());
        server.put("podgroups", name, version -> {
            Fields meta = new Fields()
                    .text(1, name)
                    .text(3, "team")
                    .text(5, "u-" + name)
                    .text(6, version);
            Fields spec = new Fields().message(3, gang).message(6, mode);
            return ServedClaims.message(new Fields().message(1, meta).message(2, spec));
        });
        for (int i = 0; i < 2; i++) {
            V1.Pod.Builder member = of(name + "-" + i, "batch", priority).toBuilder();
            member.getSpecBuilder()
                    .setSchedulingGroup(V1.PodSchedulingGroup.newBuilder().setPodGroupName(name));
            server.add(member.build());
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void ofAGroupOneMakesRoomOrAllAsItSays(boolean all) {
        server.add(node("a", 4));
        try (Scheduling berth = new Scheduling(server, null, PREEMPTING)) {
            group("g", all, 1);
            until("both are bound", () -> server.bindings().size() == 2);
            until(
                    "they are so many jobs",
                    () -> berth.ask(state -> state.jobs().stream()
                                    .filter(job -> !job.waiting())
                                    .count())
                            == (all ? 1 : 2));
            server.add(of("urgent", "batch", 9));
            until("it is bound", () -> server.where().getOrDefault("urgent", "").equals("a"));
            until("who makes room is gone", () -> server.where().size() == (all ? 1 : 2));
            berth.settle(server);
            assertThat(server.where()).hasSize(all ? 1 : 2);
            assertThat(berth.notes()).isEmpty();
        }
    }

    /** A claim of a device that two pods use, which runs by hand what kube-controller-manager does. */
    @Test
    void whoSharesADeviceStopsWithTheOtherAndNobodyElseDoes() {
        ServedClaims served = new ServedClaims(server);
        server.add(node("a", 0));
        served.devices("a", 2, "");
        // The node has the first UID.
        server.add(bound(claiming("one", "shared"), "a"));
        server.add(bound(claiming("two", "shared"), "a"));
        V1.Pod other = claiming("other", "its");
        served.claim(
                "shared",
                "",
                allocated("a", "d0") + " reservedFor { resource: 'pods' name: 'one' uid: 'pod-2' }"
                        + " reservedFor { resource: 'pods' name: 'two' uid: 'pod-3' }");
        served.claim("its", "", "");
        try (Scheduling berth = new Scheduling(server, null, PREEMPTING)) {
            V1.Pod.Builder middle = other.toBuilder();
            middle.getSpecBuilder().setPriority(5);
            server.add(middle.build());
            until("it is bound", () -> server.where().getOrDefault("other", "").equals("a"));
            served.claim("its", "", allocated("a", "d1"));
            served.claim("wanted", "", "");
            V1.Pod.Builder urgent = claiming("urgent", "wanted").toBuilder();
            urgent.getSpecBuilder().setPriority(9);
            server.add(urgent.build());
            until(
                    "both stop",
                    () -> !server.where().containsKey("one") && !server.where().containsKey("two"));
            berth.settle(server);
            served.claim("shared", "", "");
            until("it is bound", () -> server.where().get("urgent").equals("a"));
            assertThat(server.where()).containsOnlyKeys("other", "urgent");
            assertThat(served.given("wanted")).isEqualTo("d0");
        }
    }

    @Test
    void whoCameToADeviceOneAfterTheOtherStopsWithTheOther() {
        ServedClaims served = new ServedClaims(server);
        server.add(node("a", 0));
        served.devices("a", 1, "");
        served.claim("shared", "", "");
        String one = " reservedFor { resource: 'pods' name: 'one' uid: 'pod-2' }";
        String two = " reservedFor { resource: 'pods' name: 'two' uid: 'pod-3' }";
        try (Scheduling _ = new Scheduling(server, null, PREEMPTING)) {
            server.add(claiming("one", "shared"));
            until("it is bound", () -> server.where().getOrDefault("one", "").equals("a"));
            served.claim("shared", "", allocated("a", "d0") + one);
            server.add(claiming("two", "shared"));
            until("it is bound", () -> server.where().getOrDefault("two", "").equals("a"));
            served.claim("shared", "", allocated("a", "d0") + one + two);
            served.claim("wanted", "", "");
            V1.Pod.Builder urgent = claiming("urgent", "wanted").toBuilder();
            urgent.getSpecBuilder().setPriority(9);
            server.add(urgent.build());
            until(
                    "both stop",
                    () -> !server.where().containsKey("one") && !server.where().containsKey("two"));
        }
    }

    @Test
    void whoHasABudgetIsDeletedAfterOthersAndTheBudgetMayChange() {
        server.add(node("a", 2));
        server.add(node("b", 2));
        budget(0);
        try (Scheduling berth = new Scheduling(server, null, PREEMPTING)) {
            runs("web", "web", 1, berth);
            runs("batch", "batch", 2, berth);
            until(
                    "the budget is known",
                    () -> berth.ask(state -> state.budgets().size()) == 1);
            server.add(of("urgent", "batch", 9));
            until(
                    "it is bound",
                    () -> !server.where().getOrDefault("urgent", "").isEmpty());
            assertThat(server.where()).containsKey("web").doesNotContainKey("batch");

            andThenAllowed(berth);
        }
    }

    /** With an allowance the last in the order goes, as without a budget. */
    private void andThenAllowed(Scheduling berth) {
        budget(1);
        until(
                "it may go",
                () -> berth.ask(state -> state.budgets().get("team/web").allowed()) == 1);
        server.add(of("next", "batch", 8));
        until("it is bound", () -> !server.where().getOrDefault("next", "").isEmpty());
        assertThat(server.where()).doesNotContainKey("web").containsKey("urgent");
    }
}
