package io.berth.app.gateway;

import io.berth.app.command.SharedOptions;
import io.berth.app.option.Arguments;
import io.berth.app.option.Option;
import io.berth.app.option.Words;
import io.berth.gateway.fake.FakeSpec;
import io.berth.gateway.fake.FakeSpec.Lengths;
import io.berth.gateway.fake.FakeSpec.Pace;
import io.berth.gateway.fake.FakeSpec.Room;
import io.berth.gateway.fake.Fault;
import io.berth.gateway.fake.Faults;
import io.berth.spec.input.InputException;
import io.berth.spec.input.WholeNumber;
import io.berth.spec.quantity.Bytes;
import io.berth.spec.quantity.Durations;
import io.berth.spec.quantity.QuantityException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** What {@code berth fake-server} takes, and what it makes of it. */
final class FakeServerOptions {
    private static final int DEFAULT_PORT = 9_001;
    private static final int HIGHEST_PORT = 65_535;
    private static final int MOST = 1_000_000;
    private static final long HIGHEST_SPEED = 1_000_000;
    private static final String DEFAULT_SLOWNESS = "5s";

    private static final Option PORT =
            Option.value("--port", "N", "The port; " + DEFAULT_PORT + " by default, 0 for any.");
    private static final Option PORTS =
            Option.value("--ports", "N,N...", "The ports of several servers, in place of --port.");
    private static final Option SPEEDS = Option.value(
            "--speeds", "X,X...", "How many times as fast each is, or all where there is one; 1 by default.");
    private static final Option ADDRESS = Option.value(
            "--address", "ADDRESS", "Where they listen; 127.0.0.1 by default. Elsewhere anybody may ask them.");
    private static final Option MODELS =
            Option.value("--models", "NAME,NAME...", "The models that they answer to; fake by default.");
    private static final Option API_KEY =
            Option.value("--api-key", "KEY", "The key that clients must send; none by default.");
    private static final Option SLOTS = Option.value(
            "--slots", "N", "Requests that a server answers at a time; " + Room.DEFAULT.slots() + " by default.");
    private static final Option QUEUE = Option.value(
            "--queue",
            "N",
            "Requests that wait beside them; " + Room.DEFAULT.queue() + " by default. One more is answered with 429.");
    private static final Option CACHE = Option.value(
            "--cache",
            "BLOCKS",
            "Blocks of prompts that a server remembers; " + Room.DEFAULT.cacheBlocks() + " by default.");
    private static final Option BLOCK =
            Option.value("--block", "TOKENS", "Tokens of a block; " + Room.DEFAULT.blockTokens() + " by default.");
    private static final Option MAX_BODY =
            Option.value("--max-body", "BYTES", "The largest body of a request; 32Mi by default.");
    private static final Option PROMPT_TIME = Option.value(
            "--prompt-time",
            "TIME",
            "To read a token of a prompt that is not remembered; " + Durations.format(Pace.DEFAULT.promptNanos())
                    + " by default.");
    private static final Option TOKEN_TIME = Option.value(
            "--token-time",
            "TIME",
            "From a token of an answer to the next; " + Durations.format(Pace.DEFAULT.tokenNanos()) + " by default.");
    private static final Option CALL_TIME = Option.value(
            "--call-time", "TIME", "For a request for images or embeddings, whatever it asks for; 0 by default.");
    private static final Option ITEM_TIME =
            Option.value("--item-time", "TIME", "For each image or input of it; 0 by default.");
    private static final Option INSTANT = Option.flag("--instant", "Take no time: both of these are 0.");
    private static final Option MEDIAN =
            Option.value("--median", "TOKENS", "The median length of answers, which is lognormal; 100 by default.");
    private static final Option SIGMA = Option.value(
            "--sigma", "X", "How much lengths differ: sigma of their logarithm; 0.8 by default, 0 for not at all.");
    private static final Option FAULT = Option.value(
                    "--fault",
                    "KIND=RATE",
                    "What share of requests, 0 to 1, gets 500 (error), 503 (overload) or 429 (limit), is cut in mid-answer"
                            + " (cut), never answered (hang), answered late (slow-start), read slowly (slow-read) or made to its"
                            + " end although its client has left (work-on); several times for several.")
            .of(Words.one(() -> Fault.words().stream().map(word -> word + "=").toList()));
    private static final Option SLOW_BY = Option.value(
            "--slow-by", "TIME", "How late slow-start makes an answer; " + DEFAULT_SLOWNESS + " by default.");

