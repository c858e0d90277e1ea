-- How many deals have every king as the last card of its column.
-- Of 1..1000000: 264.
SELECT count(*) AS deals
FROM 'deals*.parquet'
WHERE least(pos_KC, pos_KD, pos_KH, pos_KS) >= 44;
