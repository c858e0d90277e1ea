-- Counts the deals in which every king is the last card of its column.
-- Of 1..1000000: 264.
SELECT count(*) AS deals
FROM 'deals*.parquet'
WHERE pos_KC >= 44 AND pos_KD >= 44 AND pos_KH >= 44 AND pos_KS >= 44;
