import { byHead, type FeeHeadKey } from '#domain/fee-heads.ts'
import type { z } from 'zod/mini'

/** The fields of an object for these heads, all of one schema, in the order of the heads. */
export const feeFields = <const H extends { readonly key: FeeHeadKey }, S extends z.ZodMiniType>(
  heads: readonly H[],
  schema: S,
): Record<H['key'], S> => byHead(heads, () => schema)
