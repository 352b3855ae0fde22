#!/bin/bash
#SBATCH --nodes=2 --ntasks-per-node=1
scontrol show hostnames "$SLURM_JOB_NODELIST"
srun sh -c 'echo "task $SLURM_PROCID of $SLURM_NTASKS on node $SLURM_NODEID"'