    /** All of them, as help lists them. */
    static final List<Option> ALL = List.of(
            PORT,
            PORTS,
            SPEEDS,
            ADDRESS,
            MODELS,
            API_KEY,
            SLOTS,
            QUEUE,
            CACHE,
            BLOCK,
            MAX_BODY,
            PROMPT_TIME,
            TOKEN_TIME,
            CALL_TIME,
            ITEM_TIME,
            INSTANT,
            MEDIAN,
            SIGMA,
            SharedOptions.SEED,
            FAULT,
            SLOW_BY);

    private FakeServerOptions() {}

    /** A server and where it listens. */
    record Place(FakeSpec spec, InetSocketAddress address) {}

    /**
     * The servers that were asked for.
     *
     * @throws InputException where something of it cannot be
     */
    static List<Place> read(Arguments typed) {
        InetAddress address = address(typed.text(ADDRESS.name(), "127.0.0.1"));
        List<Integer> ports = ports(typed);
        List<Double> speeds = speeds(typed, ports.size());
        long seed = SharedOptions.seed(typed);
        FakeSpec spec = spec(typed);
        List<Place> places = new ArrayList<>();
        for (int i = 0; i < ports.size(); i++) {
            // A seed of its own: servers that fail at the same requests would be one server.
            FakeSpec own = spec.with(spec.pace().at(speeds.get(i))).seeded(seed + i);
            places.add(new Place(own, new InetSocketAddress(address, ports.get(i))));
        }
        return places;
    }

    private static FakeSpec spec(Arguments typed) {
        return FakeSpec.usual()
                .serving(parts(typed.text(MODELS.name(), "fake"), MODELS).toArray(String[]::new))
                .guarded(typed.text(API_KEY.name()))
                .with(room(typed))
                .with(pace(typed))
                .with(new Lengths(median(typed), sigma(typed.text(SIGMA.name(), "0.8")), Lengths.DEFAULT.most()))
                .with(faults(typed));
    }

    private static Room room(Arguments typed) {
        Room usual = Room.DEFAULT;
        String body = typed.text(MAX_BODY.name());
        return new Room(
                typed.whole(SLOTS.name(), 1, MOST, usual.slots()),
                typed.whole(QUEUE.name(), 0, MOST, usual.queue()),
                typed.whole(CACHE.name(), 0, MOST, usual.cacheBlocks()),
                typed.whole(BLOCK.name(), 1, MOST, usual.blockTokens()),
                body == null ? usual.bodyBytes() : bytes(body));
    }

    private static Pace pace(Arguments typed) {
        Pace usual = typed.flag(INSTANT.name()) ? Pace.INSTANT : Pace.DEFAULT;
        return new Pace(
                time(typed, PROMPT_TIME, usual.promptNanos()),
                time(typed, TOKEN_TIME, usual.tokenNanos()),
                time(typed, CALL_TIME, usual.callNanos()),
                time(typed, ITEM_TIME, usual.itemNanos()),
                1);
    }

    private static double median(Arguments typed) {
        return typed.whole(MEDIAN.name(), 1, Lengths.DEFAULT.most(), (int) Lengths.DEFAULT.median());
    }

    private static double sigma(String text) {
        return number(SIGMA, text, 0, 10);
    }

