package io.berth.gateway.fake;

import io.berth.core.time.Chance;
import io.berth.gateway.fake.openai.Answer;
import io.berth.gateway.fake.openai.Ask;
import io.berth.gateway.fake.openai.Wording;
import io.netty.channel.EventLoop;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** What a server makes answers with. Used on its thread alone. */
final class Machine {
    private final FakeSpec spec;
    private final EventLoop loop;
    private final Tally tally;
    private final Slots slots;
    private final PrefixCache cache;
    private final String origin;
    private long requests;
    private long bodies;

    /** @param origin what its answers say where they are from */
    Machine(FakeSpec spec, EventLoop loop, Tally tally, String origin) {
        this.spec = spec;
        this.loop = loop;
        this.tally = tally;
        this.origin = origin;
        slots = new Slots(spec.room(), loop, tally);
        cache = new PrefixCache(spec.room().cacheBlocks());
    }

    FakeSpec spec() {
        return spec;
    }

    EventLoop loop() {
        return loop;
    }

    Tally tally() {
        return tally;
    }

    Slots slots() {
        return slots;
    }

    FakeSpec.Pace pace() {
        return spec.pace();
    }

    Faults faults() {
        return spec.faults();
    }

    /** The number of a request that came now, from 0. */
    long count() {
        return requests++;
    }

    /** Whether the body of a request that comes now is read slowly. */
    boolean readsSlowly() {
        boolean hit = spec.faults().hits(Fault.SLOW_READ, spec.seed(), bodies++);
        if (hit) {
            tally.faulted.incrementAndGet();
        }
        return hit;
    }

    /** Looks up what is known of the prompts, and makes the answer up. */
    Work.Prepared prepare(Ask ask) {
        List<PromptBlocks> prompts = new ArrayList<>();
        List<Answer.Choice> choices = new ArrayList<>();
        int prompt = 0;
        int cached = 0;
        for (byte[] bytes : ask.prompts()) {
            PromptBlocks blocks = new PromptBlocks(ask.model(), spec.room().blockTokens()).add(bytes);
            prompts.add(blocks);
            prompt += blocks.tokens();
            // The last token is always read: the first one of the answer comes of it.
            cached += Math.min(cache.known(blocks) * spec.room().blockTokens(), blocks.tokens() - 1);
            cache.read(blocks);
            for (int choice = 0; choice < ask.choices(); choice++) {
                long hash = Chance.mix(blocks.hash() ^ Chance.mix(spec.seed() + choice));
                choices.add(Wording.choice(ask, hash, spec.lengths().draw(spec.seed(), hash)));
            }
        }
        tally.promptTokens.addAndGet(prompt);
        tally.cachedTokens.addAndGet(cached);
        int output = choices.stream().mapToInt(choice -> choice.pieces().size()).sum();
        String id = ask.task().prefix() + Long.toHexString(Chance.at(spec.seed(), origin.hashCode(), 0, requests));
        return new Work.Prepared(
                new Answer(
                        ask,
                        id,
                        System.currentTimeMillis() / 1_000,
                        origin,
                        choices,
                        new Answer.Usage(prompt, cached, output)),
                prompts);
    }

    /** A request was answered: what was said is remembered too, as what the next turn of a conversation begins with. */
    void done(Work.Prepared work) {
        tally.served.incrementAndGet();
        Answer answer = work.answer();
        tally.outputTokens.addAndGet(answer.usage().output());
        if (answer.ask().task().isText() && answer.choices().size() == 1) {
            String said = answer.ask().spoken(answer.choices().getFirst().text());
            PromptBlocks whole = work.prompts().getFirst();
            cache.read(whole.add(said.getBytes(StandardCharsets.UTF_8)));
        }
    }

    /** A client left. */
    void left() {
        tally.cancelled.incrementAndGet();
    }
}
