package io.berth.app.queueing;

import io.berth.app.command.Answer;
import io.berth.app.command.Command;
import io.berth.app.command.Output;
import io.berth.app.option.Arguments;
import io.berth.app.option.Option;
import io.berth.app.option.Options;
import io.berth.core.queueing.Load;
import io.berth.core.queueing.Station;
import io.berth.core.time.Nanos;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Quote;
import io.berth.spec.quantity.Durations;
import io.berth.spec.quantity.Percents;
import io.berth.spec.quantity.QuantityException;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** {@code berth queueing}: waits before servers, what one more of them brings, and how many are enough. */
public record QueueingCommand(Output output) implements Command {
    private static final int MOST_SERVERS = 1_000_000;
    private static final double MOST = 1e12;

    private static final Option ARRIVALS =
            Option.value("--arrivals", "RATE", "How many come: a number a second, or such as 90/min or 4000/h.");
    private static final Option SERVICE =
            Option.value("--service", "TIME", "How long a server needs for one, such as 250ms or 1.5s, on average.");
    private static final Option SERVERS = Option.value("--servers", "N", "How many servers there are.");
    private static final Option ARRIVAL_VARIATION = Option.value(
            "--arrival-cv2",
            "NUMBER",
            "Variance of times between arrivals over their mean squared; 1, Poisson arrivals, by default.");
    private static final Option SERVICE_VARIATION =
            Option.value("--service-cv2", "NUMBER", "The same of services; 1, exponential ones, by default.");
    private static final Option BATCH =
            Option.value("--batch", "N", "How many that wait a server takes at once in the time of one; 1 by default.");
    private static final Option WAIT =
            Option.value("--wait", "TIME", "Also say how many servers are enough for waits of at most so long.");
    private static final Option OF =
            Option.value("--of", "PART", "Which part of arrivals --wait is for; 90% by default.");

    @Override
    public Options options() {
        return Options.of(
                "--arrivals RATE --service TIME [OPTION...]",
                "Says how long arrivals wait before servers, what one more server brings, and how many are enough.",
                ARRIVALS,
                SERVICE,
                SERVERS,
                ARRIVAL_VARIATION,
                SERVICE_VARIATION,
                BATCH,
                WAIT,
                OF,
                Answer.JSON);
    }

    @Override
    public int run(Arguments arguments) {
        Arguments typed = arguments.once().withoutWords();
        Load load = load(typed);
        int batch = typed.whole(BATCH.name(), 1, MOST_SERVERS, 1);
        Integer servers = typed.whole(SERVERS.name(), 1, MOST_SERVERS - 1);
        String wait = typed.text(WAIT.name());
        if (servers == null && wait == null) {
            throw new InputException(typed.place(), "needs --servers, or --wait to say how many are enough");
        }
        if (wait == null && typed.text(OF.name()) != null) {
            throw new InputException(OF.name(), "says whom --wait is for; add --wait");
        }
        List<WaitsDocument.Row> rows =
                servers == null ? List.of() : List.of(row(load, servers, batch), row(load, servers + 1, batch));
        WaitsDocument.Enough enough = wait == null ? null : enough(load, batch, seconds(WAIT, wait), typed);
        Answer.of(typed, output).print(WaitsDocument.of(load, batch, rows, enough), WaitsDocument::text);
        return 0;
    }

    private static Load load(Arguments typed) {
        String arrivals = needed(typed, ARRIVALS);
        String service = needed(typed, SERVICE);
        double seconds = seconds(SERVICE, service);
        if (seconds == 0) {
            throw new InputException(SERVICE.name(), "must be above 0, but is " + Quote.of(service));
        }
        return new Load(
                rate(arrivals), variation(typed, ARRIVAL_VARIATION), seconds, variation(typed, SERVICE_VARIATION));
    }

    private static String needed(Arguments typed, Option option) {
        return Objects.requireNonNullElseGet(typed.text(option.name()), () -> {
            throw new InputException(typed.place(), "needs " + option.name() + ": " + option.head());
        });
    }

    private static double seconds(Option option, String text) {
        try {
            return Durations.parseNanos(text) / (double) Nanos.SECOND;
        } catch (QuantityException e) {
            throw new InputException(option.name(), String.valueOf(e.getMessage()));
        }
    }

    private static double rate(String text) {
        int slash = text.indexOf('/');
        double unit = switch (slash < 0 ? "s" : text.substring(slash + 1).strip()) {
            case "s" -> 1;
            case "min" -> 60;
            case "h" -> 3600;
            default -> Double.NaN;
        };
        double rate = number(slash < 0 ? text : text.substring(0, slash)) / unit;
        if (rate > 0) {
            return rate;
        }
        throw new InputException(
                ARRIVALS.name(), "is " + Quote.of(text) + "; allowed: a number above 0, alone or with /s, /min or /h");
    }

    private static double variation(Arguments typed, Option option) {
        String text = typed.text(option.name(), "1");
        double number = number(text);
        if (number >= 0) {
            return number;
        }
        throw new InputException(option.name(), "is " + Quote.of(text) + "; allowed: a number from 0 on");
    }

    /** NaN for none, and for those too large to reckon with. */
    private static double number(String text) {
        try {
            double number = Double.parseDouble(text.strip());
            return number <= MOST ? number : Double.NaN;
        } catch (NumberFormatException e) {
            return Double.NaN;
        }
    }

    private static WaitsDocument.Row row(Load load, int servers, int batch) {
        return WaitsDocument.Row.of(servers, new Station(servers, batch).waits(load));
    }

    private static WaitsDocument.Enough enough(Load load, int batch, double seconds, Arguments typed) {
        double part = part(typed.text(OF.name()));
        int servers = Station.fewest(load, batch, part, seconds, MOST_SERVERS);
        return new WaitsDocument.Enough(seconds, part, servers < 0 ? null : row(load, servers, batch));
    }

    private static double part(@Nullable String text) {
        try {
            double part = text == null ? 0.9 : Percents.parseFraction(text);
            if (part > 0 && part < 1) {
                return part;
            }
        } catch (QuantityException e) {
            throw new InputException(OF.name(), String.valueOf(e.getMessage()));
        }
        throw new InputException(
                OF.name(), "must be above 0% and below 100%, but is " + Quote.of(String.valueOf(text)));
    }
}
