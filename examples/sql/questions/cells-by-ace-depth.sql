-- Shows how many cards lie on the aces, the twos and the threes, by the fewest free cells that a deal needs.
-- Joins cells.ndjson, as ../solve/cells writes it. Its records of open deals have no cells.
SELECT
  cells,
  count(*) AS deals,
  round(avg((51 - pos_AC) // 8 + (51 - pos_AD) // 8 + (51 - pos_AH) // 8 + (51 - pos_AS) // 8), 2) AS cards_on_aces,
  round(avg((51 - pos_2C) // 8 + (51 - pos_2D) // 8 + (51 - pos_2H) // 8 + (51 - pos_2S) // 8), 2) AS cards_on_twos,
  round(avg((51 - pos_3C) // 8 + (51 - pos_3D) // 8 + (51 - pos_3H) // 8 + (51 - pos_3S) // 8), 2) AS cards_on_threes
FROM 'deals*.parquet'
JOIN read_ndjson('cells.ndjson', columns = {deal: 'BIGINT', cells: 'INTEGER'})
USING (deal)
WHERE cells IS NOT NULL
GROUP BY cells
ORDER BY cells;
