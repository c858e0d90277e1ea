-- Counts the deals by the number of cards on their deepest ace. The last card of a column is at one of the positions 44
-- to 51, and each card is 8 positions after the card under it.
-- Of 1..1000000: 259, 6502, 32295, 93596, 204454, 381291 and 281603 deals have 0, 1, .. 6.
SELECT (51 - least(pos_AC, pos_AD, pos_AH, pos_AS)) // 8 AS cards_on_it, count(*) AS deals
FROM 'deals*.parquet'
GROUP BY cards_on_it
ORDER BY cards_on_it;
