package io.berth.core.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.time.Chance;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;

class RequestQueueTest {
    @Test
    void fifo_gives_requests_back_as_they_came() {
        assertThat(order(QueueOrder.FIFO, Fleets.ofPriority(1, 0), Fleets.ofPriority(2, 5), Fleets.ofPriority(3, 1)))
                .containsExactly(1L, 2L, 3L);
    }

    @Test
    void priority_gives_the_most_urgent_first_and_equals_as_they_came() {
        assertThat(order(
                        QueueOrder.PRIORITY, Fleets.ofPriority(1, 0), Fleets.ofPriority(2, 5), Fleets.ofPriority(3, 5)))
                .containsExactly(2L, 3L, 1L);
    }

    @Test
    void earliest_deadline_gives_those_without_one_last() {
        assertThat(order(QueueOrder.EARLIEST_DEADLINE, Fleets.work(1, 1), Fleets.due(2, 60), Fleets.due(3, 30)))
                .containsExactly(3L, 2L, 1L);
    }

    @Test
    void shortest_gives_the_least_work_first() {
        assertThat(order(QueueOrder.SHORTEST, Fleets.work(1, 9), Fleets.work(2, 3), Fleets.work(3, 5)))
                .containsExactly(2L, 3L, 1L);
    }

    @Test
    void a_queue_of_any_length_is_in_order_whatever_is_added_and_removed() {
        Chance chance = new Chance(7, "queue", 0);
        RequestQueue queue = new RequestQueue(QueueOrder.PRIORITY);
        List<Request> naive = new ArrayList<>();
        for (int id = 0; id < 5000; id++) {
            if (chance.below(5) < 3) {
                Request request = Fleets.ofPriority(id, chance.below(4));
                queue.add(request, id);
                naive.add(request);
            } else if (!naive.isEmpty()) {
                Request first = naive.stream()
                        .max(Comparator.comparingInt(Request::priority)
                                .thenComparing(
                                        Comparator.comparingLong(Request::id).reversed()))
                        .orElseThrow();
                assertThat(queue.peek()).isEqualTo(first);
                assertThat(queue.remove()).isEqualTo(first);
                naive.remove(first);
            }
            assertThat(queue.size()).isEqualTo(naive.size());
        }
    }

    @Test
    void nothing_comes_out_of_an_empty_queue() {
        RequestQueue queue = new RequestQueue(QueueOrder.FIFO);

        assertThat(queue.peek()).isNull();
        assertThatThrownBy(queue::remove).isInstanceOf(IllegalStateException.class);
    }

    private static List<Long> order(QueueOrder order, Request... requests) {
        RequestQueue queue = new RequestQueue(order);
        for (int turn = 0; turn < requests.length; turn++) {
            queue.add(requests[turn], turn);
        }
        List<Long> ids = new ArrayList<>();
        while (queue.size() > 0) {
            ids.add(queue.remove().id());
        }
        return ids;
    }
}
