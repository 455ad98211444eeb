#!/bin/sh
# Punto banco: six ranks in, 1 for Player, 2 for Banker, 0 for a tie. With the argument
# "wrong", Banker with 3 draws against an 8 too.
wrong=${1:-right}
value() { case $1 in A) v=1 ;; 10 | J | Q | K) v=0 ;; *) v=$1 ;; esac; }
while read -r p1 b1 p2 b2 fifth sixth; do
    value "$p1"; p=$v; value "$p2"; p=$(((p + v) % 10))
    value "$b1"; b=$v; value "$b2"; b=$(((b + v) % 10))
    if [ $p -lt 8 ] && [ $b -lt 8 ]; then
        next=$fifth limit=5
        if [ $p -le 5 ]; then
            value "$fifth"
            p=$(((p + v) % 10)) next=$sixth
            case $v in
            2 | 3) limit=4 ;;
            4 | 5) limit=5 ;;
            6 | 7) limit=6 ;;
            8) limit=2; [ "$wrong" = wrong ] && limit=3 ;;
            *) limit=3 ;;
            esac
        fi
        if [ $b -le $limit ]; then
            value "$next"
            b=$(((b + v) % 10))
        fi
    fi
    echo $(((p > b) + 2 * (b > p)))
done
