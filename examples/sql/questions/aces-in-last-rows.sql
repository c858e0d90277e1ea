-- Counts the deals whose four aces are among the last 12 cards dealt, in the two rows nearest to the player.
-- Of 1..1000000: 1817.
SELECT count(*) AS deals
FROM 'deals*.parquet'
WHERE pos_AC >= 40 AND pos_AD >= 40 AND pos_AH >= 40 AND pos_AS >= 40;
