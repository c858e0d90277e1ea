-- How many deals have their four aces among the last 12 cards dealt, in the two rows nearest to the player.
-- Of 1..1000000: 1817.
SELECT count(*) AS deals
FROM 'deals*.parquet'
WHERE least(pos_AC, pos_AD, pos_AH, pos_AS) >= 40;
