package io.berth.gateway.demand;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.dispatch.Prompt;
import io.berth.core.scale.Demand;
import io.berth.gateway.journey.Journey;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class DemandBookTest {
    private static final long SECOND = 1_000_000_000L;

    /** By the number of a server: its name. */
    private final Map<Integer, String> names = new TreeMap<>(Map.of(0, "chat-1", 1, "chat-2", 2, "draw-3"));

    private final DemandBook book = new DemandBook(new DemandBook.House() {
        @Override
        public String name(int number) {
            return names.get(number);
        }

        @Override
        public Iterable<Integer> servers() {
            return Set.copyOf(names.keySet());
        }

        @Override
        public boolean has(int number, String model) {
            return model.equals(number == 2 ? "sdxl" : "llama");
        }
    });

    @Test
    void whatWasSentCountsForWhomItWasSentToAndHowLongItTook() {
        book.found("chat", Set.of("chat-1", "chat-2"), List.of());
        book.found("draw", Set.of("draw-3"), List.of());
        for (int i = 1; i <= 4; i++) {
            asked(i, "llama", i);
            book.sent(i, i % 2, i * SECOND);
            // Tried again elsewhere, it is no other request.
            book.sent(i, 0, i * SECOND);
        }
        ended(1, "chat-1", 0, Journey.End.ANSWERED, 3);
        ended(2, "chat-1", 0, Journey.End.CANCELLED, 9);

        Demand chat = book.of("chat", 0);
        assertThat(chat.arrived()).isEqualTo(4);
        assertThat(chat.running()).isEqualTo(2);
        assertThat(chat.waiting()).isZero();
        assertThat(chat.serviceSeconds()).isEqualTo(2);
        assertThat(chat.arrivalVariation()).isZero();
        assertThat(book.of("draw", 0).arrived()).isZero();
    }

    @Test
    void whatWaitsCountsForThoseWhoCouldHaveItAndWhereNobodyCouldForAll() {
        book.found("chat", Set.of("chat-1", "chat-2"), List.of());
        book.found("draw", Set.of("draw-3"), List.of());
        asked(1, "llama", 1);
        asked(2, "sdxl", 1);
        asked(3, null, 1);
        asked(4, "gone", 1);
        assertThat(book.of("chat", 0).waiting()).isEqualTo(3);
        assertThat(book.of("draw", 0).waiting()).isEqualTo(3);
        assertThat(book.of("chat", 0).arrived()).isEqualTo(3);

        // It came, though nobody answered it; what is answered without a server needs none.
        ended(1, "", -1, Journey.End.REJECTED, 1);
        ended(2, "", -1, Journey.End.ANSWERED, 1);
        ended(4, "", -1, Journey.End.INVALID, 1);
        assertThat(book.of("chat", 0).waiting()).isEqualTo(1);
        assertThat(book.of("chat", 0).arrived()).isEqualTo(2);
        assertThat(book.of("draw", 0).arrived()).isEqualTo(1);
    }

    @Test
    void withoutAServerItCountsForThoseThatWouldHaveTheModel() {
        names.clear();
        book.found("chat", Set.of(), List.of("llama"));
        book.found("draw", Set.of(), List.of("sdxl"));
        book.found("any", Set.of(), List.of());
        asked(1, "llama", 1);
        asked(2, null, 1);
        assertThat(book.of("chat", 0).waiting()).isEqualTo(2);
        assertThat(book.of("draw", 0).waiting()).isEqualTo(1);
        assertThat(book.of("any", 0).waiting()).isEqualTo(2);
        // Somebody else's server is none of theirs.
        names.put(2, "draw-3");
        book.found("draw", Set.of("draw-3"), List.of("sdxl"));
        assertThat(book.of("chat", 0).waiting()).isEqualTo(1);
        assertThat(book.of("draw", 0).waiting()).isEqualTo(1);
    }

    @Test
    void whatAServerHadStaysCountedWhenItHasLeft() {
        book.found("chat", Set.of("chat-1", "chat-2"), List.of());
        asked(1, "llama", 1);
        book.sent(1, 0, SECOND);
        book.found("chat", Set.of("chat-2"), List.of());
        assertThat(book.of("chat", 0).running()).isEqualTo(1);
        names.remove(0);
        assertThat(book.of("chat", 0).running()).isZero();
        ended(1, "chat-1", 0, Journey.End.ANSWERED, 2);
        assertThat(book.of("chat", 0).arrived()).isEqualTo(1);
        assertThat(book.of("other", 0)).isEqualTo(new Demand(0, 0, 0, 0, 1, 1));
    }

    @Test
    void whatWaitsAtAServerDoesNotCountAsItsWork() {
        book.found("chat", Set.of("chat-1", "chat-2"), List.of());
        book.of("chat", 2);
        for (int i = 1; i <= 6; i++) {
            asked(i, "llama", 1);
            book.sent(i, 0, SECOND);
        }
        assertThat(book.of("chat", 2).running()).isEqualTo(2);
        assertThat(book.of("chat", 2).waiting()).isEqualTo(4);
        // Two at a time of two seconds each, though the last has been there for six.
        for (int i = 1; i <= 6; i++) {
            ended(i, "chat-1", 0, Journey.End.ANSWERED, 1 + 2 * ((i + 1) / 2));
        }
        Demand chat = book.of("chat", 2);
        assertThat(chat.serviceSeconds()).isEqualTo(2);
        assertThat(chat.serviceVariation()).isZero();
        assertThat(chat.running() + chat.waiting()).isZero();
    }

    private void asked(long number, String model, long second) {
        book.asked(number, new Journey.Want(model, false, Prompt.NONE, 0, 0), second * SECOND);
    }

    private void ended(long number, String name, int server, Journey.End end, long seconds) {
        book.ended(new Journey(
                number,
                new Journey.Asked("POST", "/", 0, new Journey.Want(null, false, Prompt.NONE, 0, 0)),
                new Journey.Times(0, 0, server < 0 ? Journey.NEVER : 0, Journey.NEVER, seconds * SECOND),
                new Journey.Place(server, name, 1),
                new Journey.Ended(end, "", end == Journey.End.ANSWERED ? 200 : 503, 0, 0),
                null,
                null));
    }
}
