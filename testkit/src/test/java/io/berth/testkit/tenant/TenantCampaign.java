package io.berth.testkit.tenant;

import io.berth.testkit.real.CampaignEnd;
import io.berth.testkit.real.RestClient;
import io.berth.testkit.real.TaskProcesses;
import io.berth.testkit.real.UpProcess;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Several users of one Berth that root runs, under a churn of jobs with secrets and under kills. Spies, jobs of a tenant and a process
 * of a user who has nothing to do with Berth, look at all that is others': the home, its files and sockets, processes, their
 * environments, memory, open files and command lines, other tenants' folders. Nothing may be reached.
 */
public final class TenantCampaign {
    private static final int STRANGER = 60_990;
    private static final int MOST_COMPLAINTS = 20;

    /** Each submits twice at least, however slow the machine is. */
    private static final long LEAST_JOBS = 10;

    private static final long KILL_EVERY_NANOS = TimeUnit.SECONDS.toNanos(25);
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(120);
    private static final List<String> SUBMITTERS = List.of("owner", "red", "blue", "named", "ops");

    private final TenantHome place;
    private final List<String> berth;
    private final Random random;
    private final String spy = script();
    private final TenantReport report = new TenantReport();
    private final Map<String, List<Long>> jobs = new LinkedHashMap<>();
    private final Map<String, String> users = new TreeMap<>();
    private final List<Long> looks = new ArrayList<>();
    private @Nullable UpProcess up;
    private @Nullable Process stranger;
    private long submitted;

    /**
     * @param folder for the home and all else
     * @param berth the words that run the command
     */
    TenantCampaign(Path folder, long seed, List<String> berth) throws IOException {
        place = new TenantHome(folder);
        this.berth = berth;
        random = new Random(seed);
        SUBMITTERS.forEach(name -> jobs.put(name, new ArrayList<>()));
    }

    /** Arguments: SECONDS SEED FOLDER JSON(true|false) [command]. */
    public static void main(String[] arguments) throws IOException {
        List<String> words = Arrays.asList(arguments).subList(4, arguments.length);
        TenantCampaign campaign = new TenantCampaign(
                Path.of(arguments[2]).toAbsolutePath(),
                Long.parseLong(arguments[1]),
                words.isEmpty() ? UpProcess.ofClassPath() : List.copyOf(words));
        Runtime.getRuntime().addShutdownHook(new Thread(campaign::endWhatIsLeft));
        TenantReport report = campaign.run(Long.parseLong(arguments[0]));
        new CampaignEnd("tenants", report.complaints, report.document(), report.text())
                .tellAndExit(Boolean.parseBoolean(arguments[3]));
    }

    /** Has them all at work for {@code seconds}, and waits until what was handed in has ended. */
    TenantReport run(long seconds) throws IOException {
        long began = System.nanoTime();
        long killed = began;
        start();
        long end = began + TimeUnit.SECONDS.toNanos(seconds);
        while ((System.nanoTime() < end || submitted < LEAST_JOBS) && report.complaints.size() < MOST_COMPLAINTS) {
            if (System.nanoTime() - killed > KILL_EVERY_NANOS) {
                killed = System.nanoTime();
                restart();
            }
            submit(SUBMITTERS.get((int) (submitted % SUBMITTERS.size())));
            if (submitted % LEAST_JOBS == 1) {
                spy();
                spyFromOutside();
                askForOthers();
                place.open()
                        .forEach(open -> report.complaints.add("others may do this with a file of the home: " + open));
            }
            UpProcess.pause(random.nextInt(60));
        }
        finish();
        report.seconds = (System.nanoTime() - began) / 1_000_000_000L;
        report.jobs = submitted;
        return report;
    }

    /** A campaign that is broken off leaves no process. */
    void endWhatIsLeft() {
        if (up != null) {
            up.kill();
        }
        if (stranger != null) {
            stranger.destroyForcibly();
        }
        new TaskProcesses(place.home().tasks())
                .now()
                .forEach(left -> ProcessHandle.of(left.pid()).ifPresent(ProcessHandle::destroyForcibly));
    }

    private void start() throws IOException {
        UpProcess begun = place.start(berth);
        up = begun;
        if (begun.awaitReady() < 0) {
            throw new IllegalStateException("Berth does not start: " + Files.readString(place.log()));
        }
    }

    private void restart() throws IOException {
        UpProcess before = up;
        if (before != null) {
            before.kill();
        }
        report.restarts++;
        start();
    }

    private RestClient client(String name) throws IOException {
        return name.equals("owner") ? place.owner() : place.with(name);
    }

