(* Baccarat's tableau over all ordered six-card deals of eight decks.

   A card is its value, 0 to 9; there are 128 cards of value 0 and 32 of each other. Each
   card dealt leaves one less of its value. Cards that a coup does not need count as
   dealt all the same: they are the 412 * 411, 411 or 1 below. *)
From Coq Require Import List NArith Bool.
Import ListNotations.
Open Scope N_scope.

Definition values : list N := [0; 1; 2; 3; 4; 5; 6; 7; 8; 9].
Definition cards (value : N) : N := if value =? 0 then 128 else 32.

Fixpoint gone (value : N) (dealt : list N) : N :=
  match dealt with
  | [] => 0
  | v :: rest => (if v =? value then 1 else 0) + gone value rest
  end.
Definition left_of (value : N) (dealt : list N) : N := cards value - gone value dealt.

Definition player_draws (total : N) : bool := total <=? 5.
Definition banker_draws (total third : N) : bool :=
  match total with
  | 0 | 1 | 2 => true
  | 3 => negb (third =? 8)
  | 4 => (2 <=? third) && (third <=? 7)
  | 5 => (4 <=? third) && (third <=? 7)
  | 6 => (6 <=? third) && (third <=? 7)
  | _ => false
  end.

(* Deals in which Player wins, in which Banker does, and ties. *)
Definition tally : Type := N * N * N.
Definition plus (a b : tally) : tally :=
  let '(p, q, t) := a in let '(p', q', t') := b in (p + p', q + q', t + t').
Definition times (k : N) (a : tally) : tally :=
  let '(p, q, t) := a in (k * p, k * q, k * t).
Definition outcome (player banker : N) : tally :=
  match player ?= banker with Gt => (1, 0, 0) | Lt => (0, 1, 0) | Eq => (0, 0, 1) end.
Definition sum (f : N -> tally) : tally :=
  fold_right (fun v acc => plus (f v) acc) (0, 0, 0) values.

(* Over the next card: how many there are of its value, times what follows. *)
Definition deal (dealt : list N) (next : N -> list N -> tally) : tally :=
  sum (fun v => let k := left_of v dealt in
                if k =? 0 then (0, 0, 0) else times k (next v (v :: dealt))).

Definition total (a b : N) : N := (a + b) mod 10.

Definition after_four (player banker : N) (dealt : list N) : tally :=
  if (8 <=? player) || (8 <=? banker) then times (412 * 411) (outcome player banker)
  else if player_draws player then
    deal dealt (fun third dealt =>
      if banker_draws banker third
      then deal dealt (fun v _ => outcome (total player third) (total banker v))
      else times 411 (outcome (total player third) banker))
  else if banker <=? 5
    then times 411 (deal dealt (fun v _ => outcome player (total banker v)))
    else times (412 * 411) (outcome player banker).

(* Dealt Player, Banker, Player, Banker. *)
Definition coup : tally :=
  deal [] (fun a d => deal d (fun b d => deal d (fun c d => deal d (fun e d =>
    after_four (total a c) (total b e) d)))).

(* As published: Player, Banker, tie; together 416 * 415 * 414 * 413 * 412 * 411. *)
Theorem eight_decks :
  coup = (2230518282592256, 2292252566437888, 475627426473216).
Proof. vm_compute. reflexivity. Qed.

Theorem all_deals :
  2230518282592256 + 2292252566437888 + 475627426473216
  = 416 * 415 * 414 * 413 * 412 * 411.
Proof. reflexivity. Qed.

Print Assumptions eight_decks.
