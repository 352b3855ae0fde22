/** What pages for browsers are made of that are served in more than one place: files, and how they are sent. */
@NullMarked
package io.berth.edge.web;

import org.jspecify.annotations.NullMarked;
