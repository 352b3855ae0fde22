"""Solves one generalised assignment problem (OR-Library form: agents, tasks, costs, sizes, capacities) with HiGHS alone.

usage: highs.py FILE SECONDS      prints "value bound"; "none" for what it has not found. Needs the package highspy.
"""

import sys

import highspy
import numpy as np


def main():
    numbers = iter(open(sys.argv[1]).read().split())
    agents, tasks = int(next(numbers)), int(next(numbers))
    costs = np.array([float(next(numbers)) for _ in range(agents * tasks)])
    sizes = np.array([float(next(numbers)) for _ in range(agents * tasks)])
    room = np.array([float(next(numbers)) for _ in range(agents)])

    program = highspy.HighsLp()
    program.num_col_, program.num_row_ = agents * tasks, agents + tasks
    program.col_cost_ = costs
    program.col_lower_, program.col_upper_ = np.zeros(agents * tasks), np.ones(agents * tasks)
    program.row_lower_ = np.concatenate([np.full(agents, -highspy.kHighsInf), np.ones(tasks)])
    program.row_upper_ = np.concatenate([room, np.ones(tasks)])
    program.integrality_ = [highspy.HighsVarType.kInteger] * (agents * tasks)
    # Column (agent, task) stands in the rows of its agent and of its task.
    program.a_matrix_.format_ = highspy.MatrixFormat.kColwise
    program.a_matrix_.start_ = np.arange(agents * tasks + 1) * 2
    agent_of, task_of = np.divmod(np.arange(agents * tasks), tasks)
    program.a_matrix_.index_ = np.stack([agent_of, agents + task_of], axis=1).ravel()
    program.a_matrix_.value_ = np.stack([sizes, np.ones(agents * tasks)], axis=1).ravel()

    solver = highspy.Highs()
    solver.setOptionValue("output_flag", False)
    solver.setOptionValue("time_limit", float(sys.argv[2]))
    solver.passModel(program)
    solver.run()
    info = solver.getInfo()
    found = info.primal_solution_status == highspy.SolutionStatus.kSolutionStatusFeasible
    bounded = abs(info.mip_dual_bound) < highspy.kHighsInf
    print(round(info.objective_function_value) if found else "none", info.mip_dual_bound if bounded else "none")


main()
