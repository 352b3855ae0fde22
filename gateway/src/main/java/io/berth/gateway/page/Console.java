package io.berth.gateway.page;

import io.berth.edge.web.WebFile;
import io.berth.edge.web.WebFiles;
import io.berth.gateway.journey.Journey;
import io.berth.gateway.record.Recorders;
import io.berth.gateway.setting.ConsolePage;
import io.berth.spec.input.InputException;
import io.berth.spec.json.Json;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.QueryStringDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The page at {@code /berth/} and what it asks for. It answers on event loops, so nothing here waits. */
public final class Console implements AutoCloseable {
    private static final String ROOT = "/berth/";
    private static final String WEB = ROOT + "web/";
    private static final String JSON = "application/json";
    private static final int USUAL = 100;
    private static final int MOST = 1_000;
    private static final int MOST_BALANCES = 8;

    static final List<String> FILES = List.of(
            "gateway.css",
            "gateway.js",
            "page-compare.js",
            "page-fleet.js",
            "page-requests.js",
            "server.js",
            "text-en.json",
            "text-zh.json");

    private final Access access;
    private final Recorders recorders;
    private final FleetView.House house;
    private final Board board = new Board();
    private final Hour hour;
    private final FleetView view;
    private final Rehearsal rehearsal;
    private final Comparisons comparisons;
    private final WebFile index = WebFile.load(Console.class, "index.html", "index.html");
    private final WebFile api = WebFile.load(Console.class, "openapi.json", "openapi.json");
    private final Map<String, WebFile> files = WebFiles.load(Console.class, FILES);

    /**
     * @param head of a record of this gateway
     * @param rehearsal who compares
     */
    public Console(ConsolePage page, FleetView.House house, Recorders.Head head, Rehearsal rehearsal) {
        access = new Access(page);
        recorders = house.recorders();
        this.house = house;
        hour = new Hour(page.hour());
        view = new FleetView(house, board, head.balance());
        this.rehearsal = rehearsal;
        comparisons = new Comparisons(rehearsal, wanted -> {
            List<String> lines = new ArrayList<>();
            lines.add(head.line());
            lines.addAll(hour.lines(System.nanoTime()));
            return new Rehearsal.Asked(lines, wanted.balances(), wanted.slo(), view.slots());
        });
        recorders.add(board);
        recorders.add(hour);
    }

    /** Looks at the servers; somebody calls it each second. */
    public void sample() {
        board.sample(house.use().get(), recorders::imbalance);
    }

    @Override
    public void close() {
        comparisons.close();
    }

    /** Null where that is no place of the page. */
    public @Nullable FullHttpResponse answer(HttpRequest head) {
        QueryStringDecoder asked = new QueryStringDecoder(head.uri());
        String path = asked.path();
        if (path.equals("/berth")) {
            FullHttpResponse moved = bytes(HttpResponseStatus.MOVED_PERMANENTLY, JSON, new byte[0]);
            moved.headers().set(HttpHeaderNames.LOCATION, ROOT);
            return moved;
        }
        if (path.equals(ROOT)) {
            return file(index, head);
        }
        if (path.equals(ROOT + "openapi.json")) {
            return file(api, head);
        }
        if (path.startsWith(WEB)) {
            WebFile file = files.get(path.substring(WEB.length()));
            return file == null ? null : file(file, head);
        }
        return switch (path) {
            case ROOT + "fleet", ROOT + "history", ROOT + "requests", ROOT + "compare", ROOT + "balancers" ->
                documents(path.substring(ROOT.length()), head, asked.parameters());
            default -> null;
        };
    }

    private FullHttpResponse documents(String name, HttpRequest head, Map<String, List<String>> asked) {
        Access.Denied denied = access.denied(head.headers());
        if (denied != null) {
            return problem(denied.status(), denied.code(), denied.message());
        }
        try {
            return switch (name) {
                case "fleet" -> json(view.document());
                case "history" -> json(board.history());
                case "requests" -> requests(asked);
                case "balancers" -> json(Map.of("balancers", rehearsal.balancers()));
                default -> compare(asked);
            };
        } catch (InputException | IllegalArgumentException e) {
            return problem(HttpResponseStatus.BAD_REQUEST, "invalid_parameter", String.valueOf(e.getMessage()));
        }
    }

