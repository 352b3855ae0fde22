/** Scripts with {@code #BERTH} and {@code #SBATCH} lines, and what Slurm's options mean here. */
package io.berth.spec.script;
