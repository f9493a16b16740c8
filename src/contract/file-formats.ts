import { z } from 'zod/mini'

/** The formats of exported files. */
export const fileFormat = z.enum(['xlsx', 'csv'])
export type FileFormat = z.infer<typeof fileFormat>
