"""The expected crib of every discard of every deal, by inclusion-exclusion.

Our deal S is six cards and we throw the pair of ranks a. The crib's points are a sum
over the opponent's hands H and the starters s that avoid S. Inclusion-exclusion turns
it into sums over all H and s whose seven cards *contain* a subset T of S:

    crib(S)[a] = Σ over T ⊆ S of (-1)^|T| D(T)[a]

The symbols, for any set of cards T:

- w(H, p) is the weight with which the hand H throws the pair of ranks p.
- points[p, r, a] is what the pairs p and a and a starter of rank r score by rank.
- F(T)[p] = Σ over H ⊇ T of w(H, p).                                    Shape (91,).
- Q(T)[r, a] = Σ over p of F(T)[p] · points[p, r, a]: the hands that contain T, each
  with one starter of rank r.                                        Shape (13, 91).
- R(T)[a] = 4 Σ over r of Q(T)[r, a] - Σ over H ⊇ T and r in H of w(H, ·) points[·, r,
  a]: these hands with every starter outside of H.                      Shape (91,).
- D(T)[a] = R(T)[a] + Σ over t in T of (Q(T - t)[rank t, a] - Q(T)[rank t, a]): hands
  and starters that contain T together; a starter t in T is one that H does not hold.

Nobs and flush have such sums too, by suit. The unit of a sum is points times weights
times the number of hands and starters. Sums by suit are multiplied by 24, to be
integers: suits with the same ranks in a hand are exchanged at random. All sets T of a
suit class have the same sums; there are 18,370 classes of up to four cards and 134,459
of five. For T = S, the hand H is S itself, or it contains five cards of S and the
starter is the sixth.
"""
