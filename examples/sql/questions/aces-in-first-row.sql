-- Deals whose four aces lie in the first row, at the bottom of all columns.
-- Of 1..1000000: 262 deals, the first of them 673.
SELECT deal
FROM 'deals*.parquet'
WHERE greatest(pos_AC, pos_AD, pos_AH, pos_AS) < 8
ORDER BY deal;
