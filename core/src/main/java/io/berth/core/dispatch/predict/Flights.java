package io.berth.core.dispatch.predict;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The requests that are at servers, by the ids of requests, and by server in the order in which they were sent. */
public final class Flights {
    private static final int NOBODY = -1;

    private Flight[] flights = new Flight[16];
    /** Places in {@link #flights} by the hash of their request, open addressing; {@link #NOBODY} where there is none. */
    private int[] places = new int[32];

    private int used;
    private int free = NOBODY;
    private Flight[] firsts = {};

    /** One request at one server. */
    public static final class Flight {
        private long id;
        long sentNanos;
        /** Requests that were at the server before it. */
        int ahead;
        /** The part of its prompt that the server had not read, bytes. */
        long unreadBytes;
        /** The part that it had, and how long ago ({@link PrefixMemory#age}). */
        long heldBytes;

        int age;
        /** What the server had still to read before it. */
        double bytesAhead;
        /** Whether its model was not loaded there. */
        boolean cold;
        /** Whether requests waited there when its server said so last. */
        boolean waited;
        /** How many times as long its bytes take as those of a short prompt. */
        double slower;
        /** How long it was expected to be there when it was sent. */
        double expectedNanos;

        private int nextFree;
        private Flight before;
        private Flight after;

        private Flight() {
            before = this;
            after = this;
        }

        /**
         * Notes how it was when it was sent.
         *
         * @param ahead requests that were at the server before it
         * @param unreadBytes the part of its prompt that the server had not read
         */
        public void note(long sentNanos, int ahead, long unreadBytes) {
            this.sentNanos = sentNanos;
            this.ahead = ahead;
            this.unreadBytes = unreadBytes;
        }

        /** When it was sent. */
        public long sentNanos() {
            return sentNanos;
        }

        /** Requests that were at the server before it. */
        public int ahead() {
            return ahead;
        }

        /** The part of its prompt that the server had not read. */
        public long unreadBytes() {
            return unreadBytes;
        }
    }

    /** None. */
    public Flights() {
        Arrays.fill(places, NOBODY);
    }

    /** Makes room for servers up to {@code size}. */
    public void grow(int size) {
        int old = firsts.length;
        if (size > old) {
            firsts = Arrays.copyOf(firsts, size);
            for (int server = old; server < size; server++) {
                firsts[server] = new Flight();
            }
        }
    }

    /** The one that has been at {@code server} for longest; null for none. */
    @Nullable
    Flight oldest(int server) {
        Flight head = firsts[server];
        return head.after == head ? null : head.after;
    }

    /** A new one of request {@code id}, which is the last of {@code server}; its figures are whatever they were. */
    public Flight add(long id, int server) {
        int place = free;
        if (place == NOBODY) {
            place = used++;
            makeRoom();
            flights[place] = new Flight();
        } else {
            free = flights[place].nextFree;
        }
        Flight flight = flights[place];
        flight.id = id;
        Flight head = firsts[server];
        flight.before = head.before;
        flight.after = head;
        head.before.after = flight;
        head.before = flight;
        put(place);
        return flight;
    }

    /** Takes out that of request {@code id}, whose figures hold until another is added; null where there is none. */
    public @Nullable Flight remove(long id) {
        int at = slot(id);
        while (places[at] != NOBODY) {
            int place = places[at];
            Flight flight = flights[place];
            if (flight.id == id) {
                close(at);
                flight.before.after = flight.after;
                flight.after.before = flight.before;
                flight.nextFree = free;
                free = place;
                return flight;
            }
            at = at + 1 & places.length - 1;
        }
        return null;
    }

    private void makeRoom() {
        if (used > flights.length) {
            flights = Arrays.copyOf(flights, 2 * flights.length);
            int[] old = places;
            places = new int[2 * old.length];
            Arrays.fill(places, NOBODY);
            for (int place : old) {
                if (place != NOBODY) {
                    put(place);
                }
            }
        }
    }

    private void put(int place) {
        int at = slot(flights[place].id);
        while (places[at] != NOBODY) {
            at = at + 1 & places.length - 1;
        }
        places[at] = place;
    }

    /** Empties {@code gap}, and moves up what was put further on because it was taken. */
    private void close(int gap) {
        int hole = gap;
        int at = gap;
        places[hole] = NOBODY;
        while (true) {
            at = at + 1 & places.length - 1;
            int place = places[at];
            if (place == NOBODY) {
                return;
            }
            int home = slot(flights[place].id);
            boolean stays = hole <= at ? hole < home && home <= at : hole < home || home <= at;
            if (!stays) {
                places[hole] = place;
                places[at] = NOBODY;
                hole = at;
            }
        }
    }

    private int slot(long id) {
        return (int) (id * 0x9E3779B97F4A7C15L >>> 32) & places.length - 1;
    }
}
