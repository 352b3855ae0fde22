/** Strategies that change while a run lasts: which ones are chosen among, how often, and by what. */
package io.berth.spec.adaptive;
