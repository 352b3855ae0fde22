package io.berth.learn.imitation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.berth.core.model.column.Columns;
import io.berth.core.strategy.PolicySpec;
import io.berth.learn.PublishedData;
import io.berth.learn.environment.Goal;
import io.berth.learn.environment.Reward;
import io.berth.learn.environment.ordering.Foresight;
import io.berth.learn.environment.ordering.Foresight.Horizon;
import io.berth.learn.environment.ordering.OrderingJobs;
import io.berth.learn.environment.ordering.QueueOrdering;
import io.berth.learn.environment.ordering.QueueOrdering.Rewarding;
import io.berth.learn.environment.ordering.QueueOrdering.Setup;
import io.berth.learn.imitation.Lessons.Shown;
import io.berth.sim.table.CatalogOrder;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TeacherTest {
    /** Where the published experiment takes its sequences of 1,024 jobs. */
    private static final int[] PUBLISHED_STARTS = {1981, 2756, 4299, 8850, 3316, 2714, 5228, 7762, 4022, 7085};

    @TempDir
    private Path temp;

    /** Both orders look at jobs that the 128 rows always show: the shortest, or all where no more wait. */
    @Test
    void an_order_teaches_what_was_published_of_it() {
        OrderingJobs jobs = OrderingJobs.read(PublishedData.needed("swf/lublin_256.swf.gz"), 10_000);
        QueueOrdering environment = new QueueOrdering(
                jobs, new Setup(1024, 128, false, Columns.FINE.columns(), Reward.BOUNDED_SLOWDOWN, Rewarding.AT_END));

        double sum = 0;
        for (int start : PUBLISHED_STARTS) {
            environment.begin(start);
            sum += taught(environment, OrderTeacher.of(jobs, "sjf"));
        }

        assertThat(sum / PUBLISHED_STARTS.length).isCloseTo(277.35, within(0.00501));
    }

    @ParameterizedTest
    @ValueSource(strings = {"sjf", "f1", "fcfs", "wfp3"})
    void an_oracle_that_sees_all_is_never_worse_than_its_order(String order) throws IOException {
        OrderingJobs jobs = SmallLog.in(temp);
        QueueOrdering environment = SmallLog.environment(jobs, 100);
        Oracle oracle = oracle(jobs, order, Horizon.EPISODE, 0);
        int better = 0;

        for (int start = 0; start < 1000; start += 100) {
            environment.begin(start);
            double base = taught(environment, OrderTeacher.of(jobs, order));
            environment.begin(start);
            double foreseen = taught(environment, oracle);
            assertThat(foreseen).isLessThanOrEqualTo(base + 1e-5);
            better += foreseen < base - 1e-3 ? 1 : 0;
        }

        assertThat(better).isPositive();
    }

    @ParameterizedTest
    @CsvSource({"QUEUE", "EPISODE"})
    void looking_ahead_changes_nothing_and_tells_what_comes(Horizon horizon) throws IOException {
        OrderingJobs jobs = SmallLog.in(temp);
        QueueOrdering environment = SmallLog.environment(jobs, 100);
        QueueOrdering untouched = SmallLog.environment(jobs, 100);
        Foresight foresight = new Foresight(jobs, false, CatalogOrder.of(PolicySpec.of("sjf")), horizon);
        OrderTeacher sjf = OrderTeacher.of(jobs, "sjf");
        long[] keys = new long[environment.mdp().actions().count()];
        environment.begin(0);
        untouched.begin(0);

        double told = foresight.slowdowns(environment, sjf.choose(environment, keys));
        while (!environment.over()) {
            for (int row = 0; row < environment.rows(); row++) {
                foresight.slowdowns(environment, row);
            }
            environment.step(sjf.choose(environment, keys));
            untouched.step(sjf.choose(untouched, keys));
        }

        double came = slowdown(environment);
        assertThat(came).isEqualTo(slowdown(untouched));
        if (horizon == Horizon.EPISODE) {
            assertThat(told / 100).isCloseTo(came, within(1e-9));
        } else {
            assertThat(told).isLessThan(100 * came);
        }
    }

    @Test
    void an_oracle_leaves_to_its_order_what_hardly_matters() throws IOException {
        OrderingJobs jobs = SmallLog.in(temp);
        QueueOrdering environment = SmallLog.environment(jobs, 200);
        OrderTeacher sjf = OrderTeacher.of(jobs, "sjf");

        environment.begin(0);
        double all = departures(environment, sjf, oracle(jobs, "sjf", Horizon.QUEUE, 0));
        environment.begin(0);
        double some = departures(environment, sjf, oracle(jobs, "sjf", Horizon.QUEUE, 0.1));

        assertThat(some).isLessThan(all);
        assertThat(all).isPositive();
    }

    @Test
    void a_teacher_of_another_log_is_refused() throws IOException {
        OrderingJobs jobs = SmallLog.in(temp);
        QueueOrdering environment = SmallLog.environment(SmallLog.in(temp), 100);
        environment.begin(0);

        assertThatThrownBy(() -> OrderTeacher.of(jobs, "sjf").choose(environment, new long[32]))
                .hasMessage("It teaches on episodes of another log.");
        assertThatThrownBy(() -> oracle(jobs, "sjf", Horizon.QUEUE, 0).choose(environment, new long[32]))
                .hasMessageContaining("of another log");
    }

    private static Oracle oracle(OrderingJobs jobs, String order, Horizon horizon, double margin) {
        return new Oracle(jobs, false, CatalogOrder.of(PolicySpec.of(order)), new Oracle.Options(horizon, 8, margin));
    }

    private static int departures(QueueOrdering environment, Teacher order, Teacher other) {
        long[] keys = new long[environment.mdp().actions().count()];
        int departures = 0;
        while (!environment.over()) {
            int usual = order.choose(environment, keys);
            departures += other.choose(environment, keys) == usual ? 0 : 1;
            environment.step(usual);
        }
        return departures;
    }

    private static double taught(QueueOrdering environment, Teacher teacher) {
        new Lessons(environment, teacher).teach(Shown.none(environment));
        return slowdown(environment);
    }

    private static double slowdown(QueueOrdering environment) {
        return environment.figures().get(Goal.BOUNDED_SLOWDOWN.figure());
    }
}