    private FullHttpResponse requests(Map<String, List<String>> asked) {
        only(asked, List.of("server", "tenant", "model", "outcome", "number", "limit"));
        String server = one(asked, "server");
        String model = one(asked, "model");
        String outcome = one(asked, "outcome");
        String tenant = one(asked, "tenant");
        String number = one(asked, "number");
        Predicate<Journey> wanted = journey -> (server == null
                        || server.equals(journey.place().name()))
                && (model == null || model.equals(journey.asked().want().model()))
                && (outcome == null || outcome.equals(journey.ended().end().word()))
                && (tenant == null
                        || tenant.equals(Integer.toString(journey.asked().tenant())))
                && (number == null || number.equals(Long.toString(journey.number())));
        String limit = one(asked, "limit");
        int most = limit == null ? USUAL : (int) number("limit", limit, 1, MOST);
        String page = recorders.lately(wanted, most);
        return bytes(HttpResponseStatus.OK, JSON, (page == null ? "{}" : page).getBytes(StandardCharsets.UTF_8));
    }

    private FullHttpResponse compare(Map<String, List<String>> asked) {
        only(asked, List.of("balance", "slo"));
        List<String> balances = asked.getOrDefault("balance", List.of()).stream()
                .flatMap(text -> text.startsWith("{") ? List.of(text).stream() : Arrays.stream(text.split(",")))
                .map(String::strip)
                .distinct()
                .toList();
        if (balances.isEmpty() || balances.size() > MOST_BALANCES || balances.contains("")) {
            throw new InputException(
                    "balance", "must name 1 to " + MOST_BALANCES + " balancers, such as least-connections");
        }
        String slo = one(asked, "slo");
        Double seconds = slo == null ? null : (Double) number("slo", slo, 1e-3, 1e6);
        Map<String, Object> made = comparisons.get(new Comparisons.Wanted(balances, seconds));
        boolean over = !"running".equals(made.get("state")) && !"busy".equals(made.get("state"));
        FullHttpResponse response = json(made);
        response.setStatus(over ? HttpResponseStatus.OK : HttpResponseStatus.ACCEPTED);
        if (!over) {
            response.headers().set(HttpHeaderNames.RETRY_AFTER, "1");
        }
        return response;
    }

    private static void only(Map<String, List<String>> asked, List<String> known) {
        for (String name : asked.keySet()) {
            if (!known.contains(name)) {
                throw new InputException(name, InputException.unknown("parameter", name, known));
            }
        }
    }

    private static @Nullable String one(Map<String, List<String>> asked, String name) {
        List<String> values = asked.getOrDefault(name, List.of());
        if (values.size() > 1) {
            throw new InputException(name, "is given " + values.size() + " times");
        }
        return values.isEmpty() || values.getFirst().isEmpty() ? null : values.getFirst();
    }

    private static double number(String name, String text, double least, double most) {
        try {
            double value = Double.parseDouble(text);
            if (value >= least && value <= most) {
                return value;
            }
        } catch (NumberFormatException e) {
            // The same words as for one out of range.
        }
        throw new InputException(name, "must be a number from " + least + " to " + most + ", but is \"" + text + "\"");
    }

    private static FullHttpResponse file(WebFile file, HttpRequest head) {
        String known = head.headers().get(HttpHeaderNames.IF_NONE_MATCH, "");
        boolean has = file.isNamed(known);
        FullHttpResponse response = bytes(
                has ? HttpResponseStatus.NOT_MODIFIED : HttpResponseStatus.OK,
                file.type(),
                has ? new byte[0] : file.bytes());
        if (has) {
            // It is the length of what is not sent.
            response.headers().remove(HttpHeaderNames.CONTENT_LENGTH);
        }
        WebFiles.HEADERS.forEach(response.headers()::set);
        response.headers().set(HttpHeaderNames.ETAG, file.tag());
        return response;
    }

    private static FullHttpResponse problem(HttpResponseStatus status, String code, String message) {
        Document error = new Document().put("message", message).put("code", code);
        FullHttpResponse response = json(Map.of("error", error.map()));
        response.setStatus(status);
        return response;
    }

    private static FullHttpResponse json(Map<String, ?> document) {
        return bytes(HttpResponseStatus.OK, JSON, (Json.line(document) + "\n").getBytes(StandardCharsets.UTF_8));
    }

    private static FullHttpResponse bytes(HttpResponseStatus status, String type, byte[] body) {
        FullHttpResponse response =
                new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, status, Unpooled.wrappedBuffer(body));
        response.headers()
                .set(HttpHeaderNames.CONTENT_TYPE, type)
                .set("X-Content-Type-Options", "nosniff")
                .set(HttpHeaderNames.CACHE_CONTROL, "no-store")
                .setInt(HttpHeaderNames.CONTENT_LENGTH, body.length);
        return response;
    }
}
