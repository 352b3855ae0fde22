/** Classes of jobs as fields by number. */
package io.berth.core.journal.form.qos;