    /** A short job that holds secrets in its environment and writes them where only it should see them. */
    private void submit(String name) throws IOException {
        submitted++;
        String mark = "MARK-" + name + "-" + submitted;
        Map<String, Object> document = job("echo user $(id -u) groups $(id -G) mask $(umask); echo $SECRET;"
                + " [ $(id -u) -lt 61184 ] || [ $(id -u) -eq 65534 ] || echo $SECRET >>secret; sleep 0."
                + random.nextInt(10));
        document.put("env", Map.of("SECRET", mark, "API_KEY", mark));
        jobs.get(name).add(client(name).submit("job-" + submitted, document));
    }

    private void spy() throws IOException {
        Map<String, Object> document = job("");
        document.put("demand", Map.of("cpu", "0.8"));
        document.put("command", spying());
        if (random.nextBoolean()) {
            document.put("directory", place.home().tasks().toString());
        }
        String name = random.nextBoolean() ? "red" : "named";
        long id = client(name).submit("spy-" + submitted, document);
        jobs.get(name).add(id);
        looks.add(id);
    }

    private List<String> spying() {
        UpProcess running = up;
        String pid = Long.toString(running == null ? 1 : running.pid());
        String home = place.home().folder().toString();
        return List.of("sh", "-c", spy, "spy", home, pid, place.homes().toString(), "1");
    }

    private void spyFromOutside() throws IOException {
        Process last = stranger;
        if (last != null && last.isAlive()) {
            return;
        }
        hear(place.log().resolveSibling("stranger.log"));
        List<String> words =
                new ArrayList<>(List.of("setpriv", "--reuid=" + STRANGER, "--regid=" + STRANGER, "--clear-groups"));
        words.addAll(spying());
        stranger = new ProcessBuilder(words)
                .redirectErrorStream(true)
                .redirectOutput(place.log().resolveSibling("stranger.log").toFile())
                .start();
    }

    /** What tenants can ask for of jobs that are not theirs; answers about such and about none are the same. */
    private void askForOthers() throws IOException {
        long none = 1_000_000_007L;
        RestClient red = client("red");
        for (long job : latest("blue", "owner")) {
            for (String path : List.of("", "/explain", "/eta", "/logs?task=0", "/curve")) {
                same(red, new Question("GET", "/api/v1/jobs/%d" + path, null), job, none);
            }
            same(red, new Question("DELETE", "/api/v1/jobs/%d", null), job, none);
            same(red, new Question("POST", "/api/v1/jobs/%d/metrics", "{\"step\": 1}"), job, none);
            String after = "{\"command\": [\"true\"], \"after\": [{\"job\": %d, \"when\": \"any\"}]}";
            String answer =
                    red.ask("POST", "/api/v1/jobs", null, after.formatted(job)).body();
            String other =
                    red.ask("POST", "/api/v1/jobs", null, after.formatted(none)).body();
            compare(answer, other, job, none, "a job after " + job);
        }
        for (String user : List.of("root", "0", "daemon", "nobody", users.getOrDefault("blue", "61184"))) {
            String body = "{\"command\": [\"id\"], \"user\": \"" + user + "\"}";
            RestClient.Answer answer = red.ask("POST", "/api/v1/jobs", null, body);
            report.foreign++;
            if (answer.status() != 403 || !answer.body().contains("\"key\":\"user\"")) {
                report.complaints.add("a job of red as user " + user + " is answered " + answer);
            }
        }
    }

    private List<Long> latest(String... names) {
        List<Long> latest = new ArrayList<>();
        for (String name : names) {
            List<Long> all = jobs.get(name);
            latest.addAll(all.subList(Math.max(0, all.size() - 2), all.size()));
        }
        return latest;
    }

    /** Something to ask of a job, whose number goes into {@code path}. */
    private record Question(
            String method, String path, @Nullable String body) {
        RestClient.Answer to(RestClient client, long job) throws IOException {
            return client.ask(method, path.formatted(job), null, body);
        }
    }

    private void same(RestClient client, Question question, long job, long none) throws IOException {
        RestClient.Answer answer = question.to(client, job);
        RestClient.Answer other = question.to(client, none);
        String what = question.method + " " + question.path.formatted(job);
        if (answer.status() != other.status()) {
            report.complaints.add(what + " is answered " + answer);
        }
        compare(answer.body(), other.body(), job, none, what);
    }

    private void compare(String answer, String other, long job, long none, String what) {
        report.foreign++;
        if (!answer.replace("job " + job, "job N").equals(other.replace("job " + none, "job N"))) {
            report.complaints.add(what + " is answered " + answer + ", and for no job " + other);
        }
    }

