#!/bin/bash
#SBATCH --job-name=train --time=10
#SBATCH --array=0-1%1
#SBATCH --mail-user=ada@example.org
#BERTH --estimate 5s
sleep 3; echo "run $SLURM_ARRAY_TASK_ID of $SLURM_ARRAY_TASK_COUNT"
