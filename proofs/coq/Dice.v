(* All rolls of n dice: a complete enumeration without duplicates. *)
From Coq Require Import List Arith Lia FinFun.
Import ListNotations.

Fixpoint rolls (faces : list nat) (n : nat) : list (list nat) :=
  match n with
  | 0 => [[]]
  | S m => flat_map (fun f => map (cons f) (rolls faces m)) faces
  end.

(* Complete: what is enumerated is what has n dice, each showing a face. *)
Theorem rolls_complete : forall faces n r,
  In r (rolls faces n) <-> length r = n /\ Forall (fun f => In f faces) r.
Proof.
  intros faces n; induction n as [|n IH]; intros r; simpl.
  - split.
    + intros [<- | []]; split; constructor.
    + intros [Hlen _]; left; symmetry; now apply length_zero_iff_nil.
  - rewrite in_flat_map; split.
    + intros (f & Hf & Hr); apply in_map_iff in Hr.
      destruct Hr as (s & <- & Hs); apply IH in Hs; destruct Hs as [Hl HF].
      simpl; split; [now rewrite Hl | now constructor].
    + intros [Hlen HF]; destruct r as [|f s]; [discriminate|].
      inversion HF; subst; injection Hlen as Hlen.
      exists f; split; [assumption|]; now apply in_map, IH.
Qed.

Lemma nodup_append : forall (A : Type) (xs ys : list A),
  NoDup xs -> NoDup ys -> (forall x, In x xs -> ~ In x ys) -> NoDup (xs ++ ys).
Proof.
  intros A xs ys Hxs Hys; induction Hxs as [|x xs Hx Hxs IH]; intros Hd; simpl; [assumption|].
  constructor.
  - rewrite in_app_iff; intros [H|H]; [now apply Hx | now apply (Hd x); [left|]].
  - apply IH; intros y Hy; apply Hd; now right.
Qed.

Lemma nodup_cons_each : forall (fs : list nat) (ls : list (list nat)),
  NoDup fs -> NoDup ls -> NoDup (flat_map (fun f => map (cons f) ls) fs).
Proof.
  intros fs ls Hfs Hls; induction Hfs as [|f fs Hf Hfs IH]; simpl; [constructor|].
  apply nodup_append; [|assumption|].
  - apply Injective_map_NoDup; [|assumption].
    intros x y H; now injection H.
  - intros r Hr Hr'; apply in_map_iff in Hr; destruct Hr as (s & <- & _).
    apply in_flat_map in Hr'; destruct Hr' as (g & Hg & Hs).
    apply in_map_iff in Hs; destruct Hs as (t & Ht & _).
    injection Ht as -> _; contradiction.
Qed.

(* No duplicates, where no face is named twice. *)
Theorem rolls_nodup : forall faces n, NoDup faces -> NoDup (rolls faces n).
Proof.
  intros faces n Hf; induction n as [|n IH]; simpl.
  - constructor; [intros [] | constructor].
  - now apply nodup_cons_each.
Qed.

Definition six : list nat := [1; 2; 3; 4; 5; 6].

Lemma six_nodup : NoDup six.
Proof. repeat constructor; simpl; lia. Qed.
