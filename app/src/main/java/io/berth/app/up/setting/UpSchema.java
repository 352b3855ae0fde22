package io.berth.app.up.setting;

import io.berth.app.adaptive.AdaptiveSettings;
import io.berth.app.home.SharedSocket;
import io.berth.console.alert.AlertRules;
import io.berth.console.http.ConnectionLimits;
import io.berth.spec.pool.PoolKeys;
import io.berth.spec.qos.QosKeys;
import io.berth.spec.queue.QueueKeys;
import io.berth.spec.schema.Key;
import io.berth.spec.schema.Section;
import io.berth.spec.schema.Shape;
import io.berth.spec.schema.ValueType;

/** The keys of the file that {@code berth up --config} reads. */
public final class UpSchema {
    public static final String DEFAULT_STRATEGY = "fgd-greedy";
    static final String OWNER = "owner";
    static final String USERS = "users";
    static final String MACHINE = "machine";

    /** Of the key {@code others}. */
    static final String COUNT = "count";

    private static final String IGNORE = "ignore";
    private static final int DEFAULT_PORT = 7117;
    private static final double MOST_SUBMITS = 1e9;

    private static final int MOST_CONNECTIONS = 1_000_000;

    /** Of the key {@code connections}. */
    static final Section CONNECTIONS = Section.of(
            "connections",
            "How many connections the console holds; one that sends no request goes for the next.",
            Key.of("most", Shape.whole(8, MOST_CONNECTIONS), "All together; at most half of the files it may open.")
                    .fallback(Integer.toString(ConnectionLimits.STANDARD.most())),
            Key.of(
                            "per_address",
                            Shape.whole(1, MOST_CONNECTIONS),
                            "Those of one address, at most all; a proxy stands for many.")
                    .fallback(Integer.toString(ConnectionLimits.STANDARD.perAddress())));

    /** The whole file. */
    public static final Section FILE = Section.of(
            "config",
            "How Berth runs on this machine: berth up --config FILE.",
            Key.of("port", Shape.whole(0, 65_535), "The port of the console on 127.0.0.1; 0: any that is free.")
                    .fallback(Integer.toString(DEFAULT_PORT)),
            Key.of(
                            "strategy",
                            Shape.of(ValueType.TEXT),
                            "The strategy, by name or in full, such as \"{order: sjf, place: fgd}\"; absent: as it was, and "
                                    + DEFAULT_STRATEGY + " at first.")
                    .example(DEFAULT_STRATEGY),
            QueueKeys.key(),
            QosKeys.key(),
            PoolKeys.key(),
            Key.of("stop_grace", Shape.of(ValueType.DURATION), "From asking a task to end to killing it.")
                    .fallback("10s"),
            Key.of("tasks", new Shape.Nested(TaskSettings.SECTION), "What every task is held to."),
            Key.of(
                    "node",
                    new Shape.Nested(NodeSettings.SECTION),
                    "What is said of this machine as a node. It holds from a start on at which no task runs."),
            Key.of("alerts", new Shape.Nested(AlertRules.SECTION), "When somebody is told that a job needs a look."),
            Key.of(
                    "learn",
                    new Shape.Nested(LearnSettings.SECTION),
                    "Learning beside the running system; docs/guide/learn-online.md."),
            AdaptiveSettings.key(),
            Key.of(
                    "disk",
                    new Shape.Nested(DiskSettings.SECTION),
                    "What may be kept in the home, and what must stay free on its file system."),
            Key.of(
                    "machine",
                    new Shape.Nested(MachineSettings.SECTION),
                    "What jobs may take of this machine, where they ask for disk, disk_io or network; a job that asks for what"
                            + " is not offered is rejected."),
            Key.of(
                            "others",
                            Shape.choice(IGNORE, COUNT),
                            "What other programs of this machine use: ignore, or count, so that it is not given to jobs.")
                    .fallback(IGNORE),
            Key.of(
                            "access",
                            Shape.choice(OWNER, USERS, MACHINE),
                            "Who is served: owner, who can read the token in the home; users: every user of this machine too, as himself, whose jobs run as he does where root runs Berth, and who only looks elsewhere; machine: every user of it, who then runs commands as the owner, not as root. Absent: users for root's Berth with the home /var/lib/berth, else owner.")
                    .example(OWNER),
            Key.of(
                            "socket",
                            Shape.of(ValueType.FILE),
                            "The Unix socket at which the other users of this machine are served; only where access is users. Absent: "
                                    + SharedSocket.STANDARD + ".")
                    .example(SharedSocket.STANDARD.toString()),
            Key.of(
                            "tokens",
                            Shape.of(ValueType.FILE),
                            "A file of tokens of others, relative to this file; docs/guide/rest-api.md shows one. Not where access is machine; tokens that submit need root to run Berth.")
                    .example("tokens.yaml"),
            Key.of(
                            "tenant_homes",
                            Shape.of(ValueType.FOLDER),
                            "Where users have folders of their own that Berth keeps for tenants whose tokens name none; absent:"
                                    + " beside the home, with -tenants behind its name, or in /var/lib where others cannot come there."
                                    + " Only where root runs Berth.")
                    .example("/var/lib/berth-tenants"),
            Key.of(
                    "connections",
                    new Shape.Nested(CONNECTIONS),
                    "How many connections the console holds; commands have a socket of their own."),
            Key.of(
                            "submit_rate",
                            Shape.positive(MOST_SUBMITS),
                            "How many tasks a second each tenant may submit in the long run: a job counts as its tasks, an array as its jobs.")
                    .fallback("50"),
            Key.of(
                            "submit_burst",
                            Shape.number(1, MOST_SUBMITS),
                            "How many each tenant may submit at once; one submission of more is taken where half of that is left, and the next wait"
                                    + " until it is paid for. After a start on a journal, what comes in a second is there. absent: as many as"
                                    + " in four seconds.")
                    .example("200"),
            Key.of("limits", new Shape.Nested(LimitSettings.SECTION), "How much may be handed in."));

    private UpSchema() {}
}
