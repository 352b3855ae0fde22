package io.berth.console.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.edge.access.Caller;
import io.berth.edge.access.Role;
import io.berth.edge.access.Tokens;
import io.berth.spec.input.Source;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class SessionsTest {
    private static final Caller ANN = new Caller("ann", Role.SUBMITTER, "research");

    private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 5);
    private final Sessions sessions = new Sessions(now::get);

    private Sessions.Begun begin(String code) {
        return Objects.requireNonNull(sessions.begin(code));
    }

    @Test
    void aCodeIsGoodOnceForWhoAskedForIt() {
        String code = sessions.code(ANN);
        Sessions.Begun begun = begin(code);

        assertThat(begun.caller()).isEqualTo(ANN);
        assertThat(sessions.find(begun.cookie())).isEqualTo(ANN);
        assertThat(sessions.begin(code)).isNull();
        assertThat(sessions.begin(begun.cookie())).isNull();
        assertThat(sessions.find(code)).isNull();
    }

    @Test
    void aCodeIsGoodForMinutes() {
        String code = sessions.code(ANN);
        String later = sessions.code(ANN);
        now.addAndGet(Sessions.CODE_GOOD.toNanos() - 1);
        assertThat(sessions.begin(code)).isNotNull();
        now.addAndGet(1);
        assertThat(sessions.begin(later)).isNull();
    }

    @Test
    void aSessionEndsUnusedAndAfterAWeekInAnyCase() {
        Sessions.Begun begun = begin(sessions.code(ANN));
        long step = Sessions.UNUSED.toNanos() - 1;
        long left = Sessions.LONGEST.toNanos();
        while (left > step) {
            now.addAndGet(step);
            left -= step;
            assertThat(sessions.find(begun.cookie())).isEqualTo(ANN);
        }
        now.addAndGet(left);
        assertThat(sessions.find(begun.cookie())).isNull();

        Sessions.Begun unused = begin(sessions.code(ANN));
        now.addAndGet(Sessions.UNUSED.toNanos());
        assertThat(sessions.find(unused.cookie())).isNull();
    }

    @Test
    void theKeyOfASessionIsNoCookieAndThatOfNoOther() {
        Sessions.Begun one = begin(sessions.code(ANN));
        Sessions.Begun other = begin(sessions.code(ANN));

        assertThat(sessions.isKey(one.cookie(), one.key())).isTrue();
        assertThat(sessions.isKey(one.cookie(), other.key())).isFalse();
        assertThat(sessions.isKey(one.cookie(), one.cookie())).isFalse();
        assertThat(sessions.isKey(one.cookie(), "")).isFalse();
        assertThat(sessions.find(one.key())).isNull();
    }

    @Test
    void whoeverAsksForManyCodesLosesTheFirst() {
        List<String> codes = new ArrayList<>();
        for (int i = 0; i <= Sessions.MOST_CODES; i++) {
            codes.add(sessions.code(ANN));
        }
        assertThat(codes).doesNotHaveDuplicates();
        assertThat(sessions.begin(codes.getFirst())).isNull();
        assertThat(sessions.begin(codes.get(1))).isNotNull();
    }

    @Test
    void nobodyDrivesOutOthers() {
        Caller eve = Caller.user("eve");
        String code = sessions.code(ANN);
        Sessions.Begun session = begin(sessions.code(ANN));
        for (int i = 0; i < 3 * Sessions.MOST_SESSIONS; i++) {
            begin(sessions.code(eve));
        }
        for (int i = 0; i < 3 * Sessions.MOST_CODES; i++) {
            sessions.code(eve);
        }
        assertThat(sessions.find(session.cookie())).isEqualTo(ANN);
        assertThat(sessions.begin(code)).isNotNull();
    }

    @Test
    void sessionsAreBounded() {
        Sessions.Begun first = begin(sessions.code(ANN));
        for (int i = 0; i < Sessions.MOST_SESSIONS; i++) {
            begin(sessions.code(ANN));
        }
        assertThat(sessions.find(first.cookie())).isNull();
    }

    @Test
    void whomTheKernelNamedStaysWhenTokensChange() {
        Guard guard = new Guard(Tokens.read(Source.text("tokens", tokens("one"))));
        Sessions.Begun user =
                Objects.requireNonNull(guard.sessions().begin(guard.sessions().code(Caller.user("alice"))));
        Sessions.Begun owner =
                Objects.requireNonNull(guard.sessions().begin(guard.sessions().code(Caller.OWNER)));
        Sessions.Begun ann =
                Objects.requireNonNull(guard.sessions().begin(guard.sessions().code(ANN)));

        guard.replace(Tokens.read(Source.text("tokens", tokens("other"))));

        assertThat(guard.sessions().find(user.cookie())).isEqualTo(Caller.user("alice"));
        assertThat(guard.sessions().find(owner.cookie())).isEqualTo(Caller.OWNER);
        assertThat(guard.sessions().find(ann.cookie())).isNull();
    }

    private static String tokens(String token) {
        return "tokens: [{name: ann, sha256: " + HexFormat.of().formatHex(Tokens.sha256(token))
                + ", role: submitter, tenant: research}]";
    }
}