    private static Faults faults(Arguments typed) {
        Map<Fault, Double> rates = new EnumMap<>(Fault.class);
        for (String text : typed.texts(FAULT.name())) {
            int equals = text.indexOf('=');
            String word = equals < 0 ? text : text.substring(0, equals);
            Fault fault = Fault.of(word);
            if (fault == null) {
                throw new InputException(FAULT.name(), InputException.unknown("fault", word, Fault.words()));
            }
            if (equals < 0) {
                throw new InputException(FAULT.name(), "must say how often, such as " + word + "=0.01");
            }
            rates.put(fault, number(FAULT, text.substring(equals + 1), 0, 1));
        }
        return new Faults(rates, time(typed, SLOW_BY, Durations.parseNanos(DEFAULT_SLOWNESS)));
    }

    private static List<Integer> ports(Arguments typed) {
        String several = typed.text(PORTS.name());
        if (several == null) {
            return List.of(typed.whole(PORT.name(), 0, HIGHEST_PORT, DEFAULT_PORT));
        }
        if (typed.text(PORT.name()) != null) {
            throw new InputException(PORTS.name(), "is given and --port too: one of them says it all");
        }
        List<Integer> ports = new ArrayList<>();
        for (String part : parts(several, PORTS)) {
            int port = port(part);
            if (port != 0 && ports.contains(port)) {
                throw new InputException(PORTS.name(), "has " + port + " twice");
            }
            ports.add(port);
        }
        return ports;
    }

    private static int port(String text) {
        try {
            long port = WholeNumber.parse(text);
            if (port >= 0 && port <= HIGHEST_PORT) {
                return (int) port;
            }
        } catch (NumberFormatException e) {
            // The same words as for a number out of range.
        }
        throw new InputException(
                PORTS.name(), "must be whole numbers from 0 to " + HIGHEST_PORT + ", but one is \"" + text + "\"");
    }

    private static List<Double> speeds(Arguments typed, int servers) {
        List<Double> speeds = parts(typed.text(SPEEDS.name(), "1"), SPEEDS).stream()
                .map(text -> number(SPEEDS, text, Double.MIN_NORMAL, HIGHEST_SPEED))
                .toList();
        if (speeds.size() == 1) {
            return Stream.generate(speeds::getFirst).limit(servers).toList();
        }
        if (speeds.size() != servers) {
            throw new InputException(
                    SPEEDS.name(),
                    "must be one, or one for each of the " + servers + " servers, but are " + speeds.size());
        }
        return speeds;
    }

    private static double number(Option option, String text, double least, double most) {
        try {
            double number = Double.parseDouble(text);
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            // The same words as for a number out of range.
        }
        String low = least == 0 ? "from 0 to " : "above 0 and at most ";
        throw new InputException(option.name(), "must be a number " + low + most + ", but is \"" + text + "\"");
    }

    private static long time(Arguments typed, Option option, long usual) {
        String text = typed.text(option.name());
        try {
            long nanos = text == null ? usual : Durations.parseNanos(text);
            if (nanos >= 0 && nanos <= TimeUnit.DAYS.toNanos(1)) {
                return nanos;
            }
        } catch (QuantityException e) {
            // The same error as for one that is too long.
        }
        throw new InputException(option.name(), "must be a time up to a day, such as 250us, but is \"" + text + "\"");
    }

    private static int bytes(String text) {
        try {
            long bytes = Bytes.parse(text);
            if (bytes >= 1 && bytes <= 1 << 30) {
                return (int) bytes;
            }
        } catch (QuantityException e) {
            // The same error as for a number out of range.
        }
        throw new InputException(MAX_BODY.name(), "must be from 1 byte to 1Gi, but is \"" + text + "\"");
    }

    private static List<String> parts(String text, Option option) {
        List<String> parts =
                Arrays.stream(text.split(",", -1)).map(String::strip).toList();
        if (parts.contains("")) {
            throw new InputException(option.name(), "has nothing between two commas, or at an end: \"" + text + "\"");
        }
        return parts;
    }

    private static InetAddress address(String text) {
        try {
            return InetAddress.getByName(text);
        } catch (UnknownHostException e) {
            throw new InputException(ADDRESS.name(), "is no address of this machine: \"" + text + "\"");
        }
    }
}
