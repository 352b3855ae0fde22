package io.berth.learn.serve;

/**
 * How another program plays environments over a pair of byte streams; the page {@code docs/reference/environment-protocol.md} says
 * the same for those who write a client.
 *
 * <p>All numbers are little-endian. A frame is {@code u32 length, i32 kind} and {@code length} bytes of payload. The client sends a
 * request and reads one reply before the next. N is the number of environments (1 of a shared one), A that of agents.
 *
 * <table>
 * <caption>Requests</caption>
 * <tr><td>{@link #HELLO}</td><td>{@code i32 magic, i32 version, i32 automatic reset} (a place in {@link AutoReset}); first, and
 *     once. Answered by {@link #DESCRIPTION}</td></tr>
 * <tr><td>{@link #RESET}</td><td>{@code i64 seeds[N], u8 which[N]}: of each environment {@link #LEAVE}, {@link #WITH_SEED} or
 *     {@link #NEXT_SEED}. Answered by {@link #STATE}</td></tr>
 * <tr><td>{@link #STEP}</td><td>{@code i32 actions[N]}. Answered by {@link #STATE}</td></tr>
 * <tr><td>{@link #CLOSE}</td><td>nothing. Answered by {@link #CLOSED}, and the server ends; so it does where the stream ends
 *     </td></tr>
 * </table>
 *
 * <p>Replies:
 *
 * <ul>
 *   <li>{@link #DESCRIPTION}: a {@link Description} as JSON.
 *   <li>{@link #STATE} of N environments, rows × features being a state and C the count of actions: {@code i32 ended, i32 0, i64
 *       seeds[N], f64 rewards[N], f32 observations[N × rows × features], f32 finals[F × rows × features], u8 masks[N × C], u8
 *       terminated[N], u8 truncated[N]}, then JSON: nothing where {@code ended} is 0, else a list of {@link EndedEpisode}. F is
 *       {@code ended} under {@link AutoReset#SAME_STEP} and else 0: the last observation of each episode that ended, since
 *       {@code observations} has the first of the next.
 *   <li>{@link #STATE} of a shared environment: {@code i32 turn (-1 once it is over), i32 over, i64 seed, f64 rewards[A]} since the
 *       last reply, the {@code f32} observations of all agents one after the other, their {@code u8} masks likewise, then JSON:
 *       nothing, or the figures once it is over.
 *   <li>{@link #ERROR}: a {@link Problem} as JSON. The request has changed nothing; the next one is answered as if it had not been
 *       sent. Only after {@link Refusal#FAILED} all environments must be reset.
 * </ul>
 *
 * <p>Episodes are counted: environment i plays the seeds s, s + N, s + 2N and so on, s being the last that it was given; those that
 * were given none begin at i. So no two of N environments play the same episode.
 */
public final class EnvironmentProtocol {
    /** What this program speaks. A client of another version is told so. */
    public static final int VERSION = 1;

    /** {@code BRTH} in ASCII, read as a little-endian number. */
    public static final int MAGIC = 0x48545242;

    /** Bytes before the payload. */
    public static final int HEADER_BYTES = 8;

    public static final int HELLO = 1;
    public static final int RESET = 2;
    public static final int STEP = 3;
    public static final int CLOSE = 4;

    public static final int DESCRIPTION = 101;
    public static final int STATE = 102;
    public static final int CLOSED = 103;
    public static final int ERROR = 104;

    /** The environment goes on as it is. */
    public static final byte LEAVE = 0;
    /** It is reset with the seed in its place. */
    public static final byte WITH_SEED = 1;
    /** It is reset with the seed that follows its last one. */
    public static final byte NEXT_SEED = 2;

    /** The payload of {@link #HELLO}. */
    static final int HELLO_BYTES = 3 * Integer.BYTES;

    private EnvironmentProtocol() {}
}
