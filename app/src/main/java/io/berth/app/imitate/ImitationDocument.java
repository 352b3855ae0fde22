package io.berth.app.imitate;

import io.berth.core.model.Model;
import io.berth.learn.imitation.Apprenticeship.Verdict;
import io.berth.learn.imitation.Lessons.Agreement;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What came of imitating.
 *
 * @param teacher who was imitated
 * @param choices with something to choose, of jobs that the student had not seen
 * @param agreementPct of them, where the student chose what the teacher did, or likes as much
 * @param teacherBoundedSlowdown mean over unseen windows; null for a recorded run, which cannot be played
 * @param studentBoundedSlowdown likewise, playing alone
 * @param worsePct by how much the student's is larger
 * @param file of the model; null where none was asked for
 */
record ImitationDocument(
        String teacher,
        String network,
        String model,
        long choices,
        double agreementPct,
        @Nullable Double teacherBoundedSlowdown,
        @Nullable Double studentBoundedSlowdown,
        @Nullable Double worsePct,
        @Nullable String file) {
    private static final double PER_CENT = 100;

    static ImitationDocument of(
            String teacher, Model model, Agreement agreement, @Nullable Verdict verdict, @Nullable String file) {
        return new ImitationDocument(
                teacher,
                model.shape().toString(),
                model.id(),
                agreement.choices(),
                PER_CENT * agreement.share(),
                verdict == null ? null : verdict.teacher(),
                verdict == null ? null : verdict.student(),
                verdict == null ? null : PER_CENT * verdict.worse(),
                file);
    }

    /** The same for people. */
    String text() {
        StringBuilder text = new StringBuilder();
        text.append(String.format(Locale.ROOT, "teacher    %s%n", teacher));
        text.append(String.format(Locale.ROOT, "network    %s, model %s%n", network, model));
        text.append(String.format(Locale.ROOT, "agreement  %.2f %% of %d choices never seen%n", agreementPct, choices));
        if (teacherBoundedSlowdown != null) {
            text.append(String.format(
                    Locale.ROOT,
                    "slowdown   %.2f, the teacher's %.2f (%+.2f %%)%n",
                    studentBoundedSlowdown,
                    teacherBoundedSlowdown,
                    worsePct));
        }
        if (file != null) {
            text.append("written    ").append(file).append('\n');
        }
        return text.toString();
    }
}
