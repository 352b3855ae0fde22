/**
 * The report of runs as one HTML page that needs nothing else: what is recorded while they run, in bounded memory, the document
 * that is made of it, and the file. Charts are drawn in the browser by a script within the page.
 */
package io.berth.sim.report.page;
