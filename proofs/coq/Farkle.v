(* Farkle with six dice: no 1, no 5, no three of a kind, no straight. *)
From Coq Require Import List Arith NArith.
From Trueodds Require Import Dice.
Import ListNotations.

Definition shown (face : nat) (r : list nat) : nat := length (filter (Nat.eqb face) r).

Definition scores (r : list nat) : bool :=
  (1 <=? shown 1 r) || (1 <=? shown 5 r)
  || existsb (fun face => 3 <=? shown face r) six
  || forallb (fun face => shown face r =? 1) six.

Definition count (p : list nat -> bool) (n : nat) : N :=
  N.of_nat (length (filter p (rolls six n))).

Theorem six_dice : NoDup (rolls six 6).
Proof. apply rolls_nodup, six_nodup. Qed.

Theorem six_dice_are_46656 : count (fun _ => true) 6 = 46656%N.
Proof. vm_compute; reflexivity. Qed.

(* 1,440 of the 46,656 rolls, 5 in 162. *)
Theorem farkle_with_six_dice : count (fun r => negb (scores r)) 6 = 1440%N.
Proof. vm_compute; reflexivity. Qed.

(* 204 of the 1,296 rolls of four dice, 17 in 108. *)
Theorem farkle_with_four_dice : count (fun r => negb (scores r)) 4 = 204%N.
Proof. vm_compute; reflexivity. Qed.

Print Assumptions farkle_with_six_dice.
