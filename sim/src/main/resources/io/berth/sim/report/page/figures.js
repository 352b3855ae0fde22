// The figures of a run: how they are grouped, what is better, how they are shown. Figures not named here are shown by their name.
const GROUPS = [
  ["time", ["jct_mean_s", "jct_p50_s", "jct_p99_s", "wait_mean_s", "wait_p50_s", "wait_p90_s", "wait_p99_s", "wait_max_s", "bounded_slowdown_mean", "makespan_s",
    "communicating_run_mean_s", "communication_slowdown_mean"]],
  ["cluster", ["gpu_allocation_pct", "gpu_allocation_pct_at_end", "fragmentation_pct"]],
  ["imbalance", ["node_utilization_variance", "node_utilization_variance_gpu", "node_utilization_variance_cpu",
    "node_utilization_variance_memory", "task_completion_time_variance", "resource_idle_rate", "resource_idle_rate_gpu",
    "resource_idle_rate_cpu", "resource_idle_rate_memory", "queueing_time_mean_s", "request_rejection_rate"]],
  ["jobs", ["jobs_submitted", "jobs_finished", "jobs_failed", "jobs_cancelled", "jobs_rejected", "jobs_waiting_at_end"]],
  ["fairness", ["jain_fairness", "finish_time_fairness_max", "deadline_miss_rate"]],
  ["service", ["service_deadline_miss_rate", "service_latency_mean_s", "service_latency_p50_s", "service_latency_p99_s", "service_requests_submitted",
    "service_requests_finished", "service_requests_rejected", "service_requests_failed", "service_requests_lost", "service_requests_retried",
    "service_server_hours", "service_server_hours_over", "service_server_hours_short", "service_gpu_h", "beside_gpu_h", "service_replicas_preempted",
    "service_replicas_lost"]],
  ["actions", ["preemptions", "migrations", "cost", "regret_pct", "strategy_switches", "runs_ahead"]],
];
const IMBALANCE = ["node_utilization_variance", "task_completion_time_variance", "resource_idle_rate", "queueing_time_mean_s",
  "request_rejection_rate"];
const MAIN = ["wait_mean_s", "wait_p99_s", "jct_mean_s", "jct_p99_s", "gpu_allocation_pct", "fragmentation_pct",
  "node_utilization_variance", "makespan_s", "jobs_rejected"];
const HEADLINES = ["wait_mean_s", "jct_mean_s", "gpu_allocation_pct", "fragmentation_pct"];

/** 1 where more is better, -1 where less is, 0 where neither is. */
function better(figure) {
  return { more: 1, less: -1 }[data.goals[figure]] || 0;
}

function showFigure(figure, value) {
  if (value === null || value === undefined) return "–";
  if (figure.endsWith("_s")) return duration(value);
  if (figure.includes("_pct")) return fixed(value, 2) + " %";
  if (/^(jobs|service_(requests|replicas))_/.test(figure) || figure === "preemptions" || figure === "migrations") return count(value);
  return digits(value, 3);
}

/** Mean over the seeds of a figure of a strategy and the interval it lies in; null where it has no meaning. */
function summary(strategy, figure) {
  const [mean, low, high] = data.summaries.find((each) => each.name === strategy).metrics[figure] || [null];
  return mean === null ? null : { mean, low, high };
}

/** How a strategy differs from the baseline in a figure; null for the baseline itself. */
function difference(strategy, figure) {
  const comparison = data.comparisons.find((each) => each.name === strategy);
  const found = comparison && comparison.metrics[figure];
  return found ? { baseline: comparison.baseline, mean: found[0], low: found[1], high: found[2], verdict: found[3] } : null;
}

/** The strategies whose figure is best; none where all are equal or nothing is better. */
function bestOf(figure) {
  const sign = better(figure);
  const all = strategies.map((name) => [name, summary(name, figure)]).filter(([, found]) => found !== null);
  if (sign === 0 || all.length < 2) return [];
  const top = Math.max(...all.map(([, found]) => sign * found.mean));
  const same = (found) => Math.abs(sign * found.mean - top) <= 1e-9 * Math.max(1, Math.abs(top));
  const best = all.filter(([, found]) => same(found)).map(([name]) => name);
  return best.length === all.length ? [] : best;
}
