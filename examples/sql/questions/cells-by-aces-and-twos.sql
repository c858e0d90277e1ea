-- Shows how many deals need three free cells or more, by how many cards lie on the aces and on the twos together.
-- Both sums are taken in steps of four; pairs of steps with fewer than 100 deals are left out.
WITH depths AS (
  SELECT
    cells,
    (51 - pos_AC) // 8 + (51 - pos_AD) // 8 + (51 - pos_AH) // 8 + (51 - pos_AS) // 8 AS on_aces,
    (51 - pos_2C) // 8 + (51 - pos_2D) // 8 + (51 - pos_2H) // 8 + (51 - pos_2S) // 8 AS on_twos
  FROM 'deals*.parquet'
  WHERE cells IS NOT NULL
)
SELECT
  on_aces // 4 * 4 AS cards_on_aces,
  on_twos // 4 * 4 AS cards_on_twos,
  count(*) AS deals,
  round(avg(cells), 2) AS mean_cells,
  round(100 * avg((cells >= 3)::INTEGER), 1) AS percent_hard
FROM depths
GROUP BY ALL
HAVING count(*) >= 100
ORDER BY ALL;
