"""Cribbage: the show, the expected crib, every discard, and the discard equilibrium."""


def clear_cache() -> None:
    """Clear every array and table of cribbage that this process caches."""
    from trueodds.analysis.cribbage import deals, suit_classes
    from trueodds.analysis.cribbage.crib import all_deals, opponent_hands
    from trueodds.analysis.cribbage.game import deal_counts
    from trueodds.analysis.cribbage.play import (
        kept_hands,
        lead_rules,
        multisets,
        policy,
        policy_quantities,
        remote_passes,
        shipped,
    )
    from trueodds.analysis.cribbage.published import tables
    from trueodds.core.kernels import cribbage, cribbage_play

    for cached in (
        suit_classes.tables,
        deals.compiled_tables,
        deals.all_classes,
        deals.kept_hands,
        deals.rank_pairs,
        deals.discard_suits,
        opponent_hands.scoring_of,
        all_deals.sums_of,
        tables.published_tables,
        kept_hands.kept_ranks,
        multisets.multisets,
        policy.policies,
        policy_quantities.shipped,
        shipped.shipped_values,
        shipped.shipped_results,
        shipped.hand_numbers,
        lead_rules.lead_rules,
        lead_rules._ranks,
        deal_counts.shipped_counts,
        remote_passes._prepared,
    ):
        cached.cache_clear()
    cribbage.clear_cache()
    cribbage_play.clear_cache()