    private void finish() throws IOException {
        long end = System.nanoTime() + PATIENCE_NANOS;
        RestClient owner = client("owner");
        while (owner.jobs().values().stream().anyMatch(job -> !job.ended())) {
            if (System.nanoTime() > end) {
                report.complaints.add("jobs do not end: "
                        + owner.jobs().values().stream()
                                .filter(job -> !job.ended())
                                .toList());
                break;
            }
            UpProcess.pause(100);
        }
        for (Map.Entry<String, List<Long>> entry : jobs.entrySet()) {
            for (long job : entry.getValue()) {
                check(entry.getKey(), job, owner);
            }
        }
        for (String tenant : List.of("red", "blue")) {
            Path folder = place.homes().resolve(users.getOrDefault(tenant, "none"));
            if (!PosixFilePermissions.toString(Files.getPosixFilePermissions(folder))
                    .equals("rwx------")) {
                report.complaints.add("others may enter " + folder);
            }
        }
        hear(place.log().resolveSibling("stranger.log"));
        endWhatIsLeft();
    }

    /** What a job wrote of itself. */
    private void check(String name, long job, RestClient owner) throws IOException {
        String text =
                owner.ask("GET", "/api/v1/jobs/" + job + "/logs", null, null).body();
        hear(text);
        if (text.startsWith(
                "/usr/bin/env: cannot change directory to '" + place.home().tasks() + "'")) {
            return;
        }
        if (looks.contains(job)) {
            report.spies +=
                    text.lines().filter(line -> line.startsWith("SPIED")).count();
            checkToken(text, job, owner);
            if (!text.contains("SPIED as user " + userOf(name, text, "SPIED as user "))) {
                report.complaints.add("spy " + job + " did not end: " + text);
            }
            return;
        }
        String user = userOf(name, text, "user ");
        String groups = name.equals("owner") || name.equals("named") ? "" : " groups " + user + " mask";
        if (!text.startsWith("user " + user) || !text.contains(groups) || !text.contains("MARK-" + name)) {
            report.complaints.add("job " + job + " of " + name + " ran as another than " + user + ": " + text);
        }
        if (!text.contains("mask 0022")) {
            report.complaints.add("job " + job + " has not its user's mask: " + text);
        }
    }

    /** Whom jobs of {@code name} run as: of a tenant without an account what its first one says, which no other may have. */
    private String userOf(String name, String text, String before) throws IOException {
        if (name.equals("owner")) {
            return "0";
        }
        if (name.equals("named")) {
            return account("nobody");
        }
        int at = text.indexOf(before);
        String said = at < 0 ? "" : text.substring(at + before.length()).split("\\s", 2)[0];
        String first = users.computeIfAbsent(name, _ -> said);
        boolean shared = users.entrySet().stream()
                .anyMatch(other ->
                        !other.getKey().equals(name) && other.getValue().equals(first));
        if (shared || !first.matches("6[1-5][0-9]{3}")) {
            report.complaints.add("jobs of " + name + " run as user " + first + ", others as " + users);
        }
        return first;
    }

    private static String account(String name) throws IOException {
        return Files.readAllLines(Path.of("/etc/passwd")).stream()
                .filter(line -> line.startsWith(name + ":"))
                .findFirst()
                .orElseThrow()
                .split(":")[2];
    }

    /** The token of a task that has ended, in the hands of somebody else. */
    private void checkToken(String text, long job, RestClient owner) throws IOException {
        String token = text.lines()
                .filter(line -> line.startsWith("TOKEN "))
                .map(line -> line.substring("TOKEN ".length()))
                .findFirst()
                .orElse("");
        if (token.isEmpty()) {
            return;
        }
        RestClient holder = RestClient.of(place.home(), token);
        for (String path : List.of("jobs", "jobs/" + job, "status", "nodes", "events", "config")) {
            int status = holder.ask("GET", "/api/v1/" + path, null, null).status();
            if (status != 401 && status != 403) {
                report.complaints.add("the token of a task opens " + path + ": " + status);
            }
        }
        int status = holder.ask("POST", "/api/v1/jobs/" + job + "/metrics", null, "{\"step\": 1}")
                .status();
        if (status != 404) {
            report.complaints.add("the token of a task that has ended still works: " + status);
        }
    }

    private void hear(Path file) throws IOException {
        if (Files.exists(file)) {
            String text = Files.readString(file);
            report.spies +=
                    text.lines().filter(line -> line.startsWith("SPIED")).count();
            hear(text);
        }
    }

    private void hear(String text) {
        text.lines().filter(line -> line.startsWith("REACHED")).forEach(report.complaints::add);
    }

    private static Map<String, Object> job(String script) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("demand", Map.of("cpu", "0.05"));
        document.put("command", List.of("sh", "-c", script));
        return document;
    }

    private static String script() {
        try (InputStream resource = TenantCampaign.class.getResourceAsStream("spy.sh")) {
            if (resource == null) {
                throw new IllegalStateException("spy.sh is missing");
            }
            return new String(resource.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
