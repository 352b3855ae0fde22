package io.berth.console.submission;

import io.berth.console.submission.KnownKey.Key;
import io.berth.live.driver.Acceptance;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** The keys that were seen, the newest of them; from the lines of their file, and as such lines. For one thread at a time. */
final class KnownKeys {
    private final Map<Key, KnownKey> known;
    /** Of the origins of new keys; another from where sequences would be given again. */
    private String name;

    /**
     * Knows no key yet.
     *
     * @param name what origins are named after
     * @param most keys that are remembered; the oldest go first
     */
    KnownKeys(String name, int most) {
        this.name = name;
        this.known = new LinkedHashMap<>() {
            @Override
            protected boolean removeEldestEntry(Map.Entry<Key, KnownKey> eldest) {
                return size() > most;
            }
        };
    }

    /** What the origins of new keys are named after. */
    String name() {
        return name;
    }

    /** The origin of new keys of {@code caller}. */
    String origin(String caller) {
        return KnownKey.origin(name, caller);
    }

    /** The key that was seen; null for none. */
    @Nullable
    KnownKey get(Key key) {
        return known.get(key);
    }

    /** Remembers {@code entry}, in place of what was known of its key. */
    void put(KnownKey entry) {
        known.put(entry.key, entry);
    }

    /** Forgets {@code entry}; another of the same key stays. */
    void remove(KnownKey entry) {
        known.remove(entry.key, entry);
    }

    /** Forgets what is known of {@code key}. */
    void remove(Key key) {
        known.remove(key);
    }

    /**
     * Knows what a file says. Keys whose sequence the engine does not have were acknowledged to nobody, or by a journal that lost its end:
     * they go. A journal that comes back from a copy may have such a sequence yet, and must not take another key's job for its: where there
     * is one, new keys have origins of another name.
     *
     * @param last the last sequence that the engine has of an origin
     */
    void recover(List<KeyRecord> records, ToLongFunction<String> last) {
        Map<Key, KnownKey> bySequence = new HashMap<>();
        boolean again = false;
        for (KeyRecord item : records) {
            switch (item) {
                case KeyRecord.Named named -> name = named.name();
                case KeyRecord.Intent intent -> again |= !recover(intent, bySequence, last);
                case KeyRecord.Done done -> {
                    KnownKey entry = bySequence.get(new Key(origin(done.caller()), Long.toString(done.sequence())));
                    if (entry != null) {
                        entry.job = done.job();
                    }
                }
            }
        }
        if (again) {
            name = KeyFile.newName();
        }
    }

    /** False where the engine does not have its sequence. */
    private boolean recover(KeyRecord.Intent intent, Map<Key, KnownKey> bySequence, ToLongFunction<String> last) {
        String origin = origin(intent.caller());
        if (intent.sequence() > last.applyAsLong(origin)) {
            return false;
        }
        Key id = new Key(intent.caller(), intent.key());
        KnownKey entry = new KnownKey(id, intent.digest(), origin, intent.sequence(), 0);
        put(entry);
        KnownKey refused = bySequence.put(new Key(origin, Long.toString(intent.sequence())), entry);
        if (refused != null) {
            // Its sequence was given to another.
            remove(refused);
        }
        return true;
    }

    /** All that is known, as the lines of a file that begins with {@link #name}. */
    List<KeyRecord> records() {
        List<KeyRecord> records = new ArrayList<>();
        String named = name;
        for (KnownKey entry : known.values()) {
            String own = entry.name();
            if (!own.equals(named)) {
                records.add(new KeyRecord.Named(own));
                named = own;
            }
            records.add(entry.intent());
            if (entry.job != Acceptance.FORGOTTEN) {
                records.add(entry.done());
            }
        }
        if (!named.equals(name)) {
            records.add(new KeyRecord.Named(name));
        }
        return records;
    }
}
