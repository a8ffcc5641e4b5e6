-- Who reports, reports a building's points together, which lie together: a page needs as much room as it has rows, or
-- half of them move, and each of their indexes with them. What a report changes stands in no index and is cleared by
-- the next one, so that neither vacuum nor statistics have to follow each fifth of the rows.
ALTER TABLE "point" SET (fillfactor = 50, autovacuum_vacuum_scale_factor = 2, autovacuum_analyze_scale_factor = 2);
