package io.berth.gateway.page;

import io.berth.spec.input.InputException;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Says what other balancers would have made of requests that were. Whoever has a simulator hands it over. */
public interface Rehearsal {
    /** Nobody can say it. */
    Rehearsal NONE = new Rehearsal() {
        @Override
        public List<String> balancers() {
            return List.of();
        }

        @Override
        public void check(List<String> balances) {
            throw new InputException("compare", "is not there: this gateway has no simulator");
        }

        @Override
        public Map<String, Object> compare(Asked asked, BooleanSupplier unwanted) {
            return Map.of();
        }
    };

    /**
     * What is to be compared.
     *
     * @param lines of a record, the first one with them
     * @param balances by name, or as the file of a gateway has a strategy
     * @param slo in how many seconds an answer must be there to count as good; null for that of nine in ten of those that were
     * @param slots how many requests servers run at once as they say themselves, by name; those that do not are left out
     */
    record Asked(
            List<String> lines,
            List<String> balances,
            @Nullable Double slo,
            Map<String, Integer> slots) {
        public Asked {
            lines = List.copyOf(lines);
            balances = List.copyOf(balances);
            slots = Map.copyOf(slots);
        }
    }

    /** The names of those that can be compared. */
    List<String> balancers();

    /** @throws InputException where there is no such balancer */
    void check(List<String> balances);

    /**
     * A document.
     *
     * @param unwanted asked now and then whether to stop
     * @throws java.util.concurrent.CancellationException where it was to
     * @throws InputException where nothing can be said of them
     */
    Map<String, Object> compare(Asked asked, BooleanSupplier unwanted);
}
