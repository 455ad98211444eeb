/* For benchmarks: answers 0 to every line, and takes so many nanoseconds for each (the
   argument; 0 for as fast as can be). */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static long now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return 1000000000L * time.tv_sec + time.tv_nsec;
}

int main(int arguments, char **argument) {
    long pace = arguments > 1 ? atol(argument[1]) : 0;
    char line[64];
    while (fgets(line, sizeof line, stdin)) {
        if (pace)
            for (long begin = now(); now() - begin < pace;)
                ;
        fputs("0\n", stdout);
    }
    return 0;
}
