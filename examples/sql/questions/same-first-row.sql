-- Lists the deals that begin with the same eight cards.
-- Of 1..1000000: none.
SELECT list(deal) AS deals
FROM 'deals*.parquet'
GROUP BY card_0, card_1, card_2, card_3, card_4, card_5, card_6, card_7
HAVING count(*) > 1;
