package io.berth.core.model;

import io.berth.core.model.column.Feature;
import java.util.List;
import java.util.SortedMap;

/** What was learnt, with its meaning: a network, what it is shown, and where it comes from. */
public sealed interface LearntModel permits Model, PlacementModel, JointModel, BalancerModel, SequenceModel {
    /** What it decides: the word that its file has for that. */
    String decides();

    /** The key of a strategy that goes by it: <code>{order: {learnt: {model: FILE}}}</code>. */
    String key();

    /** The name of its columns. */
    String columnsKey();

    /** What its columns are, in their order. */
    List<Feature> features();

    /** What was learnt. */
    LearntNetwork<?> network();

    /** Of the network: from columns to one score. */
    default NetworkShape shape() {
        return network().shape();
    }

    /** Of the network; finite; a copy. */
    default float[] parameters() {
        return network().parameters();
    }

    /** Where it comes from, by name: agent, data, seed, commit, parent and the like; values of one line. */
    default SortedMap<String, String> lineage() {
        return network().lineage();
    }

    /** What identifies it: the first 16 hexadecimal digits of the SHA-256 of its file. */
    default String id() {
        return ModelFile.id(ModelFile.write(this));
    }
}
