package io.berth.testkit.scenario;

import static io.berth.testkit.fixture.Given.given;
import static io.berth.testkit.fixture.Given.job;
import static io.berth.testkit.fixture.Given.rack;
import static io.berth.testkit.fixture.Given.with;
import static io.berth.testkit.fixture.Planned.rejects;
import static io.berth.testkit.fixture.Planned.starts;
import static io.berth.testkit.fixture.Planned.startsOnDevices;
import static io.berth.testkit.fixture.Planned.startsTasks;
import static io.berth.testkit.fixture.Planned.stays;
import static io.berth.testkit.fixture.Planned.waits;

import io.berth.core.decision.Reason;
import org.junit.jupiter.api.Test;

class PlanTest {
    @Test
    void a_gang_waits_rather_than_starting_in_part() {
        given(rack("r1").nodes(2).gpus(8, "H100"))
                .running(job("train").gpus(6).on("r1-0"))
                .queued(job("gang").tasks(2).gpus(8))
                .whenPlanned(with("fgd-greedy"))
                .then(stays("train"), waits("gang", Reason.GANG));
    }

    @Test
    void a_gang_starts_whole_on_the_nodes_that_have_room() {
        given(rack("r1").nodes(2).gpus(8, "H100"), rack("r2").gpus(4, "A100"))
                .queued(job("gang").tasks(5).gpus(4))
                .whenPlanned(with("fcfs", "first-fit", "none"))
                .then(starts("gang", "r1-0", "r1-0", "r1-1", "r1-1", "r2-0"));
    }

    @Test
    void all_groups_of_a_job_start_together_or_none_does() {
        given(rack("r1").nodes(2).gpus(8, "H100"))
                .queued(job("whole").tasks(2).gpus(8).beside("workers", "driver", job("driver")))
                .whenPlanned(with("fcfs", "first-fit", "none"))
                .then(starts("whole", "r1-0", "r1-1", "r1-0"));
        given(rack("r1").nodes(2).gpus(8, "H100"))
                .running(job("train").gpus(1).on("r1-0"))
                .queued(job("half").tasks(2).gpus(8).beside("workers", "driver", job("driver")))
                .whenPlanned(with("fgd-greedy"))
                .then(stays("train"), waits("half", Reason.GANG));
    }

    @Test
    void groups_that_the_empty_cluster_holds_one_by_one_only_are_turned_away() {
        given(rack("r1").gpus(8, "H100"))
                .queued(job("never")
                        .gpus(5)
                        .beside("workers", "others", job("others").gpus(4)))
                .whenPlanned(with("fgd-greedy"))
                .then(rejects("never", Reason.NO_NODE_EVER));
    }

    @Test
    void an_elastic_job_starts_with_as_many_tasks_as_there_is_room_for() {
        given(rack("r1").nodes(2).gpus(8, "H100"))
                .running(job("train").gpus(6).on("r1-0"))
                .queued(job("elastic").gpus(4).tasks(1, 4))
                .whenPlanned(with("fcfs", "first-fit", "none"))
                .then(starts("elastic", "r1-1", "r1-1"), startsTasks("elastic", 0, 1));
    }

    @Test
    void of_an_elastic_group_the_first_tasks_start_and_keep_their_numbers() {
        given(rack("r1").nodes(2).gpus(8, "H100"))
                .queued(job("mixed").gpus(8).tasks(1, 3).beside("workers", "driver", job("driver")))
                .whenPlanned(with("fcfs", "first-fit", "none"))
                .then(starts("mixed", "r1-0", "r1-1", "r1-0"), startsTasks("mixed", 0, 1, 3));
    }

    @Test
    void without_backfill_all_wait_behind_the_head() {
        given(rack("r1").gpus(2, "H100"))
                .running(job("train").gpus(1).on("r1-0"))
                .queued(job("large").gpus(2), job("small").gpus(1))
                .whenPlanned(with("fcfs", "best-fit", "none"))
                .then(waits("large", Reason.WHOLE_GPUS), waits("small", Reason.BEHIND_HEAD));
    }

    @Test
    void greedy_backfill_starts_what_fits_behind_the_head() {
        given(rack("r1").gpus(2, "H100"))
                .running(job("train").gpus(1).on("r1-0"))
                .queued(job("large").gpus(2), job("small").gpus(1))
                .whenPlanned(with("fcfs", "best-fit", "greedy"))
                .then(waits("large", Reason.WHOLE_GPUS), starts("small", "r1-0"));
    }

    @Test
    void shortest_job_first_starts_the_shorter_of_two() {
        given(rack("r1").gpus(1, "H100"))
                .queued(job("long").gpus(1).lasting(100), job("short").gpus(1).lasting(10))
                .whenPlanned(with("sjf", "best-fit", "none"))
                .then(starts("short"), waits("long", Reason.WHOLE_GPUS));
    }

    @Test
    void a_share_joins_the_device_that_it_fills() {
        given(rack("r1").gpus(4, "H100"))
                .running(job("a").share(300).on("r1-0"), job("b").gpus(1).on("r1-0"))
                .queued(job("c").share(700))
                .whenPlanned(with("fcfs", "best-fit", "none"))
                .then(startsOnDevices("c", 0));
    }

    @Test
    void what_no_node_could_ever_hold_is_rejected_and_what_only_lacks_patience_too() {
        given(rack("r1").gpus(2, "H100"))
                .running(job("train").gpus(2).on("r1-0"))
                .queued(
                        job("huge").gpus(3),
                        job("elsewhere").gpus(1).model("T4"),
                        job("hasty").gpus(1).patience(0))
                .whenPlanned(with("fcfs", "best-fit", "none"))
                .then(
                        rejects("huge", Reason.NO_NODE_EVER),
                        rejects("elsewhere", Reason.NO_NODE_EVER),
                        rejects("hasty", Reason.PATIENCE_OVER));
    }

    @Test
    void nodes_that_drain_or_are_used_by_others_are_left_alone() {
        given(rack("r1").nodes(3).cpus(8))
                .draining("r1-0")
                .usedByOthers("r1-1", 7)
                .queued(job("a").cpus(2), job("b").cpus(7))
                .whenPlanned(with("fcfs", "first-fit", "greedy"))
                .then(starts("a", "r1-2"), waits("b", Reason.CPU));
    }
}
