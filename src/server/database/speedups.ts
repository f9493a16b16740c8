/**
 * The parts of the database room that only add speed. Each can be switched off by `openDatabase({ plain: ['plans'] })`
 * or by PORTAL_PLAIN=pipeline,plans in the environment; everything then works as before, only slower.
 * Standby routing is switched off by leaving DATABASE_REPLICA_URL out.
 */
export const speedups = ['pipeline', 'plans'] as const
export type Speedup = (typeof speedups)[number]
