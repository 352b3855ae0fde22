package io.berth.spec.fleet;

import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The requests of a scenario.
 *
 * @param source where they come from
 * @param priorities weights of their priorities
 * @param deadlineNanos how long after its arrival an answer is of use; {@code Nanos.NEVER} for ever
 * @param serving what is told and asked of answers that are tokens
 * @param spikes when they come faster, in order; none begins before the one before it is over
 */
public record RequestsSpec(
        Source source,
        SortedMap<Integer, Double> priorities,
        long deadlineNanos,
        ServingSpec serving,
        List<Spike> spikes) {
    public RequestsSpec {
        spikes = List.copyOf(spikes);
        priorities = Collections.unmodifiableSortedMap(new TreeMap<>(priorities));
    }

    /** Where requests come from. */
    public sealed interface Source {}

    /**
     * Drawn from distributions.
     *
     * @param load their work as a fraction of what the fleet can do; the rate follows from it
     * @param interarrivalNanos mean time between arrivals; 0 where {@code load} says it
     * @param burstiness deviation over mean of the time between bursty arrivals; 1 where they are not bursty
     * @param medianNanos median work, at speed 1; work is log-normal
     * @param sigma standard deviation of its logarithm
     * @param maxNanos the most work; more is cut
     * @param models weights of the models; empty for all models alike
     * @param memory weights of the GPU memory, in bytes, that a request holds beside its model
     * @param estimateError the largest factor by which the expected work misses the real, either way
     * @param stages in order; empty for one
     * @param contents how many different contents have features to keep, the first of them most asked for
     * @param bonds what binds them to one another
     * @param items of how many a request is, each of the work that is drawn
     * @param turns how models take turns; null where they do not
     */
    public record Generated(
            int requests,
            double load,
            long interarrivalNanos,
            double burstiness,
            long medianNanos,
            double sigma,
            long maxNanos,
            SequencedMap<String, Double> models,
            SortedMap<Long, Double> memory,
            int tenants,
            double estimateError,
            List<StageSpec> stages,
            int contents,
            BondsSpec bonds,
            Items items,
            @Nullable Turns turns)
            implements Source {
        /**
         * Of what requests are made.
         *
         * @param counts weights of how many items they have
         * @param callNanos what a call takes beside them
         */
        public record Items(SortedMap<Integer, Double> counts, long callNanos) {
            public Items {
                counts = Collections.unmodifiableSortedMap(new TreeMap<>(counts));
            }
        }

        /**
         * One model after another is the one that most ask for.
         *
         * @param everyNanos for how long each is
         * @param share of requests that ask for it; the others ask for any by its weight
         */
        public record Turns(long everyNanos, double share) {}

        public Generated {
            models = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(models));
            memory = Collections.unmodifiableSortedMap(new TreeMap<>(memory));
            stages = List.copyOf(stages);
        }
    }

    /** A trace of requests to a language model. */
    public sealed interface TokenTrace extends Source {
        TokenSpec tokens();
    }

    /**
     * How a trace of prompts and answers, counted in tokens, is read.
     *
     * @param rate how many times faster than recorded they arrive
     * @param limit how many are read; 0 for all
     * @param prefillTokensPerSecond of a server of speed 1
     * @param decodeTokensPerSecond likewise
     * @param memoryBytesPerToken GPU memory that each token of a request holds
     * @param reading whether servers read prompts themselves, as engines do and those that remember some
     */
    public record TokenSpec(
            Path file,
            double rate,
            int limit,
            double prefillTokensPerSecond,
            double decodeTokensPerSecond,
            long memoryBytesPerToken,
            boolean reading) {}

    /** A conversation or code trace of Azure's LLM inference. */
    public record Azure(TokenSpec tokens) implements TokenTrace {}

    /** A trace of Mooncake's, which says what prompts begin with. */
    public record Mooncake(TokenSpec tokens) implements TokenTrace {}

    /** What a gateway has recorded. */
    public record Recorded(TokenSpec tokens) implements Source {}

    /**
     * Alibaba's trace of image generation of 2026.
     *
     * @param modelBytes GPU memory of each base model
     * @param memoryBytes GPU memory of a request beside its model
     */
    public record GenAi(Path file, double rate, int limit, long modelBytes, long memoryBytes) implements Source {}
}
