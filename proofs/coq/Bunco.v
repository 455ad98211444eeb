(* Bunco: three dice; all on the target are a Bunco, all on another face a mini Bunco. *)
From Coq Require Import List Arith.
From Trueodds Require Import Dice.
Import ListNotations.

Definition all_equal (r : list nat) : bool :=
  match r with
  | [] => true
  | f :: s => forallb (Nat.eqb f) s
  end.

Definition bunco (target : nat) (r : list nat) : bool := forallb (Nat.eqb target) r.

Definition mini_bunco (target : nat) (r : list nat) : bool :=
  all_equal r && negb (bunco target r).

Definition count (p : list nat -> bool) : nat := length (filter p (rolls six 3)).

(* The 216 rolls are all rolls, each once: see rolls_complete and rolls_nodup. *)
Theorem three_dice : length (rolls six 3) = 216 /\ NoDup (rolls six 3).
Proof. split; [reflexivity | apply rolls_nodup, six_nodup]. Qed.

(* 1 in 216, whatever the target. *)
Theorem bunco_is_1_of_216 : forall target, In target six -> count (bunco target) = 1.
Proof. intros t H; repeat (destruct H as [<- | H]; [reflexivity|]); destruct H. Qed.

(* 5 in 216. *)
Theorem mini_bunco_is_5_of_216 :
  forall target, In target six -> count (mini_bunco target) = 5.
Proof. intros t H; repeat (destruct H as [<- | H]; [reflexivity|]); destruct H. Qed.

Print Assumptions bunco_is_1_of_216.
Print Assumptions mini_bunco_is_5_of_216.
