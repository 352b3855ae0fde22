package io.berth.core.dispatch.precedence;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.dispatch.Refusal;
import io.berth.core.time.Chance;
import io.berth.core.time.Nanos;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PrecedenceTest {
    private static final PrecedenceSpec SPEC = new PrecedenceSpec(true, 4, 3, 100, 10, 50);

    private final Precedence precedence = new Precedence(SPEC);

    @Test
    void one_session_goes_one_by_one_as_it_came_and_another_is_not_held_up() {
        session(1, "a");
        session(2, "a");
        session(3, "a");
        session(4, "b");
        assertThat(turns()).containsExactly("1", "4");

        precedence.ended(1, Result.FAILED, 1);
        assertThat(turns()).containsExactly("2");
        precedence.ended(2, Result.ABSENT, 1);
        assertThat(turns()).containsExactly("3");
        precedence.ended(3, Result.DONE, 1);
        precedence.ended(4, Result.DONE, 1);
        assertThat(precedence.size()).isZero();
    }

    @Test
    void who_leaves_the_line_of_its_session_lets_nobody_pass() {
        for (int number = 1; number <= 4; number++) {
            session(number, "a");
        }
        precedence.ended(2, Result.FAILED, 0);
        precedence.ended(4, Result.FAILED, 0);
        assertThat(turns()).containsExactly("1");

        session(5, "a");
        precedence.ended(1, Result.DONE, 0);
        assertThat(turns()).containsExactly("3");
        precedence.ended(3, Result.DONE, 0);
        assertThat(turns()).containsExactly("5");
    }

    @Test
    void a_join_goes_once_all_before_it_were_answered_whenever_they_came() {
        named(1, "plan");
        named(2, "left", "plan");
        named(3, "join", "left", "right");
        assertThat(turns()).containsExactly("1");
        precedence.ended(1, Result.DONE, 1);
        assertThat(turns()).containsExactly("2");
        named(4, "right", "plan");
        assertThat(turns()).containsExactly("4");

        precedence.ended(2, Result.DONE, 2);
        assertThat(turns()).isEmpty();
        precedence.ended(4, Result.DONE, 3);
        assertThat(turns()).containsExactly("3");
    }

    @Test
    void a_failure_ends_all_that_come_after_it_and_those_that_come_later() {
        named(1, "a");
        named(2, "b", "a");
        named(3, "c", "b");
        precedence.ended(1, Result.FAILED, 1);
        named(4, "d", "c");

        assertThat(turns())
                .containsExactly("1", "2 PREDECESSOR_FAILED", "3 PREDECESSOR_FAILED", "4 PREDECESSOR_FAILED");
    }

    @Test
    void one_that_was_not_let_in_may_come_again() {
        named(1, "a");
        named(2, "b", "a");
        precedence.ended(1, Result.ABSENT, 5);
        named(3, "a");
        precedence.ended(3, Result.DONE, 6);

        assertThat(turns()).containsExactly("1", "3", "2");
    }

    @Test
    void circles_are_refused_when_they_are_closed() {
        named(1, "a", "b");
        named(2, "b", "c");
        named(3, "c", "a");
        named(4, "self", "self");

        assertThat(turns())
                .containsExactly(
                        "3 PREDECESSOR_CIRCLE", "2 PREDECESSOR_FAILED", "1 PREDECESSOR_FAILED", "4 PREDECESSOR_CIRCLE");
        assertThat(precedence.waiting()).isZero();
    }

    @Test
    void a_circle_may_go_through_a_session() {
        precedence.arrive(1, 0, new Ties("s", "", List.of("b")), Nanos.NEVER, 0);
        precedence.arrive(2, 0, new Ties("s", "b", List.of()), Nanos.NEVER, 0);

        assertThat(turns()).containsExactly("2 PREDECESSOR_CIRCLE", "1 PREDECESSOR_FAILED");
    }

    @Test
    void waits_end_after_their_time_and_say_for_what() {
        named(1, "slow");
        named(2, "b", "slow");
        named(3, "c", "never");
        assertThat(precedence.nextNanos()).isEqualTo(10);
        precedence.tick(10);
        assertThat(turns()).containsExactly("1", "3 PREDECESSOR_UNKNOWN");
        precedence.tick(50);
        assertThat(turns()).containsExactly("2 PREDECESSOR_LATE");
        assertThat(precedence.nextNanos()).isEqualTo(Nanos.NEVER);
    }

    @Test
    void names_are_those_of_a_tenant() {
        named(1, "a");
        precedence.arrive(2, 7, new Ties("", "", List.of("a")), Nanos.NEVER, 0);
        precedence.ended(1, Result.DONE, 0);
        assertThat(turns()).containsExactly("1");
        assertThat(precedence.waits(2)).isTrue();
        precedence.answeredElsewhere(7, "a", 1);
        assertThat(turns()).containsExactly("2");
    }

    @Test
    void no_more_wait_and_no_more_is_known_than_was_said() {
        named(1, "a");
        for (int number = 2; number < 8; number++) {
            named(number, "", "a");
        }
        assertThat(turns()).containsExactly("1", "6 QUEUE_FULL", "7 QUEUE_FULL");
        for (int number = 10; number < 20; number++) {
            named(number, "n" + number);
            precedence.ended(number, Result.DONE, 20);
        }
        turns();
        assertThat(precedence.size()).isEqualTo(5 + 1 + 3);
        named(30, "", "n19");
        assertThat(turns()).containsExactly("30");
        precedence.ended(1, Result.DONE, 20);
        precedence.arrive(31, 0, new Ties("", "", List.of("n19")), Nanos.NEVER, 120);
        assertThat(precedence.waits(31)).isTrue();
    }

    /** Whatever comes and ends in whatever order, each has one turn, none before its own, and nothing is left. */
    @Test
    void each_has_one_turn_and_nothing_is_left_of_it() {
        for (int seed = 0; seed < 300; seed++) {
            Chance chance = new Chance(seed, "precedence", 0);
            Precedence any = new Precedence(new PrecedenceSpec(true, 1000, 0, 1, 8, 40));
            List<Long> going = new ArrayList<>();
            List<Long> told = new ArrayList<>();
            long now = 0;
            for (long number = 1; number <= 40; number++) {
                Ties ties = new Ties(
                        chance.below(2) == 0 ? "" : "s" + chance.below(3),
                        "n" + chance.below(12),
                        chance.below(2) == 0 ? List.of() : List.of("n" + chance.below(12), "n" + chance.below(12)));
                any.arrive(number, 0, ties, Nanos.NEVER, now);
                while (chance.below(3) == 0 && !going.isEmpty()) {
                    long ends = going.remove(chance.below(going.size()));
                    any.ended(ends, Result.values()[chance.below(3)], now);
                    take(any, going, told);
                }
                take(any, going, told);
                any.tick(++now);
                take(any, going, told);
            }
            any.tick(Nanos.NEVER);
            take(any, going, told);
            while (!going.isEmpty()) {
                any.ended(going.removeFirst(), Result.DONE, now);
                take(any, going, told);
            }
            assertThat(told).as("seed %d", seed).hasSize(40).doesNotHaveDuplicates();
            assertThat(any.size()).as("seed %d", seed).isZero();
        }
    }

    private static void take(Precedence from, List<Long> going, List<Long> told) {
        for (Turn turn = from.poll(); turn != null; turn = from.poll()) {
            told.add(turn.number());
            if (turn.refusal() == null) {
                going.add(turn.number());
            }
        }
    }

    private void session(long number, String session) {
        precedence.arrive(number, 0, new Ties(session, "", List.of()), Nanos.NEVER, 0);
    }

    private void named(long number, String name, String... after) {
        precedence.arrive(number, 0, new Ties("", name, List.of(after)), Nanos.NEVER, 0);
    }

    private List<String> turns() {
        List<String> turns = new ArrayList<>();
        for (Turn turn = precedence.poll(); turn != null; turn = precedence.poll()) {
            Refusal refusal = turn.refusal();
            turns.add(refusal == null ? Long.toString(turn.number()) : turn.number() + " " + refusal);
        }
        return turns;
    }
}
