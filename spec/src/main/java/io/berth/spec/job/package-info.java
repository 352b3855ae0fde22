/** Job files: one job as its user writes it, in YAML or JSON; the REST API and the command line share the parser. */
package io.berth.spec.job;
