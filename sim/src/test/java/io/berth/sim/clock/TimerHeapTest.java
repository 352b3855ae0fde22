package io.berth.sim.clock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.event.Event;
import io.berth.core.time.Chance;
import io.berth.core.time.Nanos;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.junit.jupiter.api.Test;

class TimerHeapTest {
    private record Timer(long atNanos, long number) {}

    @Test
    void timers_come_out_by_time_and_first_set_first() {
        for (int seed = 0; seed < 100; seed++) {
            Chance chance = new Chance(seed, "timer-heap", 0);
            int range = 1 + chance.below(1000);
            TimerHeap heap = new TimerHeap();
            PriorityQueue<Timer> queue =
                    new PriorityQueue<>(Comparator.comparingLong(Timer::atNanos).thenComparingLong(Timer::number));
            for (long number = 0; number < 2000; number++) {
                if (queue.isEmpty() || chance.below(5) < 3) {
                    long at = chance.below(range);
                    heap.add(at, new Event.Tick(number));
                    queue.add(new Timer(at, number));
                } else {
                    assertThat(heap.nextNanos()).isEqualTo(queue.element().atNanos);
                    assertThat(heap.remove()).isEqualTo(new Event.Tick(queue.remove().number));
                }
            }
            while (!queue.isEmpty()) {
                assertThat(heap.remove()).isEqualTo(new Event.Tick(queue.remove().number));
            }
            assertThat(heap.nextNanos()).isEqualTo(Nanos.NEVER);
        }
    }

    @Test
    void timers_that_are_forgotten_do_not_come() {
        for (int seed = 0; seed < 50; seed++) {
            Chance chance = new Chance(seed, "forgotten-timers", 0);
            TimerHeap heap = new TimerHeap();
            List<Event> kept = new ArrayList<>();
            for (int number = 0; number < 200; number++) {
                long at = chance.below(20);
                // Equal to others, but not the same.
                Event event = new Event.Tick(at);
                heap.add(at, event);
                if (chance.below(3) == 0) {
                    heap.forget(at, event);
                } else {
                    kept.add(event);
                }
            }
            kept.sort(Comparator.comparingLong(event -> ((Event.Tick) event).job()));
            for (Event event : kept) {
                assertThat(heap.nextNanos()).isEqualTo(((Event.Tick) event).job());
                assertThat(heap.remove()).isSameAs(event);
            }
            assertThat(heap.nextNanos()).isEqualTo(Nanos.NEVER);
        }
    }

    @Test
    void an_empty_heap_has_nothing_to_give() {
        assertThatThrownBy(() -> new TimerHeap().remove()).isInstanceOf(IllegalStateException.class);
    }
}
