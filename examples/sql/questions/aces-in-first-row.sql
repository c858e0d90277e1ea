-- Lists the deals whose four aces lie in the first row, under all other cards of their columns.
-- Of 1..1000000: 262 deals, the first of them 673.
-- DuckDB checks conditions on single columns while it reads them. greatest(..) < 8 would take about 20 times as long.
SELECT deal
FROM 'deals*.parquet'
WHERE pos_AC < 8 AND pos_AD < 8 AND pos_AH < 8 AND pos_AS < 8
ORDER BY deal;
