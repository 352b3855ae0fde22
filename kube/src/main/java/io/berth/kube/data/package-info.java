/** What a cluster's network carries and which data sets its nodes hold, as settings, labels and annotations say it (decision 89). */
@org.jspecify.annotations.NullMarked
package io.berth.kube.data;
