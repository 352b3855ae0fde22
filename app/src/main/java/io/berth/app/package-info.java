/** The command line: wires the parts together, and turns what users type into runs and documents. */
package io.berth.app;
