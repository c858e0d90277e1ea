-- Counts the deals whose first column has only diamonds and hearts. The first column has the cards 0, 8, 16, .. 48.
-- Of 1..1000000: 4953.
SELECT count(*) AS deals
FROM 'deals*.parquet'
WHERE concat(card_0, card_8, card_16, card_24, card_32, card_40, card_48) NOT SIMILAR TO '.*[CS].*';
