package io.berth.bench.learn;

import java.nio.file.Path;

/**
 * Where things are.
 *
 * @param data folder of the published traces
 * @param scripts of the rivals
 * @param python the interpreter that has their packages
 * @param work folder for the recorded rows and what rivals say
 */
record Places(Path data, Path scripts, Path python, Path work) {
    /** As the shell script that starts the bench says: four arguments. */
    static Places of(String[] arguments) {
        return new Places(Path.of(arguments[0]), Path.of(arguments[1]), Path.of(arguments[2]), Path.of(arguments[3]));
    }

    /** How many of the arguments say it. */
    static final int ARGUMENTS = 4;

    /** The log that is learnt from. */
    Path lublin() {
        return data.resolve("swf").resolve("lublin_256.swf.gz");
    }

    Path rows() {
        return work.resolve("rows.bin");
    }

    Path log(String name) {
        return work.resolve(name + ".log");
    }
}
