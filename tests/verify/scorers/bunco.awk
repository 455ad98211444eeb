# Bunco: "3 | 2 3 3" in, points out. With -v bunco=25 the magazine's slip is here too.
BEGIN { if (!bunco) bunco = 21 }
{
    matches = ($3 == $1) + ($4 == $1) + ($5 == $1)
    if (matches == 3) print bunco
    else if ($3 == $4 && $4 == $5) print 5
    else print matches
}
