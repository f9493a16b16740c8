import type { z } from 'zod/mini'
import { byHead, type FeeHeadKey } from '#domain/fee-heads.ts'

/** The fields of an object for these heads, all of one schema, in the order of the heads. */
export const feeFields = <const H extends { readonly key: FeeHeadKey }, S extends z.ZodMiniType>(
  heads: readonly H[],
  schema: S,
): Record<H['key'], S> => byHead(heads, () => schema)
