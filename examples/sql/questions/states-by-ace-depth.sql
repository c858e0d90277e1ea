-- Shows whether deals are harder to solve if their aces lie deeper. Joins results.ndjson, as ../solve/freecell-solver writes it.
SELECT
  (51 - least(pos_AC, pos_AD, pos_AH, pos_AS)) // 8 AS cards_on_deepest_ace,
  count(*) AS solved,
  median(states)::BIGINT AS median_states,
  quantile_disc(states, 0.9) AS states_of_90_percent,
  max(states) AS most_states,
  round(avg(moves), 1) AS mean_moves
FROM 'deals*.parquet'
JOIN read_ndjson('results.ndjson', columns = {deal: 'BIGINT', verdict: 'VARCHAR', moves: 'INTEGER', states: 'BIGINT'})
USING (deal)
WHERE verdict = 'solved'
GROUP BY cards_on_deepest_ace
ORDER BY cards_on_deepest_ace;
