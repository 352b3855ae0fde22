package io.berth.core.journal.form;

import io.berth.core.journal.bytes.CorruptRecordException;
import io.berth.core.journal.field.Codec;
import io.berth.core.journal.field.Form;
import io.berth.core.journal.field.NumberField;
import io.berth.core.journal.field.ValueField;
import io.berth.core.journal.field.Values;
import io.berth.core.workload.DisruptionBudget;
import io.berth.core.workload.NodeSelectorTerm.Requirement;
import io.berth.core.workload.PeerSelector;
import java.util.List;

/** Budgets of disruptions. */
public final class BudgetForm {
    private static final Form<DisruptionBudget> FORM = new Form<>("disruption budget");
    private static final NumberField<DisruptionBudget> ANY_QUEUE =
            FORM.flag(1, "any queue", budget -> budget.covers().anyQueue());
    private static final ValueField<DisruptionBudget, List<String>> QUEUES =
            FORM.list(2, "queues", budget -> budget.covers().queues(), Codec.TEXT);
    private static final ValueField<DisruptionBudget, List<Requirement>> REQUIREMENTS =
            FORM.value(3, "requirements", List.of(), budget -> budget.covers().requirements(), DemandForm.REQUIREMENTS);
    private static final NumberField<DisruptionBudget> ALLOWED =
            FORM.number(4, "allowed", 0, DisruptionBudget::allowed);

    public static final Codec<DisruptionBudget> CODEC = FORM.made(BudgetForm::budget);

    private BudgetForm() {}

    private static DisruptionBudget budget(Values values) {
        PeerSelector covers = new PeerSelector(ANY_QUEUE.is(values), QUEUES.of(values), REQUIREMENTS.of(values));
        try {
            return new DisruptionBudget(covers, ALLOWED.of(values));
        } catch (IllegalArgumentException e) {
            throw new CorruptRecordException(String.valueOf(e.getMessage()));
        }
    }
}
