// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

// pi STRIPS: integrates 4 / (1 + x^2) from 0 to 1 by the midpoint rule, the strips dealt out to the ranks in turn.

#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static const double pi = 3.14159265358979323846;

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, ranks, length;
    char host[MPI_MAX_PROCESSOR_NAME];
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    MPI_Get_processor_name(host, &length);
    printf("rank %d of %d on %s\n", rank, ranks, host);
    fflush(stdout);

    const long strips = argc > 1 ? atol(argv[1]) : 1000000;
    double share = 0, sum = 0;
    for (long i = rank; i < strips; i += ranks) {
        const double x = (i + 0.5) / strips;
        share += 4 / (1 + x * x) / strips;
    }
    MPI_Reduce(&share, &sum, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);

    int failed = 0;
    if (rank == 0) {
        printf("pi is %.12f, which is off by %.1e\n", sum, fabs(sum - pi));
        failed = !(fabs(sum - pi) < 1e-9);
    }
    MPI_Finalize();
    return failed;
}
