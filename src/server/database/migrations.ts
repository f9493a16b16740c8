import { school } from '#server/database/migrations/0001-school.ts'

/** Every migration in its order; forward only. */
export const allMigrations = [school]
