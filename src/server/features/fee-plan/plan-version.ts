import { createHash } from 'node:crypto'
import type { FeePlan } from '#domain/fee-plan.ts'

/** A version of the plan that differs after every change, so that an admin cannot overwrite what another has just set. */
export const planVersion = (plan: FeePlan): string =>
  createHash('sha256').update(JSON.stringify(plan)).digest('base64url').slice(0, 22)
