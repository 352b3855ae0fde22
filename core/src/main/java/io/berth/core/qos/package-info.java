/** Classes of jobs that are promised a start within some time, and go before others (decision 102). */
package io.berth.core.qos;
