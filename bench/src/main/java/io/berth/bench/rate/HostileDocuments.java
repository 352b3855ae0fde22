package io.berth.bench.rate;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** What somebody sends who wants a Berth to stand still: some of it is broken, some is valid and too much. Made once, drawn by number. */
final class HostileDocuments {
    private static final String JSON = "application/json";
    private static final String YAML = "application/yaml";
    private static final int LARGE = 900 << 10;

    private final String tenant;
    private final List<Document> fixed = new ArrayList<>();

    /**
     * One request.
     *
     * @param headers lines that end as those of HTTP do, the length of the body among them
     */
    record Document(String method, String path, String headers, byte[] body) {}

    HostileDocuments(String tenant) {
        this.tenant = tenant;
        large();
        nested();
        wide();
        counted();
        broken();
    }

    /** Request {@code number}. */
    Document of(int number, Random chance) {
        int kind = chance.nextInt(fixed.size() + 5);
        if (kind < fixed.size()) {
            return fixed.get(kind);
        }
        long job = 1L + chance.nextInt(2_000);
        return switch (kind - fixed.size()) {
            case 0 ->
                jobs("{\"command\":[\"sleep\",\"0.05\"],\"demand\":{\"cpu\":0." + (10 + number % 80) + ",\"memory\":"
                        + (1_000 + number) + "}}");
            case 1 ->
                jobs("{\"command\":[\"true\"],\"queue\":\"" + tenant + "/" + number + "\",\"demand\":{\"cpu\":0.01}}");
            case 2 -> get("/api/v1/jobs/" + job + "/eta");
            case 3 -> get("/api/v1/jobs/" + job + "/explain");
            default -> get("/api/v1/jobs?limit=1000&name=" + "*a".repeat(200) + "*");
        };
    }

    private void large() {
        String text = "a".repeat(LARGE);
        add("/api/v1/jobs", JSON, "{\"command\": [\"true\", \"" + text + "\"]}");
        add("/api/v1/jobs", JSON, "{\"command\": [\"true\"], \"name\": \"" + text + "\"}");
        add("/api/v1/jobs", JSON, "{\"command\": [\"true\"], \"array\": 3000, \"env\": {\"A\": \"" + text + "\"}}");
        add("/api/v1/jobs", YAML, "command: [" + "a,".repeat(LARGE / 2) + "a]");
        add("/api/v1/jobs", YAML, "command: " + text + text);
        add("/api/v1/jobs", JSON, "{\"command\": [\"true\"], \"env\": {" + variables(50_000) + "}}");
        add("/api/v1/jobs", JSON, "{\"command\": [\"true\"], \"array\": 1000, \"env\": {" + variables(4_000) + "}}");
    }

    private void nested() {
        add("/api/v1/jobs", JSON, "[".repeat(LARGE));
        add("/api/v1/jobs", JSON, "{\"command\":".repeat(60_000));
        add("/api/v1/jobs", YAML, "{a: ".repeat(LARGE / 4));
        add("/api/v1/jobs", YAML, "- ".repeat(LARGE / 2));
        StringBuilder aliases = new StringBuilder("a0: &a0 [x, x, x, x, x, x, x, x, x]\n");
        for (int i = 1; i < 12; i++) {
            String before = "*a" + (i - 1);
            aliases.append("a" + i + ": &a" + i + " [" + (before + ", ").repeat(8) + before + "]\n");
        }
        add("/api/v1/jobs", YAML, aliases.append("command: *a11\n").toString());
    }

