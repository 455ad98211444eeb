/* The show of cribbage, hand or crib (argument "crib"): a position a line in, its
   points a line out. Compiled with -DNO_NOBS the jack of the starter's suit is
   forgotten. */
#include <stdio.h>
#include <string.h>

static int rank_of(const char **text) {
    static const char ranks[] = "A23456789TJQK";
    if (**text == '1') {
        *text += 2;
        return 9;
    }
    return (int)(strchr(ranks, *(*text)++) - ranks);
}

static int runs(const int count[]) {
    int points = 0;
    for (int low = 0; low < 13;) {
        int ways = 1, length = 0;
        while (low < 13 && count[low])
            ways *= count[low++], length++;
        if (length >= 3)
            points += ways * length;
        low++;
    }
    return points;
}

int main(int arguments, char **argument) {
    int crib = arguments > 1 && !strcmp(argument[1], "crib");
    char line[64];
    while (fgets(line, sizeof line, stdin)) {
        int rank[5], suit[5], count[13] = {0}, points = 0;
        const char *text = line;
        for (int card = 0; card < 5; card++) {
            while (*text == ' ' || *text == '|')
                text++;
            rank[card] = rank_of(&text);
            suit[card] = *text++;
            count[rank[card]]++;
        }
        for (int set = 1; set < 32; set++) {
            int sum = 0;
            for (int card = 0; card < 5; card++)
                if (set >> card & 1)
                    sum += rank[card] < 9 ? rank[card] + 1 : 10;
            points += 2 * (sum == 15);
        }
        for (int r = 0; r < 13; r++)
            points += count[r] * (count[r] - 1);
        points += runs(count);
        int same = 1;
        while (same < 5 && suit[same] == suit[0])
            same++;
        if (same == 5 || (same == 4 && !crib))
            points += same;
#ifndef NO_NOBS
        for (int card = 0; card < 4; card++)
            points += rank[card] == 10 && suit[card] == suit[4];
#endif
        printf("%d\n", points);
    }
    return 0;
}
