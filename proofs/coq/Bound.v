(* Why the inequality of a certificate is enough, for a chain or a decision process.

   A table U of numbers, 0 or more, that is in every state at least what an action pays
   plus the mean of U after it, and at an end at least what the end is worth, is never
   below what play can have collected after any number of steps, however it is played.
   Where an end is worth 1 or 0 and nothing is paid, that is the chance to reach the
   ends worth 1; where ends are worth 0, it is the expected total of what is paid. *)
From Coq Require Import List Arith Lia QArith Lqa.
Import ListNotations.
Open Scope Q_scope.

Definition law := list (Q * nat).

Inductive row :=
| Ended (worth : Q)
| Acts (choices : list (Q * law)).  (* what each action pays, and what may follow it *)

Definition at_state (table : list row) (s : nat) : row := nth s table (Ended 0).
Definition bound (U : list Q) (s : nat) : Q := nth s U 0.

Fixpoint mean (f : nat -> Q) (l : law) : Q :=
  match l with
  | [] => 0
  | (p, s) :: rest => p * f s + mean f rest
  end.

Fixpoint mean_of (l : law) (vs : list Q) : Q :=
  match l, vs with
  | (p, _) :: rest, v :: us => p * v + mean_of rest us
  | _, _ => 0
  end.

(* What can be expected of n more steps from a state. Every outcome goes on in its own
   way, so the play may depend on all that has happened. *)
Inductive attains (table : list row) : nat -> nat -> Q -> Prop :=
| out_of_time : forall s, attains table 0 s 0
| at_end : forall n s w, at_state table s = Ended w -> attains table n s w
| acted : forall n s choices paid l vs,
    at_state table s = Acts choices -> In (paid, l) choices ->
    Forall2 (fun outcome v => attains table n (snd outcome) v) l vs ->
    attains table (S n) s (paid + mean_of l vs).

Definition row_holds (U : list Q) (s : nat) (r : row) : bool :=
  Qle_bool 0 (bound U s) &&
  match r with
  | Ended w => Qle_bool w (bound U s)
  | Acts choices =>
      forallb (fun '(paid, l) =>
        forallb (fun outcome : Q * nat => Qle_bool 0 (fst outcome)) l
        && Qle_bool (paid + mean (bound U) l) (bound U s)) choices
  end.

Definition certified (table : list row) (U : list Q) : bool :=
  (length U =? length table)%nat &&
  forallb (fun s => row_holds U s (at_state table s)) (seq 0 (length table)).

Lemma row_certified : forall table U,
  certified table U = true -> forall s, row_holds U s (at_state table s) = true.
Proof.
  intros table U H s; apply andb_true_iff in H; destruct H as [Hlen Hall].
  apply Nat.eqb_eq in Hlen; destruct (le_lt_dec (length table) s) as [Hout | Hin].
  - unfold at_state, row_holds, bound.
    rewrite !nth_overflow by lia; reflexivity.
  - rewrite forallb_forall in Hall; apply Hall, in_seq; lia.
Qed.

Lemma mean_below : forall (U : list Q) (R : nat -> Q -> Prop) l vs,
  (forall s v, R s v -> v <= bound U s) ->
  forallb (fun outcome : Q * nat => Qle_bool 0 (fst outcome)) l = true ->
  Forall2 (fun outcome v => R (snd outcome) v) l vs ->
  mean_of l vs <= mean (bound U) l.
Proof.
  intros U R l vs HR Hp Hvs; induction Hvs as [|[p s] v l vs Hv Hvs IH]; simpl in *.
  - apply Qle_refl.
  - apply andb_true_iff in Hp; destruct Hp as [Hp Hrest].
    apply Qplus_le_compat; [|now apply IH].
    rewrite !(Qmult_comm p); apply Qmult_le_compat_r; [now apply HR|].
    now apply Qle_bool_iff.
Qed.

Theorem sound : forall table U, certified table U = true ->
  forall n s v, attains table n s v -> v <= bound U s.
Proof.
  intros table U H n; induction n as [|n IH]; intros s v Hv;
    pose proof (row_certified table U H s) as Hrow;
    apply andb_true_iff in Hrow; destruct Hrow as [Hpos Hrow];
    inversion Hv as [s' | n' s' w Hend | n' s' choices paid l vs Hat Hin Hvs]; subst.
  - now apply Qle_bool_iff.
  - rewrite Hend in Hrow; now apply Qle_bool_iff.
  - rewrite Hend in Hrow; now apply Qle_bool_iff.
  - rewrite Hat in Hrow; rewrite forallb_forall in Hrow.
    specialize (Hrow (paid, l) Hin); simpl in Hrow.
    apply andb_true_iff in Hrow; destruct Hrow as [Hp Hbell].
    apply Qle_bool_iff in Hbell; eapply Qle_trans; [|exact Hbell].
    apply Qplus_le_compat; [apply Qle_refl|].
    apply mean_below with (R := attains table n); assumption.
Qed.

Print Assumptions sound.