    private void wide() {
        String many = IntStream.range(0, 10_000)
                .mapToObj(i -> "{\"name\":\"n" + i + "\",\"command\":\"true\"}")
                .collect(Collectors.joining(","));
        add("/api/v1/batches", JSON, "{\"jobs\":[" + many + "]}");
        add("/api/v1/batches", JSON, "{\"env\":{" + variables(2_000) + "},\"jobs\":[" + many + "]}");
        String waiting = IntStream.range(0, 900)
                .mapToObj(i -> "{\"name\":\"m" + i + "\",\"array\":1000,\"command\":\"true\",\"after\":[\"a\"]}")
                .collect(Collectors.joining(","));
        add(
                "/api/v1/batches",
                JSON,
                "{\"jobs\":[{\"name\":\"a\",\"array\":1000,\"command\":\"true\"}," + waiting + "]}");
        String chain = IntStream.range(0, 5_000)
                .mapToObj(
                        i -> "{\"name\":\"c" + i + "\",\"command\":\"true\",\"after\":[\"c" + (i + 1) % 5_000 + "\"]}")
                .collect(Collectors.joining(","));
        add("/api/v1/batches", JSON, "{\"jobs\":[" + chain + "]}");
        String after =
                IntStream.rangeClosed(1, 1_000).mapToObj(Integer::toString).collect(Collectors.joining(","));
        add("/api/v1/jobs", JSON, "{\"command\":[\"true\"],\"array\":9999,\"after\":[" + after + "]}");
        add("/api/v1/jobs", JSON, "{\"command\":[\"true\"],\"after\":[" + "1,".repeat(200_000) + "1]}");
    }

    private void counted() {
        add("/api/v1/jobs", JSON, "{\"tasks\":1000000,\"demand\":{\"cpu\":0},\"command\":[\"true\"]}");
        add("/api/v1/jobs", JSON, "{\"tasks\":900,\"demand\":{\"cpu\":0},\"command\":[\"true\"]}");
        add("/api/v1/jobs", JSON, "{\"tasks\":900,\"demand\":{\"cpu\":0.001},\"command\":[\"true\"]}");
        add("/api/v1/jobs", JSON, "{\"tasks\":150,\"demand\":{\"cpu\":0.01},\"command\":[\"true\"]}");
        add("/api/v1/jobs", JSON, "{\"array\":100000,\"command\":[\"true\"]}");
        add("/api/v1/jobs", JSON, "{\"array\":9999,\"command\":[\"true\"],\"demand\":{\"cpu\":0.5}}");
        add("/api/v1/jobs", JSON, "{\"array\":\"0-99999:10%1\",\"command\":[\"true\"],\"demand\":{\"cpu\":0.5}}");
        add("/api/v1/jobs", JSON, "{\"tasks\":1e30,\"command\":[\"true\"]}");
        add("/api/v1/jobs", JSON, "{\"command\":[\"sleep\",\"0.2\"],\"retries\":1000,\"time_limit\":\"1ms\"}");
        add(
                "/api/v1/jobs",
                JSON,
                "{\"command\":[\"true\"],\"metrics\":{\"pattern\":\"" + "(a*)*".repeat(2_000) + "\"}}");
    }

    private void broken() {
        add("/api/v1/jobs", JSON, "{\"command\": [");
        add("/api/v1/jobs", JSON, "{\"tasks\":\"１\",\"name\":\"\\u202e\\u0000\\ud800\",\"command\":[\"true\"]}");
        add("/api/v1/jobs", YAML, "command: [true]\nname: \"\\u001b[2J\"\n");
        add("/api/v1/jobs", JSON, "\0\0\0\0");
        fixed.add(new Document(
                "POST",
                "/api/v1/jobs",
                "Content-Type: application/json\r\nContent-Encoding: gzip\r\nContent-Length: 20\r\n",
                new byte[20]));
        fixed.add(new Document(
                "POST",
                "/api/v1/jobs",
                "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n",
                "7fffffff\r\n{}".getBytes(StandardCharsets.US_ASCII)));
        fixed.add(get("/api/v1/jobs/%EF%BC%91"));
        fixed.add(get("/api/v1/" + "x/".repeat(3_000)));
    }

    private void add(String path, String type, String text) {
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        fixed.add(new Document(
                "POST", path, "Content-Type: " + type + "\r\nContent-Length: " + body.length + "\r\n", body));
    }

    private static Document jobs(String text) {
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        return new Document(
                "POST", "/api/v1/jobs", "Content-Type: " + JSON + "\r\nContent-Length: " + body.length + "\r\n", body);
    }

    private static Document get(String path) {
        return new Document("GET", path, "", new byte[0]);
    }

    private static String variables(int count) {
        return IntStream.range(0, count).mapToObj(i -> "\"V" + i + "\":\"\"").collect(Collectors.joining(","));
    }
}
